$PLD statement --delta 1e-5 --groups 1,2,4 dp-sgd:N=60000,batch=256,epochs=60,sigma=1
