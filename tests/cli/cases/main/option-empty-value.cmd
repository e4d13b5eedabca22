$PLD epsilon --delta= gaussian:sigma=1
