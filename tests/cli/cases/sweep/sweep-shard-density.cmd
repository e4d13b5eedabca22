echo '{"schema": "pld.experiment/1", "quantity": "density", "x": "-1,0,1", "mechanisms": "gaussian:sigma=1"}' >d.json
$PLD sweep d.json -o a.h5 --shard 1/2
