$PLD statement --delta 1e-5 --audience officer --unit "one patient" --max-examples-per-user 2 --model federated --tuning none dp-sgd:N=60000,batch=256,epochs=60,sigma=1
