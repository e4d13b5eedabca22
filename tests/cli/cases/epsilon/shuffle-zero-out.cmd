$PLD epsilon --delta 1e-5 --adjacency zero-out --relative-tolerance 1e-3 dp-sgd:N=60000,batch=256,epochs=60,sigma=1,sampling=shuffle
