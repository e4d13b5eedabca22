$PLD compare --delta 1/48000 --claim x=1.9 --claim y=1.97 --claim z=inf poisson-gaussian:q=0.2,sigma=3@50 >out 2>err
code=$?
sed -n 's/^\([^ ]*\)  *\(bound\|approximation\|claim\)  *[^ ]*  *[^ ]*  *[^ ]*  \([a-z-]*\).*/\1 \2 \3/p' out
sed 's/at least [0-9.]*/at least N/' err
exit $code
