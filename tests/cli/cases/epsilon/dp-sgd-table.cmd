$PLD epsilon --delta 1e-5 dp-sgd:N=60000,batch=256,epochs=60,sigma=1
