"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --engine lattice poisson-gaussian:q=0.01,sigma=1@100
