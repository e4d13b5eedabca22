"""What logging epsilon after each of 10,000 steps costs, in milliseconds of processor time a step.

    PYTHONPATH=src/python python3 tests/bench/bench_python.py
"""
import time

import pld

for options in ({"tolerance": 0.05}, {"tolerance": 0.01}, {}):
    accountant, before = pld.Accountant(), time.process_time()
    for _ in range(10000):
        accountant.step(noise_multiplier=1.0, sample_rate=0.01)
        spent = accountant.epsilon(delta=1e-5, **options)
    print(f"{options}: {(time.process_time() - before) / 10:.3f} ms a step, epsilon <= {spent.upper:.4f}", flush=True)
