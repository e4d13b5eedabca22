#!/bin/sh
# What is installed is removed by `uninstall`, to the last folder; Debian's packages have what belongs to them and nothing twice, and run
# from where they are unpacked.
#
#   run.sh BUILD_DIR
set -eu

build=${1:?usage: run.sh BUILD_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "packages: $*"
    exit 1
}

step() {
    text=$1
    shift
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "$text failed"
    }
}

# --- install and uninstall ---
mkdir -p "$work/prefix/bin"
echo mine >"$work/prefix/bin/mine"
step "installing" cmake --install "$build" --prefix "$work/prefix"
for file in bin/pld share/man/man1/pld.1 share/man/man3/libpld.3 share/man/man5/pld-hdf5.5 share/bash-completion/completions/pld \
    share/zsh/vendor-completions/_pld share/fish/vendor_completions.d/pld.fish; do
    [ -s "$work/prefix/$file" ] || fail "$file is not installed"
done
mkdir -p "$work/prefix/lib/python3/dist-packages/pld/__pycache__"
touch "$work/prefix/lib/python3/dist-packages/pld/__pycache__/errors.cpython-311.pyc"
step "uninstall" cmake --build "$build" --target uninstall
left=$(cd "$work/prefix" && find . | sort | tr '\n' ' ')
[ "$left" = ". ./bin ./bin/mine " ] || fail "uninstall leaves $left"

# --- packages ---
for tool in cpack dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "packages: $tool is not there, packages were left out"
        exit 0
    }
done
step "cpack" cpack --config "$build/CPackConfig.cmake" -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$work/debs"
soname=$(basename "$(find "$build" -maxdepth 1 -name 'libpld.so.*' ! -name '*.*.*.*.*' -type l)")
library=libpld${soname#libpld.so.}
: >"$work/files"
for package in "$library" libpld-dev pld python3-pld; do
    file=$(find "$work/debs" -maxdepth 1 -name "${package}_*.deb")
    [ -s "$file" ] || fail "there is no package $package"
    [ "$(dpkg-deb -f "$file" Package)" = "$package" ] || fail "$file is not called $package"
    dpkg-deb -c "$file" | awk '$1 !~ /^d/ { print $6 }' >>"$work/files"
    step "unpacking $package" dpkg-deb -x "$file" "$work/unpacked"
done
[ -z "$(sort "$work/files" | uniq -d)" ] || fail "two packages have $(sort "$work/files" | uniq -d)"
package_field() {
    dpkg-deb -f "$(find "$work/debs" -maxdepth 1 -name "$1_*.deb")" "$2"
}
case "$(package_field libpld-dev Depends)" in
*"$library (= "*) ;;
*) fail "libpld-dev does not need its own library: $(package_field libpld-dev Depends)" ;;
esac
case "$(package_field python3-pld Depends)" in
*python3-cffi*"$library (= "*) ;;
*) fail "python3-pld does not need what it needs: $(package_field python3-pld Depends)" ;;
esac
for package in "$library" pld; do
    case "$(package_field "$package" Depends)" in
    *libc6*libhdf5*) ;;
    *) fail "$package does not need the libraries that it is linked with: $(package_field "$package" Depends)" ;;
    esac
done
package=$(find "$work/debs" -maxdepth 1 -name "$library"_\*.deb)
dpkg-deb -I "$package" shlibs | grep -q "^libpld ${soname#libpld.so.} $library (>= " || fail "$library has no shlibs"
dpkg-deb -I "$package" triggers | grep -q ldconfig || fail "$library does not have ldconfig run"

"$work/unpacked/usr/bin/pld" epsilon --delta 1e-5 --json gaussian:sigma=1 | grep -q '"report"' || fail "the program does not run where it was unpacked"
if [ -e "$build/pld-verifier.so" ]; then
    "$work/unpacked/usr/bin/pld" epsilon --delta 1e-5 --verify gaussian:sigma=1 | grep -q 'proven' || fail "the verifier is not found"
fi
if PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages python3 -c 'import cffi, numpy' 2>/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$work/unpacked/usr/lib/python3/dist-packages python3 -c '
import pld
assert pld.__file__.startswith("'"$work"'")
pld.epsilon(pld.gaussian(sigma=1), delta=1e-5)' || fail "the Python package does not run where it was unpacked"
fi
echo "packages: $(grep -c . "$work/files") files in four packages, none twice; uninstall leaves nothing"
