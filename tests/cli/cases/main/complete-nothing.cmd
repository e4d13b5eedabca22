"$PLD" --complete nonsense x; "$PLD" --complete epsilon nonsense:s; "$PLD" --complete epsilon gaussian:sigma=1@; "$PLD" --complete serve ""
