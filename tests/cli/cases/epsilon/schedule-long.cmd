awk 'BEGIN { for (i = 0; i < 13; i++) printf "approx-dp:epsilon=%d,1\n", i }' >s.csv
$PLD epsilon --delta 0 --schedule s.csv | head -n 8
