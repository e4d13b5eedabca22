$PLD epsilon --delta nan gaussian:sigma=1
