$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 >/dev/null
{ head -c 100 a.h5; printf X; tail -c +102 a.h5; } >b.h5
$PLD info b.h5
