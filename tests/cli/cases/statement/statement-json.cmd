$PLD statement --json --delta 1e-5 --groups 1,2 --format markdown gaussian:sigma=2 >answer.json
grep -v -e lower -e estimate -e upper -e tolerance\": answer.json
sh "$TOOLS/inside.sh" epsilon 1.993091404415119621 5e-4 <answer.json
