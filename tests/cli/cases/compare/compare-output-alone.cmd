for word in --append --force "--series a"; do
    $PLD compare --delta 1e-5 $word gaussian:sigma=1; echo "exit $?"
done
$PLD compare --delta 1e-5 --append --force -o a.h5 gaussian:sigma=1; echo "exit $?"
$PLD compare --delta 1e-5 -o no/where.h5 --methods none gaussian:sigma=1 >/dev/null; echo "exit $?"
$PLD compare --delta 1e-5 --series a/b -o a.h5 gaussian:sigma=1; echo "exit $?"
