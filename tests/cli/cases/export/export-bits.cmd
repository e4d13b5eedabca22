# What is printed is what is stored, to the bit.
$PLD curve --json --delta 1e-5 --compositions 1..8:x2 poisson-gaussian:q=0.1,sigma=2 -o a.h5 >answer
$PLD export a.h5 --json | awk '/"name": "epsilon_upper"/ { on = 1 } on && /^ *[0-9]/ { sub(/,/, ""); print $1 } on && /\]/ { exit }' >stored
awk '/"epsilon": {/ { on = 1 } on && /"upper"/ { print $2; on = 0 }' answer | cmp - stored && echo same
