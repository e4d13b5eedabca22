# The names of all members, in order.
$PLD epsilon --json --delta 1e-400 gaussian:sigma=1@2 >answer 2>words
sed -n 's/^\( *\)"\([a-z0-9_]*\)":.*/\1\2/p' answer
