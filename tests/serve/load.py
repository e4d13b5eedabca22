"""How many requests `pld serve` answers, and how long they take beside the computation itself. By hand: load.py PROGRAM [CONNECTIONS [SECONDS]]

Every request asks for another noise, so that nothing is answered from what was asked before. Latencies are those that clients see; "in process" is what
the answers themselves say that computing took.
"""

import json
import os
import statistics
import subprocess
import sys
import threading
import time

from server import Server

PROGRAM = os.path.abspath(sys.argv[1])
CONNECTIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 2
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 5


def spec_of(name, number):
    noise = 1 + number % 1000 / 1000
    return f"gaussian:sigma={noise}@10" if name == "gaussian" else f"dp-sgd:N=60000,batch=256,epochs=60,sigma={noise}"


def client(server, name, index, until, out):
    connection, number = server.connect(), index
    while time.monotonic() < until:
        body = json.dumps({"delta": "1e-5", "mechanisms": [spec_of(name, number)]})
        started = time.perf_counter()
        status, content = server.request("POST", "/v1/epsilon", body, connection=connection)
        out.append((time.perf_counter() - started, content))
        assert status == 200
        number += CONNECTIONS
    connection.close()


def percentile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure(server, name):
    answers = [[] for _ in range(CONNECTIONS)]
    until = time.monotonic() + SECONDS
    threads = [threading.Thread(target=client, args=(server, name, index, until, answers[index])) for index in range(CONNECTIONS)]
    before = os.times()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    all_of_them = [answer for own in answers for answer in own]
    latencies = [latency for latency, _ in all_of_them]
    inside = [json.loads(content)["seconds"] for _, content in all_of_them]
    started = time.perf_counter()
    for number in range(20):
        subprocess.run([PROGRAM, "epsilon", "--json", "--delta", "1e-5", spec_of(name, number)], capture_output=True, check=True)
    command = (time.perf_counter() - started) / 20
    middle = statistics.median(inside)
    print(f"{name}: {len(latencies) / SECONDS:.0f} requests/s by {CONNECTIONS} connections; latency p50 {1e3 * statistics.median(latencies):.2f} ms, "
          f"p99 {1e3 * percentile(latencies, 0.99):.2f} ms; in process p50 {1e3 * middle:.3f} ms, p99 {1e3 * percentile(inside, 0.99):.2f} ms "
          f"(p99 is {percentile(latencies, 0.99) / middle:.1f} times the p50 in process, p50 {statistics.median(latencies) / middle:.1f} times); "
          f"the command line {1e3 * command:.1f} ms; client's own processor time {os.times().user - before.user:.1f} s")


with Server(PROGRAM) as running:
    measure(running, "gaussian")
    measure(running, "dp-sgd")
