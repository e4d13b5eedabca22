compare() { $PLD compare --delta 1e-5 --compositions 1,4 --methods rdp,naive,zcdp --tolerance 0.01 "$@" poisson-gaussian:q=0.1,sigma=2 >/dev/null; }
compare -o a.h5 && echo written
compare -o a.h5; echo "exit $?"
compare -o a.h5 --append; echo "exit $?"
compare -o a.h5 --append --series second && echo appended
$PLD info a.h5 | grep -e '^[^ ].* points$' -e not_applicable -e command_line
compare -o b.h5 && compare -o b.h5 --force && echo replaced
$PLD export b.h5 --csv | head -1
$PLD export b.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { lower = $column["epsilon_lower"]; print ($column["method_rdp"] > lower) ($column["method_naive"] >= lower) ($column["order_rdp"] > 1) }'
ls
