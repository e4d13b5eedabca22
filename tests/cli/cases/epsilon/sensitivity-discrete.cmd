# Three answers of one record are three steps; a vote that counts twice has half the noise; four records are a chain of four.
first() { $PLD epsilon --json --delta 1e-6 "$1" | sed -n '/"epsilon": {/,/}/p' | grep -o '"estimate": [0-9.]\{12\}'; }
[ "$(first randomized-response:epsilon=1,sensitivity=3@10)" = "$(first randomized-response:epsilon=1@30)" ] && echo answers
[ "$(first noisy-vote:b=20,sensitivity=2@100)" = "$(first noisy-vote:b=10@100)" ] && echo votes
[ "$(first approx-dp:epsilon=0.5,delta=1e-9,sensitivity=2)" = "$(first approx-dp:epsilon=1,delta=2.6487212707001282e-9)" ] && echo records
