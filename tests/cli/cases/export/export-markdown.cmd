$PLD curve --delta 1e-5 --compositions 1,2 --vary sigma=1,2 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD export a.h5 --markdown --select sigma=2 --columns epsilon_upper,add_lower
