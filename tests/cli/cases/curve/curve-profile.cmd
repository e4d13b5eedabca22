$PLD curve --profile 0..2:+1 --compositions 1 --tolerance 0.01 gaussian:sigma=1 | sed 's/[0-9]*\.[0-9]*e-[0-9]*/N/g; s/[0-9]*\.[0-9][0-9.]*/N/g' | tr -s ' '
