# Somebody changed what was given, but not what it was resolved to.
$PLD epsilon --json --delta 1e-5 gaussian:sigma=2@10 | sed "s/gaussian:sigma=2@10/gaussian:sigma=3@10/" | $PLD verify -
