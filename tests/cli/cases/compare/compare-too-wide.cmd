$PLD compare --delta 1e-5 --methods none --claim a=100 --tolerance 1e-15 gaussian:sigma=1@5 >out 2>err
code=$?
sed 's/its width .*/its width/' err
exit $code
