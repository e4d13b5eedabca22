$PLD epsilon --json --delta 1e-5 dp-sgd:N=50000,batch=500,epochs=10,sigma=2@3 | sed -n "/mechanisms/,/\\]/p; /notes/,/\\]/p"
