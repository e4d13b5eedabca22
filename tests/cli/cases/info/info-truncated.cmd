$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 >/dev/null
head -c 3000 a.h5 >b.h5
$PLD info b.h5
