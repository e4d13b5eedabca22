$PLD renyi --order 2 --adjacency replace mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0
