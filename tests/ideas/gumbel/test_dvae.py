"""The miniature autoencoder learns, in seconds, and its losses mean what they say."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from ideas.gumbel import dvae, schedules  # noqa: E402


@pytest.fixture(scope="module")
def data():
    return dvae.load_digits()


def test_the_digits_are_split_without_overlap_or_loss(data):
    train, test = data
    assert train.shape == (1437, 1, 8, 8)
    assert test.shape == (360, 1, 8, 8)
    assert float(train.min()) >= 0
    assert float(train.max()) == 1


def test_the_divergence_is_zero_for_uniform_codes_and_log_32_a_place_for_certain_ones():
    uniform = torch.zeros(2, 32, 4, 4)
    certain = torch.full((2, 32, 4, 4), -1e4)
    certain[:, 5] = 1e4
    assert torch.allclose(dvae.divergence(uniform), torch.zeros(2), atol=1e-4)
    assert torch.allclose(dvae.divergence(certain), torch.full((2,), 16 * math.log(32)))


@pytest.mark.parametrize("hard", [False, True])
def test_a_short_training_halves_the_error_of_the_mean_image(data, hard):
    train, test = data
    model = dvae.train(train, schedules.cosine(1.0, 1 / 16, 240), steps=240, hard=hard)
    quality = dvae.evaluate(model, test, tau=1 / 16)
    mean_image = float(((test - train.mean(0)) ** 2).mean())
    assert quality.argmax < mean_image / 2
    assert quality.argmax <= quality.sampled
    assert 1 < quality.codes_used <= 32


def test_training_is_reproducible_and_leaves_the_global_generator_alone(data):
    torch.manual_seed(7)
    before = torch.random.get_rng_state()
    models = [dvae.train(data[0], schedules.constant(1.0), steps=3) for _ in range(2)]
    assert torch.equal(before, torch.random.get_rng_state())
    for a, b in zip(*(m.parameters() for m in models), strict=True):
        assert torch.equal(a, b)
