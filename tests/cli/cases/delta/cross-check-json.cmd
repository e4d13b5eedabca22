"$PLD" delta --epsilon 1 --relative-tolerance 1e-3 --cross-check --json laplace:b=3@10 | sed -n "/cross_check/,\$p" | grep -v -e lower -e upper -e estimate
