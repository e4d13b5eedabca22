# Gaussians: tpr = Phi(1 - 2.3263) at fpr 0.01, advantage 2 Phi(1/2) - 1; the keys that are there.
$PLD tradeoff --json --fpr 0.01 --prior 0.5 gaussian:sigma=20@400 >answer.json
sh "$TOOLS/inside.sh" advantage 0.38292492254802620 1e-3 <answer.json
sh "$TOOLS/inside.sh" tpr 0.092362248068930 1e-4 <answer.json
sh "$TOOLS/inside.sh" fnr 0.907637751931070 1e-4 <answer.json
sh "$TOOLS/inside.sh" accuracy 0.69146246127401312 1e-3 <answer.json
sh "$TOOLS/inside.sh" precision 0.90230773 1e-3 <answer.json
tr -d "{}[], " <answer.json | sed "s/:.*//" | awk "NF && !seen[\$0]++" | tr -d "\"" | tr "\n" " "
