$PLD compare --delta 1e-5 --methods opacus-rdp,dp-accounting-pld,prv-accountant,zcdp-improved poisson-gaussian:q=0.01,sigma=1@1000
