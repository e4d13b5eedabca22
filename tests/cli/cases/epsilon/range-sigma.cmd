$PLD epsilon --delta 1e-5 --json gaussian:sigma=-1 >answer 2>words; code=$?
sed -n 's/^ *"word": "\(.*\)",$/\1/p' answer; exit $code
