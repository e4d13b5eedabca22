$PLD -V
$PLD version
$PLD --version
