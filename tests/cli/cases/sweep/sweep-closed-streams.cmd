# Nothing is lost, and nothing foreign is written into the journal, when every standard stream is closed.
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": "2..5:+1"}, "axis": "sigma", "delta": 1e-5}
JSON
"$PLD" sweep experiment.json -o whole.h5 <&- >&- 2>&-
echo $?
ls
"$PLD" export whole.h5 --csv | wc -l
"$PLD" info whole.h5 >&-
