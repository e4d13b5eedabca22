# Every bound is above the certified lower end; one that does not apply is not a number.
cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=2", "compositions": [1, 10], "delta": 1e-5, "methods": ["rdp", "naive,pure-moments"]}
JSON
$PLD sweep e.json -o a.h5
$PLD export a.h5 --csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { lower = $column["epsilon_lower"]; print ($column["method_rdp"] > lower) ($column["method_naive"] >= lower), $column["method_pure-moments"] }'
