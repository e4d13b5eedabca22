# One series for each composition and delta.
cat >claims.csv <<'END'
mechanism,compositions,delta,epsilon
gaussian:sigma=1,4,1e-5,20
gaussian:sigma=1,2,1e-5,20
gaussian:sigma=1,2,1/1000,20
gaussian:sigma=2,1,1e-5,20
gaussian:sigma=2 laplace:b=1,1,1e-5,20
END
$PLD compare --methods none --claims claims.csv -o a.h5 >/dev/null
$PLD info a.h5 | grep -e '^[^ ].* points*$' -e '^  compositions' -e '^  delta' -e mechanisms_given
$PLD compare --methods none --claims claims.csv -o b.h5 --series paper >/dev/null
$PLD info b.h5 | grep '^[^ ].* points*$'
