# What is of somebody else stays, and is named.
echo mine >a.h5.new
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5
echo $?
cat a.h5.new
ls
