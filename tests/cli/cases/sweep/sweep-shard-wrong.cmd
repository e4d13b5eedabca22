for part in 0/4 5/4 3 a/b 1/0 1/4/2 -1/4; do $PLD sweep e.json -o a.h5 --shard $part 2>&1 | head -2; done
