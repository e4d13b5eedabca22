$PLD audit --json --tp 4922/100000 --fp 174/100000 --delta 1e-5 --confidence 0.9999999999 | grep -v seconds | sed 's,\([0-9][.][0-9]\{6\}\)[0-9]*,\1,'
