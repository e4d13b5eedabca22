$PLD compare --delta 1e-5 --methods rdp,zcpd gaussian:sigma=1
