#!/bin/sh
# Installs BUILD_DIR into an empty prefix and uses the library from there as a stranger would: through find_package(pld), through
# pkg-config, and all static; then the example in the overview of pld.h, as written.
#
#   run.sh BUILD_DIR
set -eu

truth=3.06969788486 # remove, the larger direction; from a high-precision contour integral

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
build=${1:?usage: run.sh BUILD_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
CC=${CC:-cc}

# step TEXT COMMAND...: quiet unless it fails.
step() {
    text=$1
    shift
    if ! "$@" >"$work/log" 2>&1; then
        echo "consumer: $text failed:"
        cat "$work/log"
        exit 1
    fi
}

# check TEXT COMMAND...: the program prints a bracket that holds the truth and is not wide.
check() {
    text=$1
    shift
    if ! "$@" >"$work/output"; then
        echo "consumer: $text: the program failed"
        exit 1
    fi
    awk -v truth="$truth" -v text="$text" '
        NR == 1 && NF == 5 && $2 == "<=" && $3 == "epsilon" && $4 == "<=" {
            good = $1 <= truth && truth <= $5 && $5 - $1 <= 4e-4
        }
        { printf "consumer: %s: %s\n", text, $0 }
        END {
            if (NR != 1 || !good) {
                printf "consumer: %s: this should be a narrow bracket of %s\n", text, truth
                exit 1
            }
        }' "$work/output"
}

strict="-std=c11 -O2 -Wall -Wextra -Wpedantic -Werror"

step "installing" cmake --install "$build" --prefix "$prefix"
step "the installed program" "$prefix/bin/pld" --version

# The server is a module beside the installed library, with its page inside.
if [ -n "$(find "$prefix" -name pld-server.so)" ]; then
    "$prefix/bin/pld" serve --port 0 >"$work/address" &
    server=$!
    tries=0
    while [ ! -s "$work/address" ] && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill $server
    if ! wait $server || [ ! -s "$work/address" ]; then
        echo "consumer: the installed server does not start, or does not end well"
        exit 1
    fi
fi

pc=$(find "$prefix" -name pld.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
library=$(pkg-config --variable=libdir pld)
flags=$(pkg-config --cflags pld | sed 's/ *$//')
if [ "$(CDPATH='' cd "${flags#-I}" && pwd -P)" != "$(CDPATH='' cd "$prefix/include" && pwd -P)" ]; then
    echo "consumer: pkg-config --cflags is '$flags', not the include folder alone"
    exit 1
fi

step "configuring with find_package" cmake -S "$here" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC"
step "building with find_package" cmake --build "$work/cmake"
check "find_package" "$work/cmake/consumer"

# The longer example: a bracket, the steps of 60 epochs, the noise for a budget, what an attacker can do, verdicts, a sweep, and a paragraph.
step "the example of a training run" sh -c "cd '$work' && '$work/cmake/training'"
cp "$work/log" "$work/training"
check "training run" head -n 1 "$work/training"
if [ "$(sed -n 2p "$work/training")" != "60 epochs are 14063 steps" ] ||
    ! sed -n 3p "$work/training" | grep -q '^epsilon = 2 needs sigma = [0-9.]*, and [0-9.]* is not enough$' ||
    ! sed -n 4p "$work/training" | grep -q '^1 % false positives allow at most [0-9.]* % true positives$' ||
    [ "$(sed -n 5p "$work/training")" != "bound rdp: valid" ] ||
    [ "$(sed -n 6p "$work/training")" != "claim paper: unsound" ] ||
    [ "$(sed -n 7p "$work/training")" != "noise.h5 has 3 points" ] || [ ! -s "$work/noise.h5" ] ||
    ! sed -n 8p "$work/training" | grep -q '^This is DP-SGD .*What is released: the final model\. .* for k = 2\..*Computed by pld'; then
    echo "consumer: this is not what the training run should print:"
    cat "$work/training"
    exit 1
fi

# Word splitting is meant: flags.
# shellcheck disable=SC2046,SC2086
step "building with pkg-config" "$CC" $strict -o "$work/consumer" "$here/consumer.c" $(pkg-config --cflags --libs pld)
check "pkg-config" env LD_LIBRARY_PATH="$library" "$work/consumer"

# A system may come without archives of some libraries.
echo 'int main(void) { return 0; }' >"$work/empty.c"
# shellcheck disable=SC2046
if "$CC" -static -o "$work/empty" "$work/empty.c" $(pkg-config --static --libs-only-other pld) 2>/dev/null; then
    # shellcheck disable=SC2046,SC2086
    step "building with pkg-config --static" \
        "$CC" $strict -static -o "$work/static" "$here/consumer.c" $(pkg-config --static --cflags --libs pld)
    check "pkg-config --static" "$work/static"
else
    echo "consumer: pkg-config --static: left out, $CC cannot link statically here"
fi

{
    printf '#include <math.h>\n#include <pld/pld.h>\n#include <stdio.h>\nint main(void) {\n'
    sed -n 's/^ \*     //p' "$prefix/include/pld/pld.h"
    printf 'return status;\n}\n'
} >"$work/overview.c"
# shellcheck disable=SC2046,SC2086
step "building the example of pld.h" "$CC" $strict -o "$work/overview" "$work/overview.c" $(pkg-config --cflags --libs pld)
check "example of pld.h" env LD_LIBRARY_PATH="$library" "$work/overview"

# The shared library's table is what the headers declare: nothing less, nothing more.
declared() {
    printf '#include <pld/pld.h>\n' >"$work/all.c"
    "$CC" -E -P -I "$prefix/include" "$work/all.c" | tr '\n' ' ' | tr ';' '\n' | grep 'visibility("default")' |
        sed -n 's/^[^(]*((\(.*\)$/\1/p' | grep -o 'pld_[a-z0-9_]* *(' | tr -d ' (' | sort -u
}
if [ -e "$library/libpld.so" ]; then
    nm -D --defined-only "$library/libpld.so" | awk '$2 ~ /[TDBRVW]/ { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/names"
    declared >"$work/declared"
    if ! diff "$work/declared" "$work/names" >"$work/difference"; then
        echo "consumer: declared in the headers (<) or in the library (>) alone:"
        grep '^[<>]' "$work/difference"
        exit 1
    fi
    echo "consumer: $(grep -c . "$work/names") public names, each declared and exported"
    soname=$(objdump -p "$library/libpld.so" | awk '$1 == "SONAME" { print $2 }')
    minor=$("$prefix/bin/pld" --version | sed 's/^pld \([0-9]*\.[0-9]*\).*/\1/')
    case "$minor" in
    0.*) expected=libpld.so.$minor ;;
    *) expected=libpld.so.${minor%%.*} ;;
    esac
    if [ "$soname" != "$expected" ]; then
        echo "consumer: the library is called $soname instead of $expected"
        exit 1
    fi
fi
