"""An accountant says what a question about the whole run says, and is kept and brought back."""
import json
import pickle
import time

import pytest

import pld


def test_steps_are_counted_together():
    a = pld.Accountant()
    for _ in range(1000):
        a.step(noise_multiplier=1.0, sample_rate=0.01)
    whole = pld.epsilon("poisson-gaussian:q=0.01,sigma=1.0@1000", delta=1e-5)
    assert (a.epsilon(delta=1e-5).lower, a.epsilon(delta=1e-5).upper) == (whole.lower, whole.upper)
    assert len(a) == 1000
    assert a.delta(epsilon=2).upper == pld.delta("poisson-gaussian:q=0.01,sigma=1.0@1000", epsilon=2).upper


def test_nothing_spent():
    a = pld.Accountant()
    assert float(a.epsilon(delta=1e-5)) == 0 and float(a.delta(epsilon=1)) == 0 and len(a) == 0


def test_kept_and_brought_back():
    a = pld.Accountant()
    a.step(noise_multiplier=1.0, sample_rate=0.01, steps=500)
    a.compose(pld.laplace(b=20), 10)
    a.compose(pld.array([0.6, 0.4], [0.4, 0.6]), 2)
    a.compose("dp-sgd:N=60000,batch=256,epochs=1,sigma=1")
    expected = a.epsilon(delta=1e-5)
    b = pld.Accountant("replace")
    b.load_state_dict(json.loads(json.dumps(a.state_dict())))
    for other in (b, pickle.loads(pickle.dumps(a))):
        assert other.adjacency == "add-remove" and len(other) == len(a)
        assert other.epsilon(delta=1e-5).upper == expected.upper
    with pytest.raises(pld.ArgumentError):
        b.load_state_dict({"history": []})
    assert b.epsilon(delta=1e-5).upper == expected.upper


def test_refused_steps_are_not_counted():
    a = pld.Accountant("replace")
    with pytest.raises(pld.ArgumentError):
        a.compose("poisson-laplace:q=0.1,b=2")
    with pytest.raises(pld.ArgumentError):
        a.step(noise_multiplier=0, sample_rate=0.1)
    assert len(a) == 0 and a.state_dict()["mechanisms"] == []


def test_history_of_other_tools(tmp_path):
    path = tmp_path / "history.json"
    path.write_text("[[1.0, 0.01, 600], [1.5, 0.01, 400]]")
    a, b = pld.Accountant(), pld.Accountant()
    a.load_history(path)
    b.load_history([(1.0, 0.01, 600), (1.5, 0.01, 400)])
    expected = pld.epsilon(["poisson-gaussian:q=0.01,sigma=1@600", "poisson-gaussian:q=0.01,sigma=1.5@400"], delta=1e-5)
    assert a.epsilon(delta=1e-5).upper == pytest.approx(expected.upper, rel=1e-6) and len(b) == 1000


def test_asking_after_every_step_is_cheap():
    """Not a new search each time: some milliseconds of processor time at the very most."""
    a = pld.Accountant()
    a.step(noise_multiplier=1.0, sample_rate=0.01, steps=2000)
    before, last = time.process_time(), 0.0
    for _ in range(200):
        a.step(noise_multiplier=1.0, sample_rate=0.01)
        spent = a.epsilon(delta=1e-5).upper
        assert spent >= last * (1 - 1e-6)
        last = spent
    assert (time.process_time() - before) / 200 < 0.02


def test_answers_between_two_others_hold():
    """With a tolerance, steps are answered from those before and behind them: each bracket holds the truth and is as narrow as asked."""
    a, between = pld.Accountant(), 0
    a.compose("poisson-gaussian:q=0.01,sigma=1.0", 1000)
    for i in range(1, 61):
        kind = "poisson-gaussian:q=0.01,sigma=1.0" if i <= 40 else "gaussian:sigma=30"
        a.compose(kind)
        found = a.epsilon(delta=1e-5, tolerance=0.05)
        assert found.width <= 0.05 and found.tolerance_met
        between += found.estimate is None
        if i % 20 == 0:
            fresh = pld.Accountant()
            fresh.load_state_dict(a.state_dict())
            truth = fresh.epsilon(delta=1e-5)
            assert found.lower <= truth.upper and truth.lower <= found.upper
            assert found.remove.lower <= truth.remove.upper and truth.remove.lower <= found.remove.upper
    assert between > 20
