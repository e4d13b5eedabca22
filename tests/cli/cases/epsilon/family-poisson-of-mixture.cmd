$PLD epsilon --delta 1e-5 poisson:q=0.1,of=mixture-gaussian,sigma=1,pw=1,pm=1,qw=1,qm=0
