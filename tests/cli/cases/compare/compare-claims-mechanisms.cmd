printf 'epsilon,delta,mechanism\r\n9,1e-5,"gaussian:sigma=1 gaussian:sigma=2@3"\r\n3,1e-6,gaussian:sigma=2\r\nInfinity,1e-6,gaussian:sigma=2\r\n' >claims.csv
$PLD compare --methods none --claims claims.csv | sed 's/tight: .*/tight/; s/\(claim  *[^ ]*\)  *[^ ]*  *-  /\1 /'
