# Curves, schedules, other accountants, other adjacencies: always the derived steps.
$PLD curve --delta 1e-5 --compositions 1,2 --vary epochs=1,2 dp-sgd:N=5000,batch=50,sigma=2,epochs=1 -o c.h5 | tail -n 4 | cut -c -100
$PLD info c.h5 | grep -e resolved -e poisson-gaussian | head -n 4
printf "dp-sgd:N=5000,batch=50,epochs=2,sigma=2,3\n" >s.csv
$PLD epsilon --json --delta 1e-5 --schedule s.csv | grep -e given -e count
$PLD epsilon --json --delta 1e-5 --adjacency replace dp-sgd:N=5000,batch=50,epochs=2,sigma=2 | grep -e resolved -e count
$PLD compare --json --delta 1e-5 --methods rdp dp-sgd:N=5000,batch=50,epochs=2,sigma=2 | grep -e count -e verdict
$PLD renyi --order 2 dp-sgd:N=5000,batch=50,epochs=2,sigma=2 >a
$PLD renyi --order 2 poisson-gaussian:q=50/5000,sigma=2@200 >b
sed -n 4,6p a >a.rows; sed -n 4,6p b | cmp - a.rows
