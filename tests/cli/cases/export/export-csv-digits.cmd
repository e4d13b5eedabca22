# Rounded outward: a bracket of the printed numbers holds the stored one.
$PLD curve --delta 1e-5 --compositions 1,2 --vary sigma=1,2 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD export a.h5 --csv --digits 2 --select compositions=2 --columns epsilon_lower,epsilon_upper
