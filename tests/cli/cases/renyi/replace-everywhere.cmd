printf '{"schema": "pld.experiment/1", "mechanisms": "laplace:b=2", "delta": 1e-5, "adjacency": "replace"}\n' >e.json
$PLD renyi --json --order inf --adjacency replace laplace:b=2 | grep '"adjacency"\|"resolved"'
$PLD compare --json --delta 1e-5 --methods naive --adjacency replace laplace:b=2 | grep '"adjacency"\|"resolved"'
$PLD curve --json --compositions 1 --delta 1e-5 --adjacency replace laplace:b=2 | grep '"adjacency"'
$PLD sweep e.json -o a.h5 2>/dev/null
$PLD info a.h5 | grep 'adjacency\|sensitivity'
