echo '{"events": [{"noise_multiplier": 1, "sample_rate": 0.1, "steps": 3, "momentum": 0.9}]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
