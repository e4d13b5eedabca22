$PLD plot a.h5 -o a.svg --height 4m
$PLD plot a.h5 -o a.svg --width 5mm
