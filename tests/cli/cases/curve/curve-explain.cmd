$PLD curve --explain --delta 1e-5 --compositions 1,64 --vary k=1,2 poisson-gaussian:q=0.1,sigma=2 | grep -c -e 'widest point of k=[12]' -e '^  remove *upper'
