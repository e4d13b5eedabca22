$PLD merge -o all.h5
