$PLD compare --delta 1e-5 --methods moments,strong,rdp-tensorflow-classic poisson-gaussian:q=0.01,sigma=4@10000 | awk '/bound|approx/ { print $1, $3, $5 }'
$PLD compare --delta 1e-5 --methods rdp-classic,rdp --claim reported=2.46 poisson-gaussian:q=0.0167,sigma=1.3@900 | awk '/bound|claim/ { print $1, $3, $5, $6 }'
$PLD compare --delta 1/48000 --methods rdp,gaussian-clt poisson-gaussian:q=0.2,sigma=3@50 | awk '/bound|approx/ { print $1, $3, $6 }'
