# What is written is HDF5: a name that says otherwise is refused before anything is computed, by every command.
echo '{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "delta": 1e-5}' >experiment.json
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o out.csv
echo $?
"$PLD" compare --delta 1e-5 gaussian:sigma=1 -o folder.h5/out.json
echo $?
"$PLD" tradeoff gaussian:sigma=1 -o out.txt
echo $?
"$PLD" sweep experiment.json -o out.CSV
echo $?
"$PLD" sweep experiment.json -o out.hdf5
echo $?
"$PLD" sweep experiment.json -o out
echo $?
ls
