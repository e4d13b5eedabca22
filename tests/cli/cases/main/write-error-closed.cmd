$PLD --help >&-
