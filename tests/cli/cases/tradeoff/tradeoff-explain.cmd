$PLD tradeoff --fpr 0.1 --explain gaussian:sigma=1 | grep -c "^method: delta at [0-9]* levels of epsilon"
