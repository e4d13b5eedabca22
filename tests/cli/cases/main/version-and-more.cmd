$PLD --version now
