cat >mine.json <<'END'
{"url_slug": "a-model", "deployment": {"basic": {"name": "A model", "data_curators": ["Us"]}}}
END
$PLD statement --delta 1e-5 --format registry --registry mine.json gaussian:sigma=2
