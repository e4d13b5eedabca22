# The names of all members of the first point, and all points.
$PLD curve --json --delta 1e-5 --compositions 1..4:x2 --vary k=1,2 poisson-gaussian:q=0.1,sigma=2 >answer
sed -n 's/^\( *\)"\([a-z0-9_]*\)":.*/\1\2/p' answer | awk 'seen[$0]++ == 0'
grep -c '"compositions": ' answer
grep '"series": ' answer
