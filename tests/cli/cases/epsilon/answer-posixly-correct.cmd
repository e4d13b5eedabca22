# Options may follow the mechanisms, whatever the environment says.
POSIXLY_CORRECT=1 $PLD epsilon gaussian:sigma=1 --delta 1e-5 --json >answer && sh "$TOOLS/inside.sh" epsilon 4.3771780956812246 4.4e-4 <answer
