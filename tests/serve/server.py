"""A server of `pld serve` to be asked, for the tests beside this file."""

import http.client
import json
import signal
import subprocess


class Server:
    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "serve", "--port", "0", *options], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.url
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))

    def connect(self, timeout=120):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def request(self, method, path, body=None, headers=None, connection=None):
        """The status and the bytes of the answer."""
        own = connection or self.connect()
        own.request(method, path, body, {"Content-Type": "application/json"} if headers is None else headers)
        response = own.getresponse()
        content = response.read()
        if connection is None:
            own.close()
        return response.status, content

    def ask(self, command, question):
        status, content = self.request("POST", "/v1/" + command, json.dumps(question))
        return status, json.loads(content)

    def end(self):
        """Ends it as a service manager does; it must end by itself, and well."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        assert code == 0, f"exit code {code}"

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.end()
        else:
            self.process.kill()
            self.process.wait()


def command_line(program, *words):
    """What the program prints with --json, and its exit code."""
    done = subprocess.run([program, *words, "--json"], capture_output=True, text=True, timeout=300)
    return done.returncode, json.loads(done.stdout)
