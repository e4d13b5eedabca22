#!/bin/sh
# The long tests of packages: two builds of one commit, in folders of different names, give the same bytes; lintian finds no error; they
# install on a fresh Debian, run there, and are removed without a trace. The last needs root and debootstrap, and is left out without them.
#
#   fresh.sh SOURCES
set -eu

sources=${1:?usage: fresh.sh SOURCES}
work=$(mktemp -d)
root=$work/root
cleanup() {
    umount "$root/proc" 2>/dev/null || umount -l "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "fresh: $*"
    exit 1
}

commit=$(git -C "$sources" rev-parse HEAD)
for name in one another-name; do
    git clone -q "$sources" "$work/$name"
    git -C "$work/$name" -c advice.detachedHead=false checkout -q "$commit"
    "$work/$name/scripts/package" "$work/$name-debs" >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "scripts/package failed"
    }
done
for package in "$work"/one-debs/*.deb; do
    cmp "$package" "$work/another-name-debs/$(basename "$package")" || fail "two builds of one commit differ"
done
echo "fresh: two builds are the same bytes"

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
    echo "fresh: installing was left out, it needs root and debootstrap"
    exit 0
fi
# The release and the mirror of this machine.
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(apt-cache policy | awk '$1 ~ /^[0-9]+$/ && $2 ~ /^https?:/ && !/security/ { print $2; exit }')
debootstrap --variant=minbase "$release" "$root" ${mirror:+"$mirror"} >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    fail "debootstrap failed"
}
mount -t proc proc "$root/proc" 2>/dev/null || true
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io" # it is thrown away
[ ! -d /etc/apt/apt.conf.d ] || cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
within() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
}
# inside WHAT COMMAND...: quiet unless it fails.
inside() {
    what=$1
    shift
    within "$@" >"$work/log" 2>&1 || {
        tail -n 40 "$work/log"
        fail "$what"
    }
}
# What is called after the packages; logs and what man keeps of pages that were read are not theirs.
traces() {
    (cd "$root" && find . -path ./proc -prune -o -path ./tmp -prune -o -path ./var/log -prune -o -path ./var/cache -prune -o -print) | grep -i pld | sort || true
}
traces >"$work/before"

# The packages alone, and what they need.
mkdir "$root/tmp/debs" "$root/tmp/sources"
cp "$work"/one-debs/*.deb "$root/tmp/debs/"
git -C "$work/one" archive HEAD | tar -x -C "$root/tmp/sources"
inside "the packages do not install" sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends /tmp/debs/*.deb'
within pld epsilon --delta 1e-5 --verify poisson-gaussian:q=256/60000,sigma=1@16384 | grep -q '^report: ' || fail "pld does not run"
inside "the Python package does not run" python3 -c 'import pld; print(pld.epsilon(pld.gaussian(sigma=1), delta=1e-5))'
for shell in bash-completion/completions/pld zsh/vendor-completions/_pld fish/vendor_completions.d/pld.fish; do
    [ -s "$root/usr/share/$shell" ] || fail "there is no /usr/share/$shell"
done

# What they recommend or suggest, and what examples of pages use: every page, with the installed program.
inside "what the examples need does not install" sh -c 'apt-get -qq install -y --no-install-recommends gcc libc6-dev make cmake pkg-config \
    python3-h5py python3-matplotlib python3-xarray curl man-db'
pages=$(cd "$root/tmp/sources" && grep -lr --include='*.md' '^```console' README.md src | sort)
for page in $pages; do
    inside "the examples of $page" sh /tmp/sources/tests/readme/check.sh "/tmp/sources/$page" /usr/bin/pld
    tail -n 1 "$work/log" | sed 's|/tmp/sources/||; s/^/fresh: /'
done
awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/tmp/sources/README.md" >"$root/tmp/readme.py"
[ -s "$root/tmp/readme.py" ] || fail "README.md has no Python"
inside "the Python of README.md" python3 /tmp/readme.py
# shellcheck disable=SC2016 # inside
inside "the C of README.md, by pkg-config" \
    sh -c 'cc -o /tmp/consumer /tmp/sources/tests/consumer/consumer.c $(pkg-config --cflags --libs pld) -lm && /tmp/consumer'
inside "the C of README.md, by CMake" \
    sh -c 'cmake -S /tmp/sources/tests/consumer -B /tmp/cmake && cmake --build /tmp/cmake && /tmp/cmake/consumer && cd /tmp && /tmp/cmake/training'
for name in pld pld-sweep pld-experiment pld-hdf5 libpld; do
    inside "man $name" sh -c "man $name | grep -q NAME"
done

inside "the packages are not removed" sh -c 'apt-get -qq purge -y "libpld*" pld python3-pld'
traces >"$work/after"
diff "$work/before" "$work/after" || fail "removing leaves what was not there before"
echo "fresh: installed, run and removed on $release"
