$PLD curve --delta 1e-5 --compositions 1,2 --tolerance 0.5 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD info a.h5 | sed 's/ [0-9a-f]\{40\}$/ COMMIT/; s/ unknown$/ COMMIT/; s/[0-9-]*T[0-9:]*Z/TIME/; /_version/s/ [0-9][0-9.]*/ VERSION/; /^  \(ledger_[ra]\|bucket\|tolerance_r\)/s/[0-9].*/NUMBERS/'
