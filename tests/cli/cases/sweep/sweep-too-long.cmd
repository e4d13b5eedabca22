{
    printf '{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "delta": [1e-5'
    yes ', 1e-5' | head -n 6000 | tr -d '\n'
    printf ']}'
} >e.json
$PLD sweep e.json -o a.h5
