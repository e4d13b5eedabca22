# Where directions are shown each is as close as asked, or not shown. At epsilon 5.5 a query about both stops at an upper end for add that is
# 6500 times the truth.
$PLD curve --profile 0,5.5 --compositions 1000 -o a.h5 poisson-gaussian:q=0.01,sigma=0.8 >/dev/null
$PLD export a.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { lower = $column["add_lower"]; estimate = $column["add_estimate"]; upper = $column["add_upper"]
      print $column["epsilon"], (lower > 0 && lower <= estimate && estimate <= upper && upper - lower <= 1e-3 * upper), (upper < 4e-55) }'
$PLD curve --json --profile 5.5 --compositions 1000 poisson-gaussian:q=0.01,sigma=0.8 >answer.json
sh "$TOOLS/inside.sh" add 3.8551081926189276e-55 4e-58 <answer.json
# With so few buckets neither direction is known: files leave them out, the bracket of both stays.
$PLD curve --delta 1e-5 --compositions 1000 --buckets 256 -o b.h5 poisson-gaussian:q=0.01,sigma=1 >/dev/null 2>&1
echo "exit $?"
$PLD export b.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { print ($column["epsilon_upper"] > 1.6 && $column["epsilon_upper"] < 11), "[" $column["epsilon_estimate"] $column["remove_lower"] $column["remove_estimate"] $column["remove_upper"] "]" }'
