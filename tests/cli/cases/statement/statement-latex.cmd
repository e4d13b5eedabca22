$PLD statement --delta 1.2e-5 --format latex --groups 2 --released "the model's 50% & _weights_ #1 \ {x}" dp-sgd:N=5000,batch=50,epochs=2,sigma=2,sensitivity=2 laplace:b=30@10
