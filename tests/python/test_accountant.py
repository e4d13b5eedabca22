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
        a.step(noise_multiplier=-1, sample_rate=0.1)
    assert len(a) == 0 and a.state_dict()["mechanisms"] == []


def test_steps_without_noise_are_infinite():
    a = pld.Accountant()
    a.step(noise_multiplier=0, sample_rate=0.1)
    assert len(a) == 1 and float(a.epsilon(delta=1e-5)) == float("inf")


def test_history_of_other_tools(tmp_path, program):
    """The same steps from a list, a file, a state, a checkpoint, and from the program."""
    triples = [(1.0, 0.01, 600), (1.5, 0.01, 400)]
    path = tmp_path / "history.json"
    path.write_text(json.dumps(triples))
    state = {"history": triples, "mechanism": "rdp"}
    expected = pld.epsilon(["poisson-gaussian:q=0.01,sigma=1@600", "poisson-gaussian:q=0.01,sigma=1.5@400"], delta=1e-5)
    for source in (triples, path, str(path), state, {"privacy_accountant_state_dict": state, "model": object()}):
        a = pld.Accountant()
        a.load_history(source)
        assert a.epsilon(delta=1e-5).upper == expected.upper and len(a) == 1000
        assert pld.epsilon(pld.history(source), delta=1e-5).upper == expected.upper
    code, told, _ = program("epsilon", "--delta", "1e-5", "--history", str(path))
    assert code == 0 and told["epsilon"]["upper"] == expected.upper


def test_events_of_a_log():
    events = [{"noise_multiplier": 1, "sample_rate": "256/60000", "steps": 10}, "laplace:b=20@2", ("laplace:b=20", 3),
              {"mechanism": "gaussian:sigma=3", "count": 2}]
    assert [str(item) for item in pld.history({"events": events})] == \
        ["poisson-gaussian:q=256/60000,sigma=1@10", "laplace:b=20@5", "gaussian:sigma=3@2"]
    assert pld.history({"adjacency": "replace", "events": events[1:]}, adjacency="replace")


@pytest.mark.parametrize("wrong, word", [([(1.0, 0.01)], "step 1"), ([], "no steps"), ([(1.0, 0.01, 5), (0.0, 0.01, 1)], "no noise"),
                                         ([(1.0, 1.5, 5)], "between 0 and 1"), ({"model": []}, "no list"),
                                         ({"adjacency": "replace", "history": [(1.0, 0.1, 1)]}, "replace")])
def test_wrong_logs_add_nothing(wrong, word):
    a = pld.Accountant()
    with pytest.raises(pld.ArgumentError, match=word):
        a.load_history(wrong)
    assert len(a) == 0
    with pytest.raises(pld.FileError):
        a.load_history("/nowhere/history.json")


def test_ends_of_two_pairs():
    """No estimate where no single pair is known: the number to report is the upper end."""
    a = pld.Accountant("zero-out")
    a.compose("shuffle:t=100,sigma=2")
    for r in (a.epsilon(delta=1e-5), a.epsilon(delta=1e-5, tolerance=1e-2)):
        assert r.gap == "theory" and r.estimate is None and r.remove.estimate is None
        assert float(r) == r.upper > r.lower and r.directions == ("zeroed", "restored") and r.tolerance_met
        assert "ends of two pairs" in repr(r) and "two pairs" in r._repr_html_() and "zeroed" in r._repr_html_()
        assert "<circle" not in r._repr_html_() and "stroke-dasharray" in r._repr_html_()
    assert pld.epsilon("gaussian:sigma=1", delta=1e-5).gap is None


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


def test_an_answer_from_two_others_reports_its_own_end():
    accountant = pld.Accountant()
    accountant.step(noise_multiplier=1.0, sample_rate=0.01, steps=300)
    for _ in range(30):
        accountant.step(noise_multiplier=1.0, sample_rate=0.01)
        r = accountant.epsilon(delta=1e-5, tolerance=0.05)
        assert r.upper <= r.report <= r.upper * 1.0002
        told = r.to_dict()
        assert not told or (told["epsilon"]["upper"], told["mechanisms"][0]["count"]) == (r.upper, len(accountant))


def test_what_is_kept_answers_the_same():
    accountant = pld.Accountant()
    accountant.step(noise_multiplier=1.0, sample_rate=0.01, steps=100)
    other = pld.Accountant()
    other.load_state_dict(accountant.state_dict())
    assert other.epsilon(delta=1e-5) == accountant.epsilon(delta=1e-5) != accountant.epsilon(delta=1e-6)
