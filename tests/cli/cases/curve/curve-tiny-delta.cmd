$PLD curve --delta 1e-400,0 --compositions 1 --tolerance 0.01 gaussian:sigma=1 | sed 's/[0-9]*\.[0-9]*e-[0-9]*/N/g; s/[0-9]*\.[0-9][0-9.]*/N/g' | tr -s ' '
