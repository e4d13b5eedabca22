#!/bin/sh
# Tests of `pld serve` by Debian's Python, or the one that is found; 77 (skipped) where something they need is missing, with the reason.
#
#   run.sh interface PROGRAM [SEED]    what is answered and what is refused
#   run.sh browser PROGRAM FOLDER      the page in a real browser; screenshots go to the folder
set -eu
here=$(dirname "$0")

skip() {
    echo "skipped: $1" >&2
    [ -z "${PLD_NEED_BROWSER:-}" ] || exit 1
    exit 77
}

if [ -x /usr/bin/python3 ]; then
    python=/usr/bin/python3
else
    python=$(command -v python3) || skip "there is no python3"
fi
export PYTHONDONTWRITEBYTECODE=1
test=$1
shift
if "$1" serve --port none 2>&1 | grep -q 'built without the server'; then
    skip "the program was built without the server (libmicrohttpd)"
fi
if [ "$test" = browser ]; then
    "$python" -c 'import selenium' 2>/dev/null || skip "python3-selenium is missing"
    command -v chromedriver >/dev/null || skip "chromium-driver is missing"
    command -v chromium >/dev/null || skip "chromium is missing"
fi
exec "$python" "$here/$test.py" "$@"
