$PLD mechanisms hypergeometric-gaussian
