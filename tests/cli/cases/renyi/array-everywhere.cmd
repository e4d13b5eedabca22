printf 'P,Q\n0.5,0.25\n0.25,0.5\n0.25,0.25\n' >a.csv
printf '{"schema": "pld.experiment/1", "mechanisms": "poisson:q=0.5,of=array,file=a.csv", "vary": {"q": [0, 1]}, "delta": 0}\n' >e.json
$PLD renyi --json --order inf array:file=a.csv@3 | grep '"resolved"\|"count"'
$PLD compare --json --delta 0 --methods naive array:file=a.csv@3 | grep '"verdict"'
$PLD curve --delta 0 --compositions 1,3 --vary q=0,1 poisson:q=0.5,of=array,file=a.csv | awk '/^q=/ { print $1, $2, $4 }'
$PLD sweep e.json -o a.h5
$PLD export a.h5 --csv | cut -d, -f1-3
