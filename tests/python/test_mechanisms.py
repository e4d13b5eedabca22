"""Functions of families, arrays and errors."""
import fractions
import inspect
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import pld


def test_one_function_a_family():
    for family in pld.families():
        function = getattr(pld, family["name"].replace("-", "_"))
        if family["name"] != "array":
            assert [key["name"] for key in family["keys"]] == list(inspect.signature(function).parameters)[:-1]
            assert family["example"] in function.__doc__


def test_numbers_are_exact():
    assert pld.poisson_gaussian(q=fractions.Fraction(256, 60000), sigma=1).spec == "poisson-gaussian:q=8/1875,sigma=1"
    assert pld.gaussian(sigma=numpy.float64(0.1) * 3).spec == "gaussian:sigma=0.30000000000000004"
    assert pld.gaussian(2).spec == "gaussian:sigma=2"
    assert pld.mixture_gaussian(sigma=1, pw=[0.99, 0.01], pm=[0, 1], qw=[1], qm=numpy.array([0.0])).spec == \
        "mixture-gaussian:sigma=1,pw=0.99:0.01,pm=0:1,qw=1,qm=0"
    assert pld.poisson(q=0.01, of=pld.randomized_response(epsilon=1)).spec == "poisson:q=0.01,of=randomized-response,epsilon=1"


def test_counts():
    m = pld.gaussian(sigma=3)
    assert str(2 * m * 5) == "gaussian:sigma=3@10"
    for wrong in (0, -1, 1.5, True, 2**64):
        with pytest.raises(pld.ArgumentError):
            m * wrong


def test_arrays():
    p, q = numpy.array([0.75, 0.25]), numpy.array([0.25, 0.75])
    m = pld.array(p, q)
    r = pld.epsilon(m * 10, delta=0)
    assert r.lower <= 10 * math.log(3) * (1 + 1e-14) and 10 * math.log(3) * (1 - 1e-14) <= r.upper
    assert pld.epsilon(pickle.loads(pickle.dumps(m)) * 10, delta=0).upper == r.upper
    with pytest.raises(pld.ArgumentError):
        pld.array([0.5, 0.4], [0.5, 0.5])
    with pytest.raises(pld.ArgumentError):
        pld.array([1.0], [0.5, 0.5])


def test_different_arrays_are_different():
    """Two arrays of one label are two mechanisms, in one composition too."""
    one, two = pld.array([0.75, 0.25], [0.25, 0.75]), pld.array([0.9, 0.1], [0.1, 0.9])
    r = pld.epsilon([one, two], delta=0)
    assert r.lower <= math.log(27) * (1 + 1e-14) and math.log(27) * (1 - 1e-14) <= r.upper
    a = pld.Accountant()
    a.compose(one)
    a.compose(two)
    assert a.epsilon(delta=0).upper >= math.log(27) * (1 - 1e-14)


def test_errors_have_the_sentence_of_the_program(program):
    spec = "poisson-gausian:q=0.01,sigma=1"
    code, _, told = program("epsilon", "--delta", "1e-5", spec)
    with pytest.raises(pld.ArgumentError) as caught:
        pld.epsilon(spec, delta=1e-5)
    assert code == 2 and isinstance(caught.value, ValueError)
    assert str(caught.value) in told or "poisson-gausian" in str(caught.value)
    assert "gaussian" in caught.value.allowed and caught.value.word
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("question", [
    lambda: pld.epsilon("gaussian:sigma=-1", delta=1e-5), lambda: pld.epsilon("gaussian:sigma=1", delta=2),
    lambda: pld.epsilon("gaussian:sigma=1", delta=1e-5, adjacency="swap"), lambda: pld.epsilon("gaussian:sigma=1", delta=1e-5, engine="x"),
    lambda: pld.epsilon([], delta=1e-5), lambda: pld.epsilon([3], delta=1e-5), lambda: pld.gaussian(), lambda: pld.gaussian(sigma=1, tau=3),
    lambda: pld.epsilon("poisson-laplace:q=0.1,b=2", delta=1e-5, adjacency="replace")])
def test_wrong_questions_are_refused(question):
    with pytest.raises(pld.ArgumentError):
        question()


def test_files_that_are_not_there():
    with pytest.raises(pld.FileError) as caught:
        pld.epsilon("array:file=/nowhere/masses.csv", delta=1e-5)
    assert isinstance(caught.value, OSError)


def test_threads_ask_side_by_side():
    answers = []
    asked = [threading.Thread(target=lambda: answers.append(pld.epsilon("poisson-gaussian:q=0.01,sigma=1@1000", delta=1e-5).upper))
             for _ in range(4)]
    for thread in asked:
        thread.start()
    for thread in asked:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


def test_others_run_while_the_library_computes():
    """A question in another thread: this one goes on all the time."""
    asked = threading.Thread(target=lambda: pld.epsilon("allocation:t=3,sigma=4", delta=1e-5, relative_tolerance=1e-4))
    turns, began = 0, time.monotonic()
    last, longest = began, 0.0
    asked.start()
    while asked.is_alive():
        time.sleep(0.001)
        turns, longest, last = turns + 1, max(longest, time.monotonic() - last), time.monotonic()
    assert turns > 10 and longest < (last - began) / 2


@pytest.mark.parametrize("question", [
    'pld.curve("poisson-gaussian:q=0.01,sigma=1", delta=1e-5, compositions=range(1000, 9000))',
    'pld.epsilon("allocation:t=3,sigma=4", delta=1e-5, tolerance=1e-9)',
    'pld.tradeoff("discrete-laplace:b=9@30", fpr=[i / 10000 for i in range(1, 10000)])'])
def test_ctrl_c_ends_a_long_question(question):
    """In a process of its own: interrupted after it began, and long before it would end; the next question is answered."""
    script = f"""
import pld
print("ready", flush=True)
try:
    for _ in range(1000):
        {question}
except KeyboardInterrupt:
    print("interrupted", pld.epsilon("gaussian:sigma=1", delta=1e-5).tolerance_met, flush=True)
"""
    asked = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        assert asked.stdout.readline() == "ready\n"
        time.sleep(0.5)
        asked.send_signal(signal.SIGINT)
        said, _ = asked.communicate(timeout=20)
        assert said == "interrupted True\n"
    finally:
        asked.kill()


def test_everything_public_has_hints():
    """Every parameter and result; py.typed lies beside them."""
    assert os.path.exists(os.path.join(os.path.dirname(pld.__file__), "py.typed"))
    families = {family["name"].replace("-", "_") for family in pld.families()}
    seen = 0
    for name in pld.__all__:
        thing = getattr(pld, name)
        members = [thing] if inspect.isfunction(thing) else [one for key, one in vars(thing).items() if inspect.isfunction(one)
                                                             and not key.startswith("_")] if inspect.isclass(thing) else []
        for function in members if name not in families else []:
            parameters = [one for one in inspect.signature(function).parameters.values() if one.name not in ("self", "cls")]
            bare = [one.name for one in parameters if one.annotation is inspect.Parameter.empty]
            assert not bare and "return" in function.__annotations__, (name, function.__name__, bare)
            assert function.__doc__, (name, function.__name__)
            seen += 1
    assert seen > 15


def test_curve():
    """Points of a profile: above the mechanism they are of, near to it, the same after keeping, and refused where they are none."""
    profile = pld.curve("gaussian:sigma=1", epsilon=[i / 8 for i in range(33)])
    worst = pld.array_of_curve(numpy.ravel(profile["epsilon"]), numpy.ravel(profile["delta_upper"]))
    truth, above = pld.epsilon("gaussian:sigma=1@3", delta=1e-2), pld.epsilon(worst * 3, delta=1e-2)
    assert truth.lower <= above.upper <= truth.upper + 0.05
    accountant = pld.Accountant()
    accountant.compose(worst, 3)
    again = pld.Accountant()
    again.load_state_dict(accountant.state_dict())
    assert again.epsilon(delta=1e-2).upper == accountant.epsilon(delta=1e-2).upper == above.upper
    for epsilons, deltas in (([1, 1], [0.1, 0.1]), ([-1.0], [0.9]), ([1.0], [1.5]), ([1.0], []), ([], [])):
        with pytest.raises(pld.ArgumentError):
            pld.array_of_curve(epsilons, deltas)
