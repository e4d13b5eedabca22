echo "{\"schema\":\"pld.epsilon/1\",\"delta\":1e-5,\"epsilon\":{\"lower\":1}}" | $PLD verify - --json
