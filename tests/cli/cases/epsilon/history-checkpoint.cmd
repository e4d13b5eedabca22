# What Opacus saves beside the model, as JSON; and a state of an accountant alone.
echo '{"epoch": 3, "privacy_accountant_state_dict": {"history": [[1.1, 0.01, 500]], "mechanism": "prv"}}' >checkpoint.json
echo '{"history": [[1.1, 0.01, 500]], "mechanism": "rdp"}' >state.json
for file in checkpoint state; do
    $PLD epsilon --json --delta 1e-5 --history $file.json | grep '"given"'
done
