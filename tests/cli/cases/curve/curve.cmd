# Truth for T = 1: the analytic Gaussian mechanism.
$PLD curve --delta 1e-5 --compositions 1,4 --tolerance 0.01 gaussian:sigma=1 | sed 's/[0-9]*\.[0-9]*e-[0-9]*/N/g; s/[0-9]*\.[0-9][0-9.]*/N/g' | tr -s ' '
