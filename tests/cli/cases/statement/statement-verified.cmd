$PLD statement --verify --delta 1e-5 --tolerance 1e-6 --groups 2 gaussian:sigma=2@3
$PLD statement --verify --json --delta 1e-5 --tolerance 1e-6 gaussian:sigma=2@3 | grep -E '"(verification|certificate|verdict)"' | sort | uniq -c | tr -s ' '
