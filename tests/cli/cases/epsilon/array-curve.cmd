$PLD curve --profile 0..4:+0.5 gaussian:sigma=1 -o profile.h5 >/dev/null
$PLD export profile.h5 --csv >profile.csv
$PLD epsilon --delta 1e-2 array:file=profile.csv,curve=1,delta=delta_upper@3
$PLD epsilon --delta 1e-2 array:file=profile.h5,curve=1,epsilon=/gaussian/epsilon,delta=/gaussian/delta_upper@3 | grep both
$PLD epsilon --delta 1e-2 array:file=profile.csv,curve=1,delta=delta_upper,orders=1@3 | grep -E 'remove|add '
printf 'epsilon,delta\n1,1e-6\n1,1e-7\n' >twice.csv
$PLD epsilon --delta 1e-4 array:file=twice.csv,curve=1
$PLD epsilon --delta 1e-4 array:file=twice.csv,curve=2
$PLD epsilon --delta 1e-4 array:file=twice.csv,curve=1,orders=3
$PLD epsilon --delta 1e-4 poisson:q=0.1,of=array,file=profile.csv,curve=1,delta=delta_upper
