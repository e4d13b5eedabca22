$PLD audit --json --one-run 100,100,95 gaussian:sigma=1 >answer.json; echo $?
grep -e verdict -e schema -e epsilon_lower answer.json
