$PLD tune --delta 1e-5 --runs bayesian gaussian:sigma=4
