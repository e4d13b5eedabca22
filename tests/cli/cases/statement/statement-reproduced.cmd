# The command in the statement gives the same statement.
$PLD statement --delta 1e-5 --released "it's \$5" gaussian:sigma=2 >a
sed "s/.*rounded up and lower ends down: //" a >command
pld() { "$PLD" "$@"; }
. ./command >b
cmp a b && tail -c 70 a
