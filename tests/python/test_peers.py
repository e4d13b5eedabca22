"""Drop-ins, used as the peers' documentation uses them; lookalikes stand for the peers' classes."""
import collections
import json
import math
import pickle
import types

import pytest

import pld
from pld import dp_accounting, opacus, prv


def event(name, **attributes):
    return type(name, (), {})() if not attributes else _with(type(name, (types.SimpleNamespace,), {}), attributes)


def _with(cls, attributes):
    return cls(**attributes)


GAUSSIAN = event("GaussianDpEvent", noise_multiplier=1.0)


# --- opacus -------------------------------------------------------------------------------------------------------------------


def test_opacus_training_loop():
    accountant = opacus.PLDAccountant()
    hook = accountant.get_optimizer_hook_fn(sample_rate=0.005)
    optimizer = types.SimpleNamespace(noise_multiplier=1.0, accumulated_iterations=2)
    for _ in range(500):
        hook(optimizer)
    assert accountant.history == [(1.0, 0.01, 500)] and len(accountant) == 500 and accountant.mechanism() == "pld"
    expected = pld.epsilon("poisson-gaussian:q=0.01,sigma=1.0@500", delta=1e-5).upper
    assert accountant.get_epsilon(delta=1e-5) == expected
    optimizer.noise_multiplier = 1.5
    hook(optimizer)
    assert accountant.history[-1] == (1.5, 0.01, 1) and accountant.get_epsilon(1e-5) > expected


def test_opacus_state():
    accountant = opacus.PLDAccountant()
    accountant.history = [(1.0, 0.01, 300), (2.0, 0.01, 100), (1.0, 0.01, 200)]
    expected = accountant.get_epsilon(1e-5)
    state = accountant.state_dict(collections.OrderedDict())
    assert state["mechanism"] == "pld"
    for kept in (state, json.loads(json.dumps(state)), pickle.loads(pickle.dumps(state))):
        other = opacus.PLDAccountant()
        other.load_state_dict(kept)
        assert other.get_epsilon(1e-5) == expected and len(other) == 600
    assert pickle.loads(pickle.dumps(accountant)).get_epsilon(1e-5) == expected
    for wrong in (None, {}, {"history": []}, {"mechanism": "pld"}):
        with pytest.raises(ValueError):
            other.load_state_dict(wrong)


def test_opacus_states_of_others():
    class RDPAccountant:
        @classmethod
        def mechanism(cls):
            return "rdp"

    accountant = opacus.PLDAccountant()
    for mechanism in ("rdp", "gdp", "prv", RDPAccountant.mechanism):  # Opacus keeps the method itself
        accountant.load_state_dict({"history": [[1.0, 0.01, 500]], "mechanism": mechanism})
        assert accountant.history == [(1.0, 0.01, 500)]
    for state, sentence in (({"history": [(1.0, 0.01, 3)], "mechanism": "tree"}, "a state of 'tree' is not known to have a history of DP-SGD"),
                            ({"history": [(1.0, 0.01)], "mechanism": "rdp"}, "the history of the state is none"),
                            ({"history": 5, "mechanism": "rdp"}, "the history of the state is none"),
                            ({"history": [(1.0, 0.01, -3)], "mechanism": "rdp"}, "the history of the state is none")):
        with pytest.raises(ValueError, match=sentence):
            accountant.load_state_dict(state)
        assert accountant.history == [(1.0, 0.01, 500)]


def test_opacus_history_that_is_taken_back():
    accountant = opacus.PLDAccountant()
    accountant.history = [(1.0, 0.01, 500)]
    more = accountant.get_epsilon(1e-5)
    accountant.history = [(1.0, 0.01, 400)]
    assert accountant.get_epsilon(1e-5) == pld.epsilon("poisson-gaussian:q=0.01,sigma=1.0@400", delta=1e-5).upper < more


def test_opacus_noise_for_a_budget():
    """As Opacus' registry and function use it."""
    budget = {"target_epsilon": 2.0, "target_delta": 1e-5, "sample_rate": 0.01}
    sigma = opacus.get_noise_multiplier(**budget, steps=1000, accountant="prv", epsilon_tolerance=0.01)
    assert sigma == opacus.get_noise_multiplier(**budget, epochs=10)
    made = {"pld": opacus.PLDAccountant}["pld"]()
    made.history = [(sigma, 0.01, 1000)]
    assert made.get_epsilon(delta=1e-5) <= 2.0
    made.history = [(sigma * (1 - 1e-4), 0.01, 1000)]
    assert made.get_epsilon(delta=1e-5) > 2.0
    with pytest.raises(ValueError):
        opacus.get_noise_multiplier(**budget)


def test_opacus_corners():
    accountant = opacus.PLDAccountant()
    assert accountant.get_epsilon(1e-5) == 0 and len(accountant) == 0
    accountant.step(noise_multiplier=0.0, sample_rate=0.01)
    assert accountant.get_epsilon(1e-5) == math.inf


# --- dp_accounting ------------------------------------------------------------------------------------------------------------


def relation(name):
    return types.SimpleNamespace(name=name)


def sampled(inner, q=0.01):
    return event("PoissonSampledDpEvent", sampling_probability=q, event=inner)


def test_a_tree_of_events():
    step = sampled(GAUSSIAN)
    tree = event("ComposedDpEvent", events=[event("SelfComposedDpEvent", event=step, count=1000),
                                            event("LaplaceDpEvent", noise_multiplier=20.0), event("NoOpDpEvent")])
    accountant = dp_accounting.PLDAccountant()
    assert accountant.supports(tree) and accountant.compose(tree, 2) is accountant
    expected = pld.epsilon(["poisson-gaussian:q=0.01,sigma=1.0@2000", "laplace:b=20.0@2"], delta=1e-5)
    assert accountant.get_epsilon(1e-5) == expected.upper and accountant.ledger == [(tree, 2)]
    assert accountant.get_delta(2.0) == pld.delta(["poisson-gaussian:q=0.01,sigma=1.0@2000", "laplace:b=20.0@2"], epsilon=2).upper


@pytest.mark.parametrize("given, spec", [
    (event("DiscreteLaplaceDpEvent", noise_parameter=0.5, sensitivity=1), "discrete-laplace:b=2"),
    (event("DiscreteGaussianDpEvent", sigma=3.0, sensitivity=1, dimension=None), "discrete-gaussian:sigma=3"),
    (event("DiscreteGaussianDpEvent", sigma=3.0, sensitivity=2.5, dimension=1), "discrete-gaussian:sigma=3,sensitivity=2"),
    (event("EpsilonDeltaDpEvent", epsilon=0.5, delta=1e-7), "approx-dp:epsilon=0.5,delta=1e-7"),
    (sampled(event("LaplaceDpEvent", noise_multiplier=2.0)), "poisson-laplace:q=0.01,b=2"),
    (sampled(event("EpsilonDeltaDpEvent", epsilon=0.5, delta=0.0)), "poisson:q=0.01,of=approx-dp,epsilon=0.5"),
    (event("SampledWithoutReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=GAUSSIAN),
     "hypergeometric-gaussian:N=1000,B=10,k=1,sigma=1,shift=2"),
    (event("SampledWithReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=GAUSSIAN),
     "with-replacement:N=1000,B=10,sigma=1"),
    (event("ExponentialMechanismDpEvent", epsilon=0.5), "exponential:epsilon=0.5"),
    (event("ExponentialMechanismDpEvent", epsilon=1e-10), "approx-dp:epsilon=1e-10"),
    (event("PermuteAndFlipDpEvent", epsilon=0.25), "approx-dp:epsilon=0.25"),
    (event("MixtureOfGaussiansDpEvent", standard_deviation=2.0, sensitivities=[0.0, 1.0], sampling_probs=[0.9, 0.1]),
     "mixture-gaussian:sigma=2,pw=0.9:0.1,pm=0:1,qw=1,qm=0")])
def test_single_events(given, spec):
    accountant = dp_accounting.PLDAccountant().compose(given)
    expected = pld.epsilon(spec, delta=1e-5)
    assert accountant.get_epsilon(1e-5) == pytest.approx(expected.upper, rel=1e-12)


def test_neighbouring_relations():
    replace = dp_accounting.PLDAccountant(relation("REPLACE_ONE"))
    replace.compose(GAUSSIAN)
    assert replace.get_epsilon(1e-5) == pytest.approx(pld.epsilon("gaussian:sigma=0.5", delta=1e-5).upper, rel=1e-9)
    response = event("RandomizedResponseDpEvent", noise_parameter=0.5, num_buckets=2)
    assert dp_accounting.PLDAccountant(relation("REPLACE_ONE")).compose(response).get_epsilon(0.0) == pytest.approx(math.log(3), rel=1e-12)
    assert not dp_accounting.PLDAccountant().supports(response)
    zeroed = dp_accounting.PLDAccountant(relation("REPLACE_SPECIAL")).compose(sampled(GAUSSIAN), 100)
    assert zeroed.get_epsilon(1e-5) == pld.epsilon("poisson-gaussian:q=0.01,sigma=1.0@100", delta=1e-5, adjacency="zero-out").upper
    with pytest.raises(pld.ArgumentError):
        dp_accounting.PLDAccountant(relation("SOMETHING_ELSE"))


@pytest.mark.parametrize("given", [
    event("RandomAllocationDpEvent", event=GAUSSIAN, num_selected=2, num_steps=10),
    event("RandomAllocationDpEvent", event=event("LaplaceDpEvent", noise_multiplier=1.0), num_selected=1, num_steps=10),
    event("ZCDpEvent", rho=1.0), event("UnsupportedDpEvent"), sampled(event("ComposedDpEvent", events=[GAUSSIAN])),
    event("DiscreteLaplaceDpEvent", noise_parameter=0.5, sensitivity=2),
    event("DiscreteGaussianDpEvent", sigma=3.0, sensitivity=2, dimension=None),
    event("SampledWithoutReplacementDpEvent", source_dataset_size=10, sample_size=10, event=GAUSSIAN),
    event("SampledWithoutReplacementDpEvent", source_dataset_size=10, sample_size=2, event=event("LaplaceDpEvent", noise_multiplier=1.0)),
    event("GaussianDpEvent", noise_multiplier=-1.0)])
def test_no_is_said_with_the_reason(given):
    accountant = dp_accounting.PLDAccountant()
    support = accountant.supports(given)
    assert support == False and support.reason  # noqa: E712 - as tests of the peer have it
    mixed = event("ComposedDpEvent", events=[GAUSSIAN, given])
    with pytest.raises(dp_accounting.UnsupportedEventError, match=".+"):
        accountant.compose(mixed)
    assert accountant.get_epsilon(1e-5) == 0 and accountant.ledger == []


def test_truncated_batches():
    """Two pairs: the upper end counts. A cap that is never reached is Poisson sampling."""
    given = event("TruncatedSubsampledGaussianDpEvent", dataset_size=600, sampling_probability=0.1, truncated_batch_size=60, noise_multiplier=1.0)
    found = dp_accounting.PLDAccountant().compose(given, 3).bracket(1e-5, tolerance=1e-3)
    expected = pld.epsilon("truncated-poisson:N=600,q=0.1,B=60,sigma=1@3", delta=1e-5, tolerance=1e-3)
    assert found.gap == "theory" and (found.lower, found.upper) == pytest.approx((expected.lower, expected.upper), abs=1e-3)
    never = event("TruncatedSubsampledGaussianDpEvent", dataset_size=60, sampling_probability=0.1, truncated_batch_size=60, noise_multiplier=1.0)
    assert dp_accounting.PLDAccountant().compose(never, 3).get_epsilon(1e-5) == \
        pytest.approx(pld.epsilon("poisson-gaussian:q=0.1,sigma=1@3", delta=1e-5).upper, rel=1e-5)


def test_random_allocation():
    given = event("RandomAllocationDpEvent", event=event("GaussianDpEvent", noise_multiplier=4.0), num_selected=1, num_steps=3)
    found = dp_accounting.PLDAccountant(relative_tolerance=1e-2).compose(given).get_epsilon(1e-5)
    assert found == pld.epsilon("allocation:t=3,sigma=4", delta=1e-5, relative_tolerance=1e-2).upper


def test_what_is_known_for_which_neighbours():
    """A pair that is known for records that are added is not taken for records that are replaced."""
    allocated = event("RandomAllocationDpEvent", event=GAUSSIAN, num_selected=1, num_steps=10)
    drawn = event("SampledWithReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=GAUSSIAN)
    fixed = event("SampledWithoutReplacementDpEvent", source_dataset_size=1000, sample_size=10, event=GAUSSIAN)
    known = {name: [bool(dp_accounting.PLDAccountant(relation(name)).supports(one)) for one in (allocated, drawn, fixed)]
             for name in ("ADD_OR_REMOVE_ONE", "REPLACE_ONE", "REPLACE_SPECIAL")}
    assert known == {"ADD_OR_REMOVE_ONE": [True, True, True], "REPLACE_ONE": [False, True, True], "REPLACE_SPECIAL": [True, True, True]}
    assert "replaced" in dp_accounting.PLDAccountant(relation("REPLACE_ONE")).supports(allocated).reason


def test_what_keeps_nothing_private():
    for given in (event("NonPrivateDpEvent"), event("GaussianDpEvent", noise_multiplier=0)):
        accountant = dp_accounting.PLDAccountant().compose(given)
        assert accountant.get_epsilon(1e-5) == math.inf and accountant.get_delta(1.0) == 1


def test_named_tuples():
    step = collections.namedtuple("Wrapper", "module_name class_name noise_multiplier")("dp_accounting.dp_event", "GaussianDpEvent", 2.0)
    assert dp_accounting.PLDAccountant().compose(step).get_epsilon(1e-5) == pld.epsilon("gaussian:sigma=2", delta=1e-5).upper


# --- prv_accountant -----------------------------------------------------------------------------------------------------------


def test_prv_accountant():
    accountant = prv.PRVAccountant(
        prvs=[prv.PoissonSubsampledGaussianMechanism(noise_multiplier=0.8, sampling_probability=5e-3),
              prv.GaussianMechanism(noise_multiplier=8.0), prv.LaplaceMechanism(mu=0.1)],
        max_self_compositions=[1000, 1000, 1000], eps_error=0.1, delta_error=1e-10)
    low, estimate, up = accountant.compute_epsilon(delta=1e-6, num_self_compositions=[100, 200, 100])
    expected = pld.epsilon(["poisson-gaussian:q=0.005,sigma=0.8@100", "gaussian:sigma=8.0@200", "laplace:b=1,sensitivity=0.1@100"], delta=1e-6)
    assert (low, up) == (expected.lower, expected.upper) and low <= estimate <= up
    low, estimate, up = accountant.compute_delta(epsilon=2.0, num_self_compositions=[100, 200, 100])
    assert 0 < low <= estimate <= up < 1
    with pytest.raises(pld.ArgumentError):
        accountant.compute_epsilon(1e-6, [1, 2])


def test_prv_ends_of_two_pairs():
    low, estimate, up = prv.PRVAccountant(["shuffle:t=100,sigma=2"], adjacency="zero-out").compute_epsilon(delta=1e-5)
    assert low < up and math.isnan(estimate)


def test_prv_dpsgd():
    accountant = prv.DPSGDAccountant(noise_multiplier=0.8, sampling_probability=5e-3, delta=1e-6, eps_error=0.1, max_compositions=1000)
    low, _, up = accountant.compute_epsilon(num_compositions=1000)
    expected = pld.epsilon("poisson-gaussian:q=0.005,sigma=0.8@1000", delta=1e-6)
    assert (low, up) == (expected.lower, expected.upper)


def test_prv_dpsgd_as_its_versions_have_it():
    expected = prv.DPSGDAccountant(0.8, 5e-3, delta=1e-6).compute_epsilon(num_compositions=1000)
    assert prv.DPSGDAccountant(0.8, 5e-3, 1000, 0.1, 1e-9).compute_epsilon(1e-6, 1000) == expected
    assert prv.DPSGDAccountant(0.8, 5e-3, max_steps=1000).compute_epsilon(delta=1e-6, num_steps=1000) == expected
    assert prv.Accountant(0.8, 5e-3, 1e-6, 1000, 0.1).compute_epsilon(1000) == expected
    for missing in ({"delta": 1e-6}, {"num_steps": 1000}):
        with pytest.raises(pld.ArgumentError, match="is needed"):
            prv.DPSGDAccountant(0.8, 5e-3).compute_epsilon(**missing)
