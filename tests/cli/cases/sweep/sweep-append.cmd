# What was added is counted, not what is there.
experiment() { echo "{\"schema\": \"pld.experiment/1\", \"mechanisms\": \"gaussian:sigma=$1\", \"compositions\": \"$2\", \"delta\": 1e-5, \"series\": \"$1\"}"; }
experiment 2 1..4:x2 | $PLD sweep - -o swept.h5
experiment 3 1..2:x2 | $PLD sweep - -o swept.h5 --append
$PLD info swept.h5 --json | grep '"points"'
