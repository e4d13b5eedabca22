$PLD tune --json --delta 1e-6 --runs negative-binomial:eta=0,gamma=0.02 --adjacency remove gaussian:sigma=2 | grep -v -e seconds -e queries | sed 's,\([0-9][.][0-9]\{6\}\)[0-9]*,\1,'
