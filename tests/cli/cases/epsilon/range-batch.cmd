$PLD epsilon --delta 1e-5 --json hypergeometric-gaussian:N=10,B=20,k=1,sigma=1 >answer 2>words; code=$?
sed -n 's/^ *"word": "\(.*\)",$/\1/p' answer; exit $code
