cat >claims.csv <<'END'
# somebody's table
name, compositions, epsilon
"a, ""b""",10,2
wrong,50,1.9

,50,2.2
END
$PLD compare --delta 1e-5 --methods rdp --claims claims.csv --claim all=100 poisson-gaussian:q=0.2,sigma=3 >out 2>err
code=$?
sed 's/tight: .*/tight/' out | grep -v '^note'| sed 's/ \(0\|[1-9][0-9]*\)\.[0-9]*  *[0-9.]*  *\([0-9.-]*\)  / N /; s/at least [0-9.]*/at least N/'
sed 's/at least [0-9.]*/at least N/' err
exit $code
