# The script says what is wrong in the words of the program.
$PLD curve --delta 1e-5 --compositions 1,2 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD plot a.h5 -o a.svg --select sigma=1
echo $?
ls
