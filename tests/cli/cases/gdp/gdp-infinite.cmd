$PLD gdp approx-dp:epsilon=1,delta=1e-5
