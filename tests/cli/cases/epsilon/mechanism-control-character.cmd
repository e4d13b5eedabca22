$PLD epsilon --delta 1e-5 "$(printf "gauss\\033[31mian")"
