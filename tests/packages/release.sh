#!/bin/sh
# The tarball of a release has every file of the commit, says which commit that is, and is the same bytes twice; it configures without git,
# and, in the long tests, builds and passes. Trees without agreement are refused.
#
#   release.sh SOURCES
set -eu

sources=${1:?usage: release.sh SOURCES}
cd "$sources"
if ! git rev-parse HEAD >/dev/null 2>&1; then
    echo "release: no repository here"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "release: $*"
    exit 1
}

# A copy of its own, so that nobody's changes matter.
git clone -q "$sources" "$work/clone"
cd "$work/clone"
git -c advice.detachedHead=false checkout -q "$(git -C "$sources" rev-parse HEAD)"
scripts/release --snapshot "$work/one" >/dev/null
touch CMakeLists.txt
scripts/release --snapshot "$work/two" >/dev/null
archive=$(basename "$work"/one/*.tar.gz)
cmp "$work/one/$archive" "$work/two/$archive" || fail "two tarballs of one commit differ"
mkdir "$work/tree"
tar -xzf "$work/one/$archive" -C "$work/tree" --strip-components=1
(git ls-files && echo COMMIT) | sort >"$work/expected"
(cd "$work/tree" && find . -type f -o -type l) | sed 's|^\./||' | sort >"$work/found"
diff "$work/expected" "$work/found" || fail "the tarball has other files than the commit"
[ "$(sed -n 1p "$work/tree/COMMIT")" = "$(git rev-parse HEAD)" ] || fail "COMMIT is not the commit"

# Refusals: a changed tree, and a changelog that does not begin with this version and this day.
echo >>README.md
if scripts/release "$work/three" 2>"$work/error" || ! grep -q 'not committed' "$work/error"; then
    fail "a changed tree is not refused: $(cat "$work/error")"
fi
git checkout -q README.md
sed 's/^## .*/## 0.0.0 (1999-01-01)/' .github/CHANGELOG.md >"$work/changelog"
cp "$work/changelog" .github/CHANGELOG.md
git -c user.name=test -c user.email=test@localhost commit -qam "A changelog of another version"
if scripts/release "$work/three" 2>"$work/error" || ! grep -q "the changelog begins with '0.0.0 (1999-01-01)'" "$work/error"; then
    fail "a changelog of another version is not refused: $(cat "$work/error")"
fi
[ ! -e "$work/three" ] || fail "a refused release leaves something"

# Without git, whoever's repository is around.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/git"
chmod +x "$work/bin/git"
PATH=$work/bin:$PATH
export PATH
tests=OFF
[ -z "${PLD_TEST_LONG:-}" ] || tests=ON
cmake -S "$work/tree" -B "$work/build" -DPLD_TESTS="$tests" -DPLD_BENCH=OFF -DCMAKE_C_COMPILER="${CC:-cc}" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "the tarball does not configure"
}
grep -q "PLD_COMMIT=.*$(sed -n 1p "$work/tree/COMMIT")" "$work/build/compile_commands.json" || fail "the build does not know its commit"
if [ -n "${PLD_TEST_LONG:-}" ]; then
    { cmake --build "$work/build" -j"$(nproc)" && ctest --test-dir "$work/build" -E '^(soundness|endurance)' -j"$(nproc)"; } >"$work/log" 2>&1 || {
        tail -n 50 "$work/log"
        fail "the tarball does not build or pass its tests"
    }
fi
echo "release: $(grep -c . "$work/found") files"
