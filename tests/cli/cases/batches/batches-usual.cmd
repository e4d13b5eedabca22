$PLD batches --delta 1e-5 --relative-tolerance 1e-3 dp-sgd:N=1000,batch=50,epochs=4,sigma=1,cap=60
