refuse() {
    echo "$1" >mine.json
    $PLD statement --delta 1e-5 --format registry --registry mine.json gaussian:sigma=2
    echo "exit $?"
}
refuse '{"deployment": {"basic": {"publication_date": "18.11.2026"}}}'
refuse '{"deployment": {"privacy_loss": {"privacy_parameters": {"epsilon": 1}}}}'
refuse '{"deployment": {"surprise": 1}}'
refuse '{"deployment": {"basic": {"data_product_type": "Model"}}}'
refuse '{"tier": 3}'
refuse 'no JSON'
$PLD statement --delta 0 --format registry gaussian:sigma=2
echo "exit $?"
$PLD statement --delta 1e-5 --registry mine.json gaussian:sigma=2
echo "exit $?"
$PLD statement --delta 1e-5 --json --format registry gaussian:sigma=2
