$PLD compare --json --delta 1/48000 --methods none --claim x=2 poisson-gaussian:q=0.2,sigma=3@50 | sh $TOOLS/inside.sh tight 1.9608113390171015 1e-3
