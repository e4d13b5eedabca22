#!/bin/sh
# No multiplication in the library is fused with an addition: bounds are proven for operations that round one by one.
#
#   check_fused.sh ARCHIVE
set -eu

command -v objdump >/dev/null 2>&1 || {
    echo "fused: no objdump, nothing is checked"
    exit 0
}
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT
objdump -d "$1" >"$listing"
grep -q '>:$' "$listing" || {
    echo "fused: $1 has no code"
    exit 1
}
# x86 (FMA, FMA4 and AVX-512) and Arm.
if grep -E '[[:space:]](vfn?m(add|sub)|fn?m(add|sub)|fmla|fmls|fcmla)' "$listing"; then
    echo "fused: $1 has fused operations"
    exit 1
fi
