$PLD statement --delta 1e-5 --groups 1,x gaussian:sigma=2
