# Names that differ only where they are cut stay different.
long=$(printf 'a%.0s' $(seq 300))
"$PLD" curve --delta 1e-5 --compositions 1 --vary sigma=1,2 --series "$long" gaussian:sigma=1 -o a.h5 >/dev/null || exit
"$PLD" info a.h5 | grep '^a.*point' | sed 's/aaa*/a../'
