echo "{\"schema\":\"pld.epsilon/1\",\"delta\":1e-5,\"adjacency\":\"add\",\"epsilon\":{\"lower\":1,\"upper\":2}}" | $PLD verify -
