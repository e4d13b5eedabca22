$PLD epsilon --delta 1e-5 mixture-gaussian:sigma=1,pw=0.5:0.5,pm=1,qw=1,qm=0
