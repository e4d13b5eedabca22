#!/bin/sh
# Installs BUILD_DIR into an empty prefix, and tests the Python package that is there: its examples, and tests/python.
#
#   run.sh PYTHON BUILD_DIR
set -eu

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
python=${1:?usage: run.sh PYTHON BUILD_DIR}
build=${2:?usage: run.sh PYTHON BUILD_DIR}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
packages=$work/prefix/lib/python3/dist-packages
unset PLD_LIBRARY LD_LIBRARY_PATH
cd "$work"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$packages PLD_PROGRAM=$work/prefix/bin/pld "$python" -m pytest -q -p no:cacheprovider -c "$here/pytest.ini" \
    --rootdir "$here" --doctest-modules --doctest-glob='MIGRATION.md' "$packages/pld" "$here" "$here/../../src/python/MIGRATION.md"
