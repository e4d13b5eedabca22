# What was asked is repeated in the answer.
$PLD epsilon --json --delta 1e-400 --tolerance 1/128 gaussian:sigma=1@2e0 >answer 2>words
grep -e '"schema"' -e '"given"' -e '"resolved"' -e '"count"' -e '"delta"' -e '"log10_delta"' -e '"adjacency"' -e '"tolerance"' answer
