$PLD renyi --json --order 2,inf gaussian:sigma=1@3 | sed 's/\("lower"\|"upper"\): [0-9][0-9.e-]*/\1: N/; s/\("estimate": [0-9.]\{6\}\)[0-9]*/\1/'
