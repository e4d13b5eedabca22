#!/bin/sh
# inside.sh KEY TRUTH WIDTH <ANSWER.json: checks that the bracket KEY of the answer contains TRUTH and is no wider than WIDTH.
awk -v key="\"$1\":" -v truth="$2" -v width="$3" '
    $1 == key && $2 == "{" && !seen { within = 1; seen = 1; next }
    within && /}/ { within = 0 }
    within { sub(/,$/, "", $2); value[$1] = $2 }
    END {
        lower = value["\"lower\":"]; estimate = value["\"estimate\":"]; upper = value["\"upper\":"]
        if (lower == "" || estimate == "" || upper == "") { print "no bracket " key; exit 1 }
        if (lower upper ~ /"/) { print "not finite: " lower " " upper; exit 1 }
        if (lower + 0 > truth + 0 || upper + 0 < truth + 0) { print truth " is not in [" lower ", " upper "]"; exit 1 }
        if (estimate != "null" && (lower + 0 > estimate + 0 || estimate + 0 > upper + 0)) { print "estimate " estimate " is outside"; exit 1 }
        if (upper - lower > width + 0) { print "width " upper - lower " is more than " width; exit 1 }
        print estimate == "null" ? "inside, without an estimate" : "inside"
    }'
