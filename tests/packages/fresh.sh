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
    umount "$root/proc" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

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
[ ! -d /etc/apt/apt.conf.d ] || cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
within() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
}
traces() {
    (cd "$root" && find . -path ./proc -prune -o -path ./tmp -prune -o -path ./var -prune -o -print) | grep pld | grep -v dpkg | sort || true
}
cp "$work"/one-debs/*.deb "$root/tmp/"
within sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends /tmp/*.deb gcc libc6-dev pkg-config' >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    fail "the packages do not install"
}
within pld epsilon --delta 1e-5 --verify poisson-gaussian:q=256/60000,sigma=1@16384 | grep -q '^report: ' || fail "pld does not run"
within python3 -c 'import pld; print(pld.epsilon(pld.gaussian(sigma=1), delta=1e-5))' || fail "the Python package does not run"
cp "$sources/tests/consumer/consumer.c" "$root/tmp/"
# shellcheck disable=SC2016 # inside
within sh -c 'cc -o /tmp/consumer /tmp/consumer.c $(pkg-config --cflags --libs pld) && /tmp/consumer' || fail "nothing can be compiled with libpld-dev"
within sh -c 'apt-get -qq purge -y "libpld*" pld python3-pld' >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    fail "the packages are not removed"
}
[ -z "$(traces)" ] || fail "removing leaves $(traces)"
echo "fresh: installed, run and removed on $release"
