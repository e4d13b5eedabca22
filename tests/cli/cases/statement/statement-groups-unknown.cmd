$PLD statement --delta 1e-5 --groups 1,2 noisy-vote:b=20@1000
