"""The interface of `pld serve`: what it answers, what it refuses, and that nothing makes it hang.

    interface.py PROGRAM [SEED]
"""

import json
import os
import random
import socket
import sys
import tempfile
import threading
import time

from server import Server, command_line

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
SLOW = os.environ.get("PLD_SLOW") == "yes"  # instrumented code
RUN = "dp-sgd:N=60000,batch=256,epochs=2,sigma=1.1"
HEAVY = {"delta": "1e-5", "tolerance": "1e-14", "engine": "transforms", "mechanisms": ["poisson-laplace:q=0.01,b=1@100000", "laplace:b=3@1000"]}

QUESTIONS = {
    "epsilon": {"delta": "1e-5", "mechanisms": [RUN, "gaussian:sigma=30@10"]},
    "delta": {"epsilon": 1, "adjacency": "remove", "mechanisms": RUN},
    "calibrate": {"epsilon": "1", "delta": "1e-5", "relative-tolerance": "1e-4", "mechanisms": ["gaussian:sigma=solve@10"]},
    "curve": {"delta": "1e-5,1e-6", "compositions": [1, 2, "4..8:+2"], "vary": ["sigma=10,20"], "mechanisms": ["gaussian:sigma=10"]},
    "compare": {"delta": "1e-5", "methods": ["rdp", "naive"], "claim": ["paper=0.1", "other=9"], "mechanisms": [RUN]},
    "tradeoff": {"fpr": [0.01, 0.1], "prior": 0.5, "mechanisms": ["gaussian:sigma=10@4"]},
    "statement": {"delta": "1e-5", "groups": "1,2", "format": "markdown", "released": "the model, and nothing else", "unit": "one patient", "audience": "officer", "mechanisms": [RUN]},
    "batches": {"delta": "1e-5", "relative-tolerance": "0.5", "mechanisms": ["dp-sgd:N=6,batch=3,epochs=1,sigma=4"]},
    "gdp": {"fpr-min": 0.01, "mechanisms": ["laplace:b=1@4"]},
    "tune": {"delta": "1e-5", "runs": "geometric:mean=10", "mechanisms": ["gaussian:sigma=4"]},
    "audit": {"tp": "300/1000", "fp": "20/1000", "delta": "1e-5", "confidence": 0.99, "looks": 2, "test": "rectangle", "mechanisms": ["gaussian:sigma=1"]},
    "renyi": {"order": "2,8", "mechanisms": ["gaussian:sigma=2@3"]},
}


def words_of(command, question):
    words = [command]
    for key, value in question.items():
        if key == "mechanisms":
            continue
        if key in ("claim", "vary"):
            for text in value:
                words += ["--" + key, text]
            continue
        words += ["--" + key, ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    mechanisms = question["mechanisms"]
    return words + ([mechanisms] if isinstance(mechanisms, str) else mechanisms)


def without_time(value):
    """What two runs agree about: no seconds, and no --json among the words of a command."""
    if isinstance(value, dict):
        return {key: without_time(item) for key, item in value.items() if key not in ("seconds", "queries")}
    if isinstance(value, list):
        return [without_time(item) for item in value]
    return value.replace(" --json", "") if isinstance(value, str) else value


def check_same_objects(server):
    for command, question in QUESTIONS.items():
        status, answer = server.ask(command, question)
        code, printed = command_line(PROGRAM, *words_of(command, question))
        assert (status == 200) == (code in (0, 1, 3)), (command, status, code, answer)
        assert without_time(answer) == without_time(printed), (command, answer, printed)
    status, content = server.request("GET", "/v1/mechanisms", headers={})
    assert status == 200 and json.loads(content) == command_line(PROGRAM, "mechanisms")[1]


def check_audits(server):
    """Without mechanisms too; refuted is an answer; what is no theorem is refused; many canaries keep to the limit of time."""
    status, answer = server.ask("audit", {"one-run": [1000, 600, 600], "delta": "1e-5", "mechanisms": []})
    assert status == 200 and answer["verdict"] is None and abs(answer["epsilon_lower"] - 5.2971374896) < 1e-8, answer
    status, answer = server.ask("audit", {**QUESTIONS["audit"], "confidence": 0.95})
    assert status == 200 and answer["verdict"] == "refuted", answer
    for command, key, value in (("audit", "tp", "3/2"), ("audit", "one-run", "5,4,3"), ("audit", "looks", 0), ("audit", "confidence", 1),
                                ("tune", "runs", "fixed:10"), ("gdp", "fpr-min", 0.7), ("statement", "fpr-min", 1)):
        status, answer = server.ask(command, {**QUESTIONS[command], key: value})
        assert status == 400 and answer["schema"] == "pld.error/1", (command, key, status, answer)


def check_wider_than_asked(server):
    question = {"delta": "1e-5", "tolerance": "1e-6", "engine": "transforms", "bucket-width": 0.05, "mechanisms": ["poisson-gaussian:q=0.1,sigma=1@10"]}
    status, answer = server.ask("epsilon", question)
    assert status == 200 and answer["tolerance_met"] is False, (status, answer)


def check_refusals(server):
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)  # whoever opened it would wait for ever
        array = f"array:file={pipe}"
        for command, question in QUESTIONS.items():
            for mechanism in (array, array + "@3", f"poisson:q=0.5,of=array,file={pipe}", "array:file=/etc/passwd"):
                status, answer = server.ask(command, {**question, "mechanisms": [mechanism]})
                assert status == 400 and answer["schema"] == "pld.error/1", (command, mechanism, status, answer)
        for key in ("schedule", "claims", "output", "append", "force", "resume", "memory-limit", "history", "tuning", "registry", "scores", "threshold", "series", "threads", "verify", "explain", "help"):
            for value in (pipe, True):
                status, answer = server.ask("compare", {**QUESTIONS["compare"], key: value})
                assert status == 400 and answer["word"] == key and key in answer["message"], (key, status, answer)
        status, answer = server.ask("calibrate", {"epsilon": 1, "delta": "1e-5", "mechanisms": ["gaussian:sigma=solve", array]})
        assert status == 400 and pipe in answer["message"], answer
        assert os.listdir(folder) == ["pipe"]
    bad = [b"", b"[", b"null", b"[]", b'"x"', b"{", b'{"delta": 1e-5, "delta": 2}', b"\xff\xfe", b'{"delta":"1e-5"}',
           b'{"delta":{},"mechanisms":[]}', b'{"delta":null,"mechanisms":["gaussian:sigma=1"]}', b'{"delta":"1e-5","mechanisms":[1]}',
           b'{"delta":"1e-5","mechanisms":["gaussian:sigma=1\\u0000@2"]}', b'{"delta":"1\\u00002","mechanisms":["gaussian:sigma=1"]}',
           b'{"delta":"1e-5","mechanisms":["nothing:x=1"]}', b'{"delta":2,"mechanisms":["gaussian:sigma=1"]}',
           b'{"delta":"1e-5","json":true,"mechanisms":["gaussian:sigma=1"]}', b'{"dleta":"1e-5","mechanisms":["gaussian:sigma=1"]}',
           b'{"delta":"1e-5","mechanisms":' + json.dumps(["gaussian:sigma=1"] * 65).encode() + b"}",
           b"[" * 60000, b'{"a":' * 10000]
    for body in bad:
        status, content = server.request("POST", "/v1/epsilon", body)
        answer = json.loads(content)
        assert status == 400 and answer["schema"] == "pld.error/1" and answer["message"], (body[:80], status, content)
    for command, question in (("curve", {"delta": "1e-5", "compositions": "1..2001:+1", "mechanisms": ["gaussian:sigma=1"]}),
                              ("curve", {"delta": "1e-5,1e-6", "compositions": "1..50:+1", "vary": "sigma=1..2:+0.01", "mechanisms": ["gaussian:sigma=1"]}),
                              ("tradeoff", {"fpr": "0.0001..0.9999:+0.0001", "mechanisms": ["gaussian:sigma=1"]})):
        status, answer = server.ask(command, question)
        assert status == 400 and answer["allowed"] == "at most 2000", (status, answer)


def check_gate(server):
    own, body = f"127.0.0.1:{server.port}", json.dumps(QUESTIONS["epsilon"])
    json_type = {"Content-Type": "application/json"}
    cases = [
        (200, "POST", "/v1/epsilon", {**json_type, "Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"}),
        (200, "POST", "/v1/epsilon", {"Content-Type": "application/json; charset=utf-8", "Origin": f"http://{own}"}),
        (200, "GET", "/", {}),
        (200, "HEAD", "/", {}),
        (403, "POST", "/v1/epsilon", {**json_type, "Host": "evil.example"}),
        (403, "POST", "/v1/epsilon", {**json_type, "Host": f"127.0.0.1.evil.example:{server.port}"}),
        (403, "POST", "/v1/epsilon", {**json_type, "Host": f"127.0.0.1:{server.port + 1}"}),
        (403, "GET", "/", {"Host": f"evil.example:{server.port}"}),
        (403, "POST", "/v1/epsilon", {**json_type, "Origin": "null"}),
        (403, "POST", "/v1/epsilon", {**json_type, "Origin": "http://evil.example"}),
        (403, "POST", "/v1/epsilon", {**json_type, "Origin": f"http://127.0.0.1:{server.port}.evil.example"}),
        (403, "GET", "/v1/mechanisms", {"Origin": "http://127.0.0.1"}),
        (415, "POST", "/v1/epsilon", {"Content-Type": "text/plain"}),
        (415, "POST", "/v1/epsilon", {"Content-Type": "application/x-www-form-urlencoded"}),
        (415, "POST", "/v1/epsilon", {}),
        (405, "GET", "/v1/epsilon", {}),
        (405, "PUT", "/v1/epsilon", json_type),
        (405, "POST", "/v1/mechanisms", json_type),
        (405, "POST", "/", json_type),
        (404, "GET", "/../../../etc/passwd", {}),
        (404, "GET", "/%2e%2e/%2e%2e/etc/passwd", {}),
        (404, "GET", "/page/index.html", {}),
        (404, "POST", "/v1/plot", json_type),
        (404, "POST", "/v1/sweep", json_type),
        (404, "POST", "/v1/epsilon/", json_type),
    ]
    for expected, method, path, headers in cases:
        connection = server.connect()
        connection.putrequest(method, path, skip_host="Host" in headers)
        content = body.encode() if method in ("POST", "PUT") else b""
        for key, value in headers.items():
            connection.putheader(key, value)
        if content:
            connection.putheader("Content-Length", str(len(content)))
        connection.endheaders(content)
        response = connection.getresponse()
        text = response.read()
        assert response.status == expected, (method, path, headers, response.status, text[:300])
        if expected >= 400:
            assert json.loads(text)["schema"] == "pld.error/1"
        policy = response.getheader("Content-Security-Policy")
        assert "default-src 'none'" in policy and response.getheader("X-Content-Type-Options") == "nosniff"
        connection.close()


def check_sizes(server):
    status, content = server.request("POST", "/v1/epsilon", b" " * 65536)
    assert status == 400, content
    for size in (65537, 200000, 1 << 20):
        status, content = server.request("POST", "/v1/epsilon", b" " * size)
        assert status == 413 and json.loads(content)["word"] == "body", (size, status, content)
    for headers in (b"Content-Length: 1000000000000\r\n", b"Transfer-Encoding: chunked\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
            raw.sendall(b"POST /v1/epsilon HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n%s\r\n" % (server.port, headers))
            said = b""
            try:
                for _ in range(400):
                    raw.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
                said = raw.recv(100)
            except OSError:
                pass  # closed amid it
            assert said == b"" or b"413" in said, said
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:  # a head without end
        try:
            for _ in range(2000):
                raw.sendall(b"X-Long: " + b"x" * 1000)
            assert raw.recv(100)[:12] != b"HTTP/1.1 200"
        except OSError:
            pass


def check_crowd(server):
    answers, failures = {}, []
    truth = {sigma: server.ask("epsilon", {"delta": "1e-5", "mechanisms": [f"poisson-gaussian:q=0.01,sigma={sigma}@1000"]})[1]["epsilon"]
             for sigma in (0.7, 0.8, 1, 2)}
    ready = threading.Barrier(200)

    def one(index):
        try:
            ready.wait()
            status, answer = server.ask("epsilon", {"delta": "1e-5", "mechanisms": [f"poisson-gaussian:q=0.01,sigma={(0.7, 0.8, 1, 2)[index % 4]}@1000"]})
            answers[index] = answer["epsilon"] if status == 200 else (status, answer)
        except OSError as problem:
            failures.append(problem)

    crowd = [threading.Thread(target=one, args=(index,)) for index in range(200)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert not failures, failures[:3]
    for index, answer in answers.items():
        assert answer == truth[(0.7, 0.8, 1, 2)[index % 4]], (index, answer)
    assert len(answers) == 200


def check_slow_clients(server):
    """Two hundred that never come to the point keep nobody waiting, and are sent away."""
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    for index, one in enumerate(slow):
        one.sendall(b"POST /v1/epsilon HTTP/1.1\r\nHost: localhost:%d\r\n" % server.port)
        if index % 2:
            one.sendall(b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
    assert server.ask("epsilon", {"delta": "1e-5", "mechanisms": ["gaussian:sigma=1"]})[0] == 200
    until = time.monotonic() + 60
    for one in slow:
        one.settimeout(0.5)
        while True:  # a byte now and then does not help
            try:
                one.sendall(b" ")
                if one.recv(1000) == b"":
                    break
            except TimeoutError:
                assert time.monotonic() < until, "a slow client is still there"
            except OSError:
                break
        one.close()


def check_limits(server):
    started = time.monotonic()
    status, answer = server.ask("epsilon", HEAVY)
    assert status == 422 and answer["word"] == "time" and answer["schema"] == "pld.error/1", (status, answer)
    assert time.monotonic() - started < (60 if SLOW else 20)
    # Whoever goes away leaves the one thread of this server to others.
    for _ in range(20):
        raw = socket.create_connection(("127.0.0.1", server.port))
        body = json.dumps(HEAVY).encode()
        raw.sendall(b"POST /v1/epsilon HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    % (server.port, len(body), body))
        time.sleep(0.02)
        raw.close()
    started = time.monotonic()
    assert server.ask("epsilon", {"delta": "1e-5", "mechanisms": ["gaussian:sigma=1"]})[0] == 200
    assert time.monotonic() - started < (60 if SLOW else 15), "requests of clients that have gone are worked on"


def mutated(dice):
    pieces = ["delta", "epsilon", "mechanisms", "adjacency", "tolerance", "compositions", "profile", "vary", "groups", "fpr", "prior", "order", "claim",
              "engine", "buckets", "bucket-width", "methods", "released", "format", "cross-check"]
    values = ["1e-5", "0", "-1", "1e-400", "inf", "nan", "1/0", "1..5:+1", "1..1e9:x2", "sigma=1,2", "a=b=c", "", " ", "\u20ac", "%s%n", "x" * 3000, 1, -1, 1e308, 0.5,
              True, False, None, [], [1, 2], ["a", None], {}, {"a": 1}, "replace", "zero-out", "transforms", "latex", "rdp", "none"]
    specs = ["gaussian:sigma=1@10", "gaussian:sigma=solve", "gaussian:sigma=1@solve", RUN, "laplace:b=2@5", "array:file=/dev/zero", "gaussian:sigma=1@0", "gaussian",
             ":", "@", "gaussian:sigma=1,sigma=2", "poisson:q=0.1,of=laplace,b=2@3", "discrete-gaussian:sigma=2@7", "gaussian:sigma=1e-300@9e18", "randomized-response:epsilon=1@3"]
    command = dice.choice([name for name in QUESTIONS if name != "batches"])
    question = dict(QUESTIONS[command])
    for _ in range(dice.randrange(3)):
        question[dice.choice(pieces)] = dice.choice(values)
    if dice.random() < 0.4:
        question["mechanisms"] = [dice.choice(specs) for _ in range(dice.randrange(1, 4))]
    text = bytearray(json.dumps(question).encode())
    for _ in range(dice.randrange(4) if dice.random() < 0.4 else 0):
        text[dice.randrange(len(text))] = dice.randrange(256)
    return command if dice.random() < 0.8 else dice.choice(list(QUESTIONS)), bytes(text)


def check_random_requests(server):
    dice, connection, seen = random.Random(SEED), server.connect(), {}
    until = time.monotonic() + (6 if SLOW else 4)
    while time.monotonic() < until or sum(seen.values()) < 60:
        path, body = mutated(dice)
        status, content = server.request("POST", "/v1/" + path, body, connection=connection)
        answer = json.loads(content)
        assert status in (200, 400, 422), (path, body, status, content)
        assert (answer["schema"] == "pld.error/1") == (status != 200), (path, body, status, content)
        seen[status] = seen.get(status, 0) + 1
    connection.close()
    assert seen.get(200, 0) > 0 and seen.get(400, 0) > 10, seen
    print("random requests, seed", SEED, seen)


def check_page(server):
    for path, kind in (("/", "text/html"), ("/style.css", "text/css"), ("/main.js", "text/javascript"), ("/state.js", "text/javascript"),
                       ("/figure.js", "text/javascript"), ("/numbers.js", "text/javascript")):
        connection = server.connect()
        connection.request("GET", path)
        response = connection.getresponse()
        content = response.read().decode()
        assert response.status == 200 and response.getheader("Content-Type").startswith(kind)
        assert "http:" not in content and "https:" not in content and '"//' not in content, path
        connection.close()


def check_end():
    """A server that has work to do ends soon, and well."""
    server = Server(PROGRAM, "--threads", "1")
    for _ in range(3):
        raw = socket.create_connection(("127.0.0.1", server.port))
        body = json.dumps(HEAVY).encode()
        raw.sendall(b"POST /v1/epsilon HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    % (server.port, len(body), body))
    time.sleep(0.3)
    started = time.monotonic()
    server.end()
    assert time.monotonic() - started < (50 if SLOW else 20)
    with Server(PROGRAM) as other:
        assert other.ask("epsilon", {"delta": "1e-5", "mechanisms": ["gaussian:sigma=1"]})[0] == 200


def main():
    print("seed", SEED, flush=True)
    with Server(PROGRAM) as server:
        for check in (check_page, check_same_objects, check_audits, check_wider_than_asked, check_refusals, check_gate, check_sizes, check_crowd):
            started = time.monotonic()
            check(server)
            print(f"{check.__name__}: {time.monotonic() - started:.1f} s", flush=True)
    with Server(PROGRAM, "--threads", "1", "--time-limit", "1") as server:
        for check in (check_slow_clients, check_limits, check_random_requests):
            started = time.monotonic()
            check(server)
            print(f"{check.__name__}: {time.monotonic() - started:.1f} s", flush=True)
    check_end()
    print("the interface is as it should be")


main()
