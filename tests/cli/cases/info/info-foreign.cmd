echo "compositions,epsilon" >a.csv; $PLD info a.csv
