# Nothing is refuted by the lower end of a pair that only dominates.
$PLD compare --delta 1e-5 --methods naive --claim low=0.1 --claim high=6 noisy-vote:b=20@100 | sed 's/[0-9.]* <= epsilon <= [0-9.]*/BRACKET/'
