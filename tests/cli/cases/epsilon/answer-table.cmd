# The shape of the table; no digits, no widths of columns.
$PLD epsilon --delta 1e-5 poisson-gaussian:q=0.01,sigma=1@100 >answer && sed '/^note: /d; 3,$ { s/[0-9][0-9.e-]*/N/g; s/  */ /g; }' answer
