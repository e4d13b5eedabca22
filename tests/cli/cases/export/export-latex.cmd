# A table for a paper: certified numbers are rounded outward, what is small has a power of ten, what varies is a column.
$PLD curve --profile 0,4 --compositions 1,2 --vary sigma=1,2 gaussian:sigma=1 -o a.h5 >/dev/null
$PLD export a.h5 --latex --digits 3
