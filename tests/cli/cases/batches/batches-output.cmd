run=dp-sgd:N=1000,batch=100,epochs=2,sigma=2
$PLD batches --delta 1e-4 --tolerance 1e-1 $run -o batches.h5 >/dev/null; echo "exit $?"
$PLD batches --delta 1e-4 --tolerance 1e-1 $run -o batches.h5; echo "exit $?"
$PLD batches --delta 1e-4 $run -o batches.txt; echo "exit $?"
$PLD batches --delta 1e-4 $run -o batches.svg --force; echo "exit $?"
$PLD batches --delta 1e-4 $run --append; echo "exit $?"
$PLD info batches.h5 | grep -E '^[a-z]|^  (scheme|reason|adjacency|gap ) '
PLD_PYTHON=/no/such $PLD batches --delta 1e-4 --tolerance 1e-1 $run -o none.svg; echo "exit $?"
$PLD batches --delta 1e-4 --tolerance 1e-1 $run -o no/such/folder/figure.svg; echo "exit $?"
ls | grep batches
ls | grep none
