# The share of records that are not drawn has all its digits, however small it is.
$PLD delta --verify --epsilon 317.52 --adjacency remove dp-sgd:N=1000000000000000,batch=999999999999997,steps=2,sigma=0.05555555555555555 | tail -n 1
$PLD delta --verify --epsilon 317.52 --adjacency remove dp-sgd:N=1000000000,batch=999999993,steps=2,sigma=0.05555555555555555 | tail -n 1
