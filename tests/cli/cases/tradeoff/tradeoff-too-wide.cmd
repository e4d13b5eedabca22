$PLD tradeoff --json --buckets 64 --fpr 0.01 gaussian:sigma=20@1000 >answer.json; echo "exit $?"
grep tolerance_met answer.json | tail -n 1
sh "$TOOLS/inside.sh" tpr 0.228072678 1 <answer.json
