"""What logging epsilon after each of 10,000 steps of a training run costs, in milliseconds of processor time a step.

    PYTHONPATH=src/python python3 tests/bench/bench_python.py [STEPS]

One line for each tolerance and each run, with the cost among the first steps, among later ones, in all, and the worst step; then the
peers that are installed, asked as their documentation says. Each is asked for as many of its steps as some seconds are enough for.
"""
import sys
import time

import pld
import pld.opacus

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
PARTS = [part for part in (100, 1000, 10000, 100000) if part < STEPS] + [STEPS]
SIGMA, RATE, DELTA = 1.0, 0.01, 1e-5


def log(name, step, ask, seconds=float("inf")):
    """Steps and asks in turn; stops after so many seconds."""
    began = before = time.process_time()
    line, done, last, spent, worst = [], 0, 0, 0.0, 0.0
    for part in PARTS:
        while done < part and time.process_time() - began < seconds:
            step()
            asked = time.process_time()
            spent = ask()
            worst = max(worst, time.process_time() - asked)
            done += 1
        now = time.process_time()
        if done > last:
            line.append(f"{last + 1}..{done}: {(now - before) / (done - last) * 1e3:.3f} ms")
        before, last = now, done
    whole = f"all {done}: {(time.process_time() - began) / done * 1e3:.3f} ms"
    print(f"{name:<34} {', '.join(line)}, {whole} a step, worst {worst * 1e3:.0f} ms, epsilon {spent:.6f}", flush=True)


def ours(**options):
    accountant = pld.Accountant()
    log(f"pld.Accountant {options or ''}", lambda: accountant.step(noise_multiplier=SIGMA, sample_rate=RATE),
        lambda: accountant.epsilon(delta=DELTA, threads=1, **options).upper)


def run(name, mechanism_at, seconds=60):
    """Another run, whose noise may change."""
    accountant, taken = pld.Accountant(), iter(range(STEPS))
    log(name, lambda: accountant.compose(mechanism_at(next(taken))), lambda: accountant.epsilon(delta=DELTA, threads=1).upper, seconds)


def peers():
    """(name, step, ask) of each that can be imported."""
    accountant = pld.opacus.PLDAccountant()
    yield ("pld.opacus.PLDAccountant", lambda: accountant.step(noise_multiplier=SIGMA, sample_rate=RATE), lambda: accountant.get_epsilon(DELTA))
    try:
        from opacus.accountants import PRVAccountant, RDPAccountant

        for kind in (RDPAccountant, PRVAccountant):
            other = kind()
            yield (f"opacus {kind.__name__}", lambda other=other: other.step(noise_multiplier=SIGMA, sample_rate=RATE),
                   lambda other=other: other.get_epsilon(DELTA))
    except ImportError:
        print("opacus is not installed")
    try:
        import dp_accounting

        event = dp_accounting.PoissonSampledDpEvent(RATE, dp_accounting.GaussianDpEvent(SIGMA))
        for kind in (dp_accounting.rdp.RdpAccountant, dp_accounting.pld.PLDAccountant):
            another = kind()
            yield (f"dp_accounting {kind.__name__}", lambda another=another: another.compose(event),
                   lambda another=another: another.get_epsilon(DELTA))
    except ImportError:
        print("dp_accounting is not installed")


RUNS = {
    "q=256/60000, sigma=1": lambda _: "poisson-gaussian:q=256/60000,sigma=1",
    "q=0.1, sigma=2": lambda _: "poisson-gaussian:q=0.1,sigma=2",
    "q=0.001, sigma=0.7": lambda _: "poisson-gaussian:q=0.001,sigma=0.7",
    "q=0.01, sigma=1, then 1.2": lambda step: f"poisson-gaussian:q=0.01,sigma={1 if step < STEPS // 2 else 1.2}",
    "no sampling, sigma=30": lambda _: "gaussian:sigma=30",
}

for given in ({"tolerance": 0.05}, {"tolerance": 0.01}, {}):
    ours(**given)
for title, at in RUNS.items():
    run(title, at)
for peer in peers():
    log(*peer, seconds=20)
