# There is no pure differential privacy with Gaussian noise.
$PLD epsilon --json --delta 0 --adjacency add gaussian:sigma=1 >answer && grep '"upper": "Infinity"' answer
