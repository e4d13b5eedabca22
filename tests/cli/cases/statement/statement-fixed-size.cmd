# shift=2 is a guarantee for batches of fixed size, and its groups keep the shift.
$PLD statement --delta 1e-5 --groups 2 hypergeometric-gaussian:N=1000,B=10,k=1,sigma=2,shift=2@10
