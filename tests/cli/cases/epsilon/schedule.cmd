cat >s.csv <<'CSV'
# three phases
spec,count

gaussian:sigma=20,sensitivity=1,600
"gaussian:sensitivity=1,sigma=20",300
gaussian:sigma=20@50
gaussian:sigma=20
CSV
$PLD epsilon --json --delta 1e-6 --schedule s.csv gaussian:sigma=20@49 >answer.json
grep '"given"\|"resolved"\|"count"' answer.json
# Truth: the closed form.
sh "$TOOLS/inside.sh" epsilon 8.3062250499547282 9e-4 <answer.json
