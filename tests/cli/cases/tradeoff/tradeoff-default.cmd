$PLD tradeoff --json gaussian:sigma=1 | grep -c "\"fpr\":"
