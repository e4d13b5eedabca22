$PLD curve --delta 1e-5,1e-6 --compositions 2 --vary sigma=0.8..1.2:+0.4 --tolerance 0.01 gaussian:sigma=5 | sed 's/  [0-9 .]*e-[0-9]*$/  BRACKET/' | tr -s ' '
