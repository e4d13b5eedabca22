# a port that somebody else has
mkfifo said
$PLD serve --port 0 >said &
read -r address <said
port=${address%/}
$PLD serve --port "${port##*:}" 2>&1 | sed "s/${port##*:}/PORT/g"
kill $!
wait $!
