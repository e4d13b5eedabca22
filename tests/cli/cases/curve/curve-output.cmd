curve() { $PLD curve --delta 1e-5 --compositions 1,2 --tolerance 0.01 gaussian:sigma=1 "$@" >/dev/null; }
curve -o a.h5 && echo written
curve -o a.h5; echo "exit $?"
curve -o a.h5 --append; echo "exit $?"
curve -o a.h5 --append --series second && echo appended
$PLD info a.h5 | grep '^[^ ].* points$'
cp a.h5 b.h5
curve -o b.h5 --force && cmp -s a.h5 b.h5 || echo replaced
cp b.h5 c.h5
sleep 1.1
curve -o b.h5 --force && cmp b.h5 c.h5 && echo "untouched: the values are the same"
ls
