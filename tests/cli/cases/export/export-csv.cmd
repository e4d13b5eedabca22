$PLD curve --delta 1e-5 --compositions 1,2 --tolerance 0.5 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD export a.h5 --csv | cut -d, -f1-3
