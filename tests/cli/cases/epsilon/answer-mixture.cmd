# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon --json --delta 1e-5 mixture-gaussian:sigma=1,pw=59744/60000:256/60000,pm=0:1,qw=1,qm=0@16384 >answer && sh "$TOOLS/inside.sh" epsilon 3.0696978848608449 3.1e-4 <answer
