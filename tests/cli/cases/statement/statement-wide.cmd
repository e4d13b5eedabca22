$PLD statement --delta 1e-5 --buckets 100 --groups 2 poisson-gaussian:q=0.01,sigma=1@1000
