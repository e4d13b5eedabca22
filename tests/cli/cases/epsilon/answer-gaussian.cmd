# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD epsilon --json --delta 1e-6 --memory-limit 1GiB gaussian:sigma=20@1000 >answer && sh "$TOOLS/inside.sh" epsilon 8.3062250499547282 8.4e-4 <answer
