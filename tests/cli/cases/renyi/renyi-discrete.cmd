$PLD renyi --order 1,2,inf randomized-response:epsilon=0.5 approx-dp:epsilon=0.1,delta=1e-6 | awk 'NF == 5 { print $1, $2, $4 }'
$PLD compare --delta 1e-5 --methods optimal,rdp,loss-clt approx-dp:epsilon=0.1,delta=1e-8@50 | awk '/optimal|rdp|loss/ { print $1, $2, $6 }'
