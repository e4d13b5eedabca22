$PLD epsilon --delta 1e-5 --json "$(printf "gauss\\377ian")" 2>/dev/null
