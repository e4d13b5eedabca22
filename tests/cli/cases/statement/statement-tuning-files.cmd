# Deltas that are no doubles, and masses that changed in between.
$PLD tune --json --delta 1e-400 --runs poisson:mean=3 gaussian:sigma=4 >tiny.json
$PLD statement --delta 1e-400 --tuning tiny.json gaussian:sigma=4 | grep -o 'Under these assumptions.*delta = 1e-400'
$PLD statement --delta 1e-500 --tuning tiny.json gaussian:sigma=4
$PLD statement --delta 0 --tuning tiny.json gaussian:sigma=4
printf '0.75,0.25\n0.25,0.75\n' >masses.csv
$PLD tune --json --delta 1e-3 --runs poisson:mean=4 array:file=masses.csv >masses.json
$PLD statement --delta 1e-3 --tuning masses.json array:file=masses.csv | grep -o 'Provided[^;]*that search[^;]*;'
printf '0.5,0.25\n0.5,0.75\n' >masses.csv
$PLD statement --delta 1e-3 --tuning masses.json array:file=masses.csv
