# Tables are read from a pipe, files that are read at once must be files.
mkfifo pipe
echo "gaussian:sigma=2,3" >pipe &
"$PLD" epsilon --delta 1e-5 --schedule pipe | sed -n 2p
printf 'epsilon\n9\n' >pipe &
"$PLD" compare --delta 1e-5 --methods none --claims pipe gaussian:sigma=1 | tail -1
"$PLD" info pipe
echo $?
"$PLD" sweep pipe -o a.h5
echo $?
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o pipe --force
echo $?
