"""The miniature DALL-E: what it reaches on a fixed seed, its bound, checkpoint and captions."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from ideas.gumbel import captions, dalle, dvae, prior  # noqa: E402


@pytest.fixture(scope="session")
def data():
    return captions.load()


@pytest.fixture(scope="session")
def run(data):
    return dalle.Miniature(data[0], dalle.Plan(seed=0)).train(progress=False)


@pytest.fixture(scope="session")
def judge(data):
    return dalle.judge(data[0])


def test_the_judge_reads_real_digits(data, judge):
    assert dalle.caption_accuracy(judge, data[1].images, data[1].captions) > 0.98


def test_generated_pictures_are_what_the_captions_ask_for(run, judge):
    asked = captions.all_captions().repeat(40, 1)
    made = run.generate(asked, 0.7, seed=0)
    assert dalle.caption_accuracy(judge, made, asked) >= 0.95


def test_a_lower_temperature_is_more_accurate_and_less_diverse(run, judge):
    asked = captions.all_captions().repeat(20, 1)
    accuracy, spread = [], []
    for temperature in (0.4, 1.5):
        made = run.generate(asked, temperature)
        accuracy.append(dalle.caption_accuracy(judge, made, asked))
        spread.append(float(made.view(20, 30, -1).var(0).mean()))
    assert accuracy[0] > accuracy[1] + 0.05
    assert spread[0] < 0.8 * spread[1]


def test_codes_are_used_and_reconstructions_are_close(run, data):
    quality = dvae.evaluate(run.dvae, data[1].images, run.plan.last_tau)
    assert quality.codes_used >= 20
    assert quality.argmax <= 0.010


def test_styles_are_made_more_often_than_by_chance(run, data):
    limits = captions.ink_limits(data[0].images, data[0].captions[:, 1] - 3)
    asked = captions.all_captions().repeat(20, 1)
    made = run.generate(asked, 0.7)
    hit = captions.style_of(made, asked[:, 1] - 3, limits) == asked[:, 0]
    assert float(hit.float().mean()) > 0.5


def test_no_training_picture_is_copied(run, data):
    made = run.generate(captions.all_captions().repeat(10, 1), 0.7).flatten(1)
    nearest = torch.cdist(made, data[0].images.flatten(1)).min(1).values
    assert float(nearest.min()) > 0.1


def test_the_parts_of_the_bound_sum_and_stay_below_the_likelihood(run, data):
    bound = run.elbo(data[1])
    assert bound.total == pytest.approx(sum(bound[1:]))
    assert bound.caption == pytest.approx(-math.log(30), abs=0.1)
    assert bound.codes > -16 * math.log(32) + 10
    assert 0 < bound.entropy < 16 * math.log(32)
    importance = log_likelihood_by_importance(run, data[1], draws=64)
    assert bound.total < importance


@torch.no_grad()
def log_likelihood_by_importance(run, data, draws: int) -> float:
    """A tighter bound: the log of the mean weight of several samples (Burda et al., 2016)."""
    generator = torch.Generator().manual_seed(1)
    rows = slice(0, 60)
    images, text = data.images[rows], data.captions[rows]
    log_q = run.dvae.encode(images).log_softmax(1)
    weights = []
    for _ in range(draws):
        codes = dalle.gumbel_max(log_q, dim=1, generator=generator)
        image = dvae.log_likelihood(run.dvae.decode(dvae.one_hot(codes)), images)
        p = sum(run.prior.log_prob(text, codes.flatten(1)))
        q = log_q.gather(1, codes[:, None]).sum((1, 2, 3))
        weights.append(image + p - q)
    stacked = torch.stack(weights)
    one = float(stacked.mean())
    many = float((torch.logsumexp(stacked, 0) - math.log(draws)).mean())
    assert many > one
    return many


def test_the_pixels_are_binomial_counts():
    counts = torch.arange(17.0).repeat(64, 1).T.reshape(17, 1, 8, 8) / 16
    log_p = dvae.log_likelihood(torch.full((17, 1, 8, 8), 0.3), counts) / 64
    assert float(log_p.exp().sum()) == pytest.approx(1, abs=1e-4)


def test_every_step_and_part_is_logged(run):
    steps = [entry["step"] for entry in run.history]
    assert steps == list(range(20, run.plan.steps + 1, 20))
    first, last = run.history[0], run.history[-1]
    assert set(first) == {"step", "tau", "beta", "pixels", "divergence", "perplexity"}
    assert set(last) == {"step", "caption", "codes"}


def test_a_stopped_run_goes_on_to_the_same_bits(data, tmp_path):
    plan = dalle.Plan(seed=3, code_steps=6, prior_steps=6, batch=16)
    whole = dalle.Miniature(data[0], plan).train()
    for stop in (3, 6, 9):
        half = dalle.Miniature(data[0], plan).train(stop)
        half.save(tmp_path / "run.pt")
        resumed = dalle.Miniature.load(tmp_path / "run.pt", data[0])
        assert resumed.step == stop
        resumed.train()
        for mine, theirs in ((whole.dvae, resumed.dvae), (whole.prior, resumed.prior)):
            for a, b in zip(mine.parameters(), theirs.parameters(), strict=True):
                assert torch.equal(a, b)
        assert whole.history == resumed.history


def test_seeds_decide_everything_and_the_global_generator_is_left_alone(data):
    plan = dalle.Plan(code_steps=2, prior_steps=2, batch=8)
    torch.manual_seed(5)
    before = torch.random.get_rng_state()
    first, second = (dalle.Miniature(data[0], plan).train() for _ in range(2))
    other = dalle.Miniature(data[0], dalle.Plan(1, 2, 2, batch=8)).train()
    assert torch.equal(before, torch.random.get_rng_state())
    assert torch.equal(first.prior.head.weight, second.prior.head.weight)
    assert not torch.equal(first.prior.head.weight, other.prior.head.weight)


def test_a_file_that_is_no_run_is_refused(data, tmp_path):
    torch.save({"something": 1}, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="holds no saved run"):
        dalle.Miniature.load(tmp_path / "other.pt", data[0])


def test_the_prior_sees_only_what_came_before():
    torch.manual_seed(0)
    model = prior.Prior(width=16, layers=2, heads=2)
    text, codes = torch.tensor([[1, 7]]), torch.randint(32, (1, 15))
    changed = codes.clone()
    changed[0, 9] = (changed[0, 9] + 1) % 32
    a, b = model(text, codes), model(text, changed)
    first_that_sees = 1 + prior.TEXT + 9
    assert torch.allclose(a[:, :first_that_sees], b[:, :first_that_sees])
    assert not torch.allclose(a[:, first_that_sees], b[:, first_that_sees])


def test_the_prior_gives_words_to_words_and_codes_to_codes():
    torch.manual_seed(0)
    p = prior.Prior(width=16, layers=1, heads=2)(torch.tensor([[0, 3]]), torch.zeros(1, 4).long())
    totals = p.exp().split([13, 32], -1)
    assert torch.allclose(totals[0][0, :2].sum(-1), torch.ones(2))
    assert torch.allclose(totals[1][0, 2:].sum(-1), torch.ones(5))


def test_captions_split_the_ink_of_each_digit_in_thirds(data):
    for digit in range(10):
        mine = data[0].captions[data[0].captions[:, 1] == digit + 3]
        shares = torch.bincount(mine[:, 0], minlength=3) / len(mine)
        assert torch.allclose(shares, torch.full((3,), 1 / 3), atol=0.03)


def test_the_bar_is_drawn_where_it_is_wanted_only(capsys):
    assert list(dalle.progress_bar(3, False)) == [0, 1, 2]
    assert capsys.readouterr().out == ""
    assert list(dalle.progress_bar(3)) == [0, 1, 2]
    assert capsys.readouterr().out == ""
    assert list(dalle.progress_bar(4, True, width=4)) == [0, 1, 2, 3]
    drawn = capsys.readouterr()
    assert drawn.out.endswith("████     4 of 4\n")
    assert drawn.err == ""


def test_an_impossible_temperature_is_refused(run):
    with pytest.raises(ValueError, match="tau must be positive"):
        run.generate(captions.all_captions(), 0.0)
