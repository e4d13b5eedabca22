$PLD audit --tp 9/10 --fp 1/10 -o audit.h5 laplace:b=1 >/dev/null && $PLD info audit.h5 | grep -e "^laplace" -e "quantity" -e "  attack"
$PLD audit --tp 9/10 --fp 1/10 -o audit.h5 --delta 1e-5
$PLD audit --tp 9/10 --fp 1/10 -o audit.h5 laplace:b=1
