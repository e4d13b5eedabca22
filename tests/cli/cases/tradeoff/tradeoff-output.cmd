tradeoff() { $PLD tradeoff --fpr 0.001,0.1,0.9 --prior 0.5,0.1 --tolerance 0.01 "$@" poisson-gaussian:q=0.1,sigma=2@10 >/dev/null; }
tradeoff -o a.h5 && echo written
tradeoff -o a.h5; echo "exit $?"
tradeoff -o a.h5 --append; echo "exit $?"
tradeoff -o a.h5 --append --series second && echo appended
$PLD info a.h5 | grep -e "points$" -e "^  fpr" -e quantity -e tolerance -e adjacency -e command_line -e "^  prior"
tradeoff -o b.h5 --adjacency add && tradeoff -o b.h5 --adjacency add --force && echo replaced
$PLD export b.h5 --csv | head -1
$PLD export b.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { print $column["fpr"], ($column["add_fnr_lower"] <= $column["add_fnr_upper"]) ($column["add_fnr_upper"] <= 1 - $column["fpr"] + 1e-9) ($column["tpr_upper"] > $column["fpr"]) }'
tradeoff --series third; echo "exit $?"
ls
