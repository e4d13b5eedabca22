$PLD tune --delta 1e-5 --runs surprise gaussian:sigma=4
