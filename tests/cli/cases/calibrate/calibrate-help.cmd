"$PLD" calibrate --help
