$PLD renyi --order infinity --adjacency add poisson-gaussian:q=0.3,sigma=0.7@2
