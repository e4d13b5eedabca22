# The names of all members, in order; only the direction asked for is there.
$PLD delta --json --epsilon 1 --adjacency remove gaussian:sigma=1@2 >answer && sed -n 's/^\( *\)"\([a-z0-9_]*\)":.*/\1\2/p' answer
