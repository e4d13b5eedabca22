$PLD epsilon --help --delta nonsense
