# A grid that cannot meet the tolerance: exit 3, a sentence, and a valid bracket all the same.
$PLD epsilon --json --delta 1e-5 --adjacency remove --bucket-width 0.001 --tolerance 1e-12 poisson-gaussian:q=256/60000,sigma=1@16384 >answer 2>words
code=$?
sed 's/[0-9][0-9.e-]*/N/g' words
grep '"tolerance_met"' answer
sh "$TOOLS/inside.sh" epsilon 3.0696978848608449 1 <answer
exit $code
