# shellcheck shell=sh
# To be sourced by checks of single lines, which define check(TREE): trees with one such line, each judged by it.

# judge_start: before the first tree.
judge_start() {
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    tree=$directory/tree
    failed=0
    tried=0
}

# expect pass|fail FILE CODE: a tree with this code on line 2 passes or fails, and a failure names the file and the line.
expect() {
    rm -rf "$tree"
    mkdir -p "$tree/$(dirname "$2")"
    printf '#include <stdio.h>\n%s\n' "$3" >"$tree/$2"
    if check "$tree" >"$tree/log"; then got=pass; else got=fail; fi
    if [ "$got" != "$1" ] || { [ "$1" = fail ] && ! grep -q "^$2:2: " "$tree/log"; }; then
        echo "self-test: $2 with $3 should $1, but:"
        cat "$tree/log"
        failed=$((failed + 1))
    fi
    tried=$((tried + 1))
}

# judge_end: after the last one; fails if a tree was judged wrongly.
judge_end() {
    echo "self-test: $((tried - failed)) of $tried trees judged rightly"
    [ "$failed" -eq 0 ]
}
