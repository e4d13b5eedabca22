$PLD epsilon --delta 0 --adjacency remove gaussian:sigma=1 >answer && grep -c infinite answer
