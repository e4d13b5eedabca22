"$PLD" calibrate --advantage 0.1 --json gaussian:sigma=solve | grep -vE '"(seconds|queries)"'
