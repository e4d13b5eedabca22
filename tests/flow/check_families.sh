#!/bin/sh
# A family is one file and one row: every row of src/family/table.h has its file, which defines the row, and a test that names it; every file that defines
# a row is in the table; and nothing but src/baseline (published bounds), src/kernel (weights to all digits) and src/verify (which must not
# share what families know) tells kinds of mechanisms apart by a switch.
#
#   check_families.sh ROOT         check ROOT/src and ROOT/tests
#   check_families.sh --self-test  check that each kind of violation is seen
set -eu

check() {
    (
        cd "$1"
        bad=0
        rows=0
        complain() {
            echo "$1"
            bad=$((bad + 1))
        }
        names=$(grep -o '[^A-Za-z_]row([a-z_]*)' src/family/table.h | sed 's/.*(\(.*\))/\1/')
        for name in $names; do
            rows=$((rows + 1))
            if [ ! -f "src/family/$name.c" ]; then
                complain "src/family/table.h: row($name) has no src/family/$name.c"
            elif ! grep -q "^const pld__family pld__family_$name = {" "src/family/$name.c"; then
                complain "src/family/$name.c: does not define pld__family_$name"
            fi
            if [ ! -f "tests/family/test_$name.c" ]; then
                complain "src/family/table.h: row($name) has no tests/family/test_$name.c"
            elif ! grep -q "pld__family_$name\b" "tests/family/test_$name.c"; then
                complain "tests/family/test_$name.c: does not look at pld__family_$name"
            fi
        done
        [ "$rows" -gt 0 ] || complain "src/family/table.h: no row found"
        defined=$(grep -ho '^const pld__family pld__family_[a-z_]*' src/family/*.c | sed 's/.*pld__family_//')
        for name in $defined; do
            echo "$names" | grep -qx "$name" || complain "src/family/$name.c: its row is not in src/family/table.h"
        done
        switches=$(grep -rn 'case PLD__KIND_' src --include='*.[ch]' | grep -v -e '^src/baseline/' -e '^src/kernel/' -e '^src/verify/' | cut -d: -f1,2)
        for place in $switches; do
            complain "$place: a switch over kinds: what a family knows belongs into its row"
        done
        echo "$rows families, $bad complaints"
        [ "$bad" -eq 0 ]
    )
}

# expect pass|fail WHAT: the tree as it is by now.
expect() {
    if check "$tree" >"$directory/log" 2>&1; then got=pass; else got=fail; fi
    if [ "$got" != "$1" ]; then
        echo "self-test: $2 should $1, but:"
        cat "$directory/log"
        failed=$((failed + 1))
    fi
    tried=$((tried + 1))
}

# A good tree of one family.
plant() {
    rm -rf "$tree"
    mkdir -p "$tree/src/family" "$tree/src/query" "$tree/src/baseline" "$tree/tests/family"
    printf '#define PLD__FAMILIES(row) \\\n    row(laplace)\n' >"$tree/src/family/table.h"
    printf 'const pld__family pld__family_laplace = {\n};\n' >"$tree/src/family/laplace.c"
    printf '.family = &pld__family_laplace,\n' >"$tree/tests/family/test_laplace.c"
    printf 'case PLD__KIND_LAPLACE:\n' >"$tree/src/baseline/rdp.c"
}

self_test() {
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    tree=$directory/tree
    failed=0
    tried=0
    plant && expect pass 'a family with all it needs'
    plant && rm "$tree/tests/family/test_laplace.c" && expect fail 'a row without a test'
    plant && echo 'int x;' >"$tree/tests/family/test_laplace.c" && expect fail 'a test of something else'
    plant && rm "$tree/src/family/laplace.c" && expect fail 'a row without a file'
    plant && echo 'int x;' >"$tree/src/family/laplace.c" && expect fail 'a file without its row'
    plant && echo 'const pld__family pld__family_cauchy = {' >"$tree/src/family/cauchy.c" && expect fail 'a row that is not in the table'
    plant && echo 'case PLD__KIND_LAPLACE:' >"$tree/src/query/plan.c" && expect fail 'a switch over kinds'
    plant && : >"$tree/src/family/table.h" && expect fail 'no table'
    echo "self-test: $((tried - failed)) of $tried trees judged rightly"
    [ "$failed" -eq 0 ]
}

case "${1:-}" in
--self-test) self_test ;;
"")
    echo "usage: check_families.sh ROOT | --self-test" >&2
    exit 2
    ;;
*) check "$1" ;;
esac
