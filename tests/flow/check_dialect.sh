#!/bin/sh
# One layout and one dialect: what .clang-format and .clang-tidy say holds of every source, and no line is longer than its limit.
#
#   check_dialect.sh ROOT BUILD    BUILD has compile_commands.json; exit 77 (skipped) where the tools are missing
#   check_dialect.sh --self-test   check that a wrong layout, a long comment and a suspicious line are seen
set -eu

missing() {
    for tool in clang-format clang-tidy; do
        if ! command -v "$tool" >/dev/null 2>&1; then
            echo "$tool is not there"
            return 0
        fi
    done
    return 1
}

# sources ROOT: every C file of ours.
sources() {
    # pip leaves what it built in a folder beside the package
    find "$1/src" "$1/include" "$1/tests" "$1/scripts" -path '*/src/python/build' -prune -o -name '*.[ch]' -print 2>/dev/null | LC_ALL=C sort
}

layout() {
    sources "$1" | xargs clang-format --dry-run -Werror --style=file 2>&1 | grep 'error:' || true
    # shellcheck disable=SC2016 # of awk
    sources "$1" | xargs awk 'length($0) > 130 { printf "%s:%d: a line of %d characters, more than 130\n", FILENAME, FNR, length($0) }'
}

tidy() {
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$2/compile_commands.json" | grep "/src/" | LC_ALL=C sort -u |
        xargs -n 8 -P 2 clang-tidy -p "$2" --quiet 2>/dev/null | grep -E '(error|warning):' || true
}

check() {
    {
        layout "$1"
        tidy "$1" "$2"
    } >"$complaints"
    cat "$complaints"
    echo "$(sources "$1" | wc -l) files, $(wc -l <"$complaints") complaints"
    [ ! -s "$complaints" ]
}

# expect COUNT NAME TEXT: a tree with this file has so many complaints.
expect() {
    rm -rf "$tree"
    mkdir -p "$tree/src" "$tree/include" "$tree/tests" "$tree/scripts"
    cp "$here/../../.clang-format" "$here/../../.clang-tidy" "$tree"
    printf '%b' "$3" >"$tree/src/file.c"
    printf '[{"directory": "%s", "command": "cc -c src/file.c",\n  "file": "%s"\n}]\n' "$tree" "$tree/src/file.c" >"$tree/compile_commands.json"
    check "$tree" "$tree" >"$tree/log" || true
    if [ "$(wc -l <"$complaints")" -ne "$1" ]; then
        echo "self-test: $2 should make $1 complaints, but:"
        cat "$tree/log"
        failed=1
    fi
}

complaints=$(mktemp)
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
case "${1:-}" in
--self-test)
    tree=$(mktemp -d)
    trap 'rm -rf "$tree" "$complaints"' EXIT
    if missing; then exit 77; fi
    failed=0
    expect 0 "a good file" 'int main(void) {\n    return 0;\n}\n'
    expect 1 "a wrong layout" 'int main(void) {\n  return 0;\n}\n'
    expect 2 "a long comment" "/* $(printf '%0130d' 0) $(printf '%010d' 0) */\nint main(void) {\n    return 0;\n}\n"
    expect 1 "a suspicious line" '#include <string.h>\nint main(int argc, char **argv) {\n    return strcmp(argv[0], argv[argc - 1]) == 2;\n}\n'
    [ "$failed" -eq 0 ] && echo "self-test: all judged rightly"
    exit "$failed"
    ;;
"")
    echo "usage: check_dialect.sh ROOT BUILD | --self-test" >&2
    exit 2
    ;;
*)
    trap 'rm -f "$complaints"' EXIT
    if missing; then exit 77; fi
    check "$1" "$2"
    ;;
esac
