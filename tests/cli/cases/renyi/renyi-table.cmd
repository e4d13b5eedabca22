$PLD renyi --order 0.5,1,2.5,4..16:x2,inf poisson-gaussian:q=0.3,sigma=0.7 >out
awk 'NF == 5 && $1 + 0 > 0 || $1 == "inf" { print $1, $2, $4, ($3 + 0 <= $4 + 0 && $4 + 0 <= $5 + 0) || $3 == "infinite" ? "inside" : "outside" }' out
