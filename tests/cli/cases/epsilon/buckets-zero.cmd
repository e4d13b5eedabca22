$PLD epsilon --delta 1e-5 --buckets 0 gaussian:sigma=1
