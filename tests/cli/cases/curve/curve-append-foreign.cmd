echo text >a.h5
$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 --append
cat a.h5
