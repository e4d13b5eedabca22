$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD export a.h5 --csv --select k=1; $PLD export a.h5 --csv --select compositions=3; $PLD export a.h5 --csv --select compositions
