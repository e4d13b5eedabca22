$PLD curve --delta 1e-5 --compositions 1000 --tolerance 1e-4 --bucket-width 0.05 poisson-gaussian:q=0.01,sigma=1 >answer
