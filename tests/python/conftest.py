"""What all tests share: the program that was built with the library."""
import json
import os
import subprocess

import pytest


@pytest.fixture
def program():
    """program(word, ..) -> (exit code, JSON or None, stderr) of `pld --json`."""
    path = os.environ.get("PLD_PROGRAM")
    if not path:
        pytest.skip("PLD_PROGRAM does not name the program")

    def run(command, *words):
        done = subprocess.run([path, command, "--json", *words], capture_output=True, text=True, check=False)
        return done.returncode, json.loads(done.stdout) if done.stdout.strip() else None, done.stderr

    return run
