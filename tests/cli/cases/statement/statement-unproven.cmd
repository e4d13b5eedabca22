# What is not proven is not said to be.
printf 'P,Q\n0.5,0.25\n0.5,0.75\n' >a.csv
$PLD statement --verify --delta 1e-5 --tolerance 1e-6 array:file=a.csv@3 >text
code=$?
grep -c "verified" text
exit $code
