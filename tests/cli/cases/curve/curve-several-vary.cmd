# Counts as they are without --compositions, and every combination of several varied keys.
$PLD curve --delta 1e-5 --tolerance 1e-4 --vary sigma=1,2 --vary q=0.01,0.02 poisson-gaussian:q=0.5,sigma=9@100 -o curve.h5 | grep -v note
$PLD epsilon --delta 1e-5 --tolerance 1e-4 poisson-gaussian:q=0.02,sigma=1@100 | grep report
$PLD info curve.h5 --json | grep -e '"schema"' -e '"points"' -e '"name": "[sq]' -e values
$PLD curve --delta 1e-5 --vary sigma=1 --vary sigma=2 gaussian:sigma=1
