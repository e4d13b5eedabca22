$PLD gdp --fpr-min 1e-3 poisson-gaussian:q=0.1,sigma=1@10
