$PLD epsilon --delta 0,00001 gaussian:sigma=1
$PLD epsilon --delta 1e-5,1e-6 gaussian:sigma=1
