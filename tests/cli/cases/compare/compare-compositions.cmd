$PLD compare --delta 1e-5 --compositions 1..100:x10 --methods rdp,gaussian-dp --claim half=4.7 gaussian:sigma=6@4 >out 2>err
code=$?
sed 's/tight: .*/tight/' out | awk '{ print $1, $2, $3, $5, $6 }'
sed 's/at least [0-9.]*/at least N/' err
exit $code
