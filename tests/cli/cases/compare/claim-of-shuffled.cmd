$PLD compare --methods gaussian-dp --claim poisson=2.82265 --delta 1e-5 --adjacency zero-out --relative-tolerance 1e-3 dp-sgd:N=60000,batch=256,epochs=60,sigma=1,sampling=shuffle
