$PLD compare --json --delta 1e-400 --compositions 1,2 --methods rdp gaussian:sigma=6 | grep -o '"\(points\|compositions\|given\|log10_delta\|name\|verdict\)".*'
