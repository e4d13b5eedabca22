# Notes are broken where a terminal ends, and nowhere else.
ask='"$PLD" epsilon --delta 1e-5 poisson-gaussian:q=0.1,sigma=2'
on_terminal() { script -qec "$ask" /dev/null </dev/null | tr -d '\r' | sed -n '/^note/,$p'; }
COLUMNS=60 on_terminal
echo 10 columns are left alone
COLUMNS=10 on_terminal
COLUMNS=60 sh -c "$ask" | grep -c '^note: .*cover them'
