$PLD statement --delta 1.2e-5 --format markdown --released "the model's 50% & _weights_ #1" dp-sgd:N=5000,batch=50,epochs=2,sigma=2@2 laplace:b=30@10
