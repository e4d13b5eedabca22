$PLD --version >/dev/full
