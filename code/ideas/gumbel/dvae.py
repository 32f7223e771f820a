r"""A discrete autoencoder of handwritten digits, small enough to train while you watch.

An 8x8 digit becomes a 4x4 grid of codes, each one of 32. The encoder gives logits, the
Gumbel-Softmax turns them into soft codes, and the decoder reads the codes through a codebook.
The loss is the negative ELBO with a weight beta on the divergence from a uniform prior: the first
stage of DALL-E, shrunk until it fits a notebook cell.

Needs torch and scikit-learn (for the digits).

Source: Ramesh et al., *Zero-Shot Text-to-Image Generation*, ICML 2021, section 2.1 and appendix A.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .relaxation import gumbel_softmax
from .schedules import Schedule

CODES = 32
"""How many codes the codebook holds."""

POSITIONS = 16
"""How many codes describe a digit, as a 4x4 grid."""

DOTS = 16
"""A pixel counts the black dots of a 4x4 block of the original bitmap."""


def load_digits() -> tuple[Tensor, Tensor]:
    """Return the digits as floats in [0, 1]: 1437 to train on and 360 to test on, (n, 1, 8, 8)."""
    from sklearn import datasets

    images = torch.from_numpy(datasets.load_digits().images).float().unsqueeze(1) / 16
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
    return images[order[:1437]], images[order[1437:]]


class DVAE(nn.Module):
    """Encoder, codebook and decoder.

    Args:
        hidden: channels of the convolutions.
        width: length of a codebook vector.

    """

    def __init__(self, hidden: int = 32, width: int = 16) -> None:
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, hidden, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(hidden, hidden, 4, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(hidden, CODES, 1),
        )
        self.codebook = nn.Conv2d(CODES, width, 1, bias=False)
        self.decoder = nn.Sequential(
            nn.Conv2d(width, hidden, 3, padding=1),
            nn.ReLU(),
            nn.ConvTranspose2d(hidden, hidden, 4, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(hidden, 1, 3, padding=1),
        )

    def encode(self, images: Tensor) -> Tensor:
        """Return logits of shape (n, 32, 4, 4) for images of shape (n, 1, 8, 8)."""
        return self.encoder(images)

    def decode(self, codes: Tensor) -> Tensor:
        """Return pixel logits (n, 1, 8, 8) for soft or one-hot codes of shape (n, 32, 4, 4)."""
        return self.decoder(self.codebook(codes))


def one_hot(index: Tensor) -> Tensor:
    """Return codes (n, 32, 4, 4) for code numbers (n, 4, 4)."""
    return F.one_hot(index, CODES).movedim(-1, 1).float()


def divergence(logits: Tensor) -> Tensor:
    """Return KL(q || uniform) of each image in nats, summed over its 16 positions, shape (n,)."""
    log_q = logits.log_softmax(1)
    return (log_q.exp() * (log_q + math.log(CODES))).sum(dim=(1, 2, 3))


def parts(
    model: DVAE,
    images: Tensor,
    logits: Tensor,
    tau: float,
    hard: bool,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor]:
    """Return the two parts of the loss: nats a pixel, and divergence in nats a place."""
    codes = gumbel_softmax(logits, tau, hard, dim=1, generator=generator)
    pixels = F.binary_cross_entropy_with_logits(model.decode(codes), images)
    return pixels, divergence(logits).mean() / POSITIONS


def log_likelihood(decoded: Tensor, images: Tensor) -> Tensor:
    """Return ln p(x | z) of each image in nats, shape (n,), its pixels binomial counts out of 16.

    That is what the pixels are: each counts the dots of a 4x4 block. The cross-entropy of
    the loss is this divided by -16 x 64, up to a constant that no weight changes.
    """
    counts = images * DOTS
    ways = math.lgamma(DOTS + 1) - torch.lgamma(counts + 1) - torch.lgamma(DOTS - counts + 1)
    entropy = F.binary_cross_entropy_with_logits(decoded, images, reduction="none")
    return (ways - DOTS * entropy).sum((1, 2, 3))


@torch.no_grad()
def perplexity(index: Tensor) -> float:
    """Return the perplexity of code usage: between 1, one code, and 32, all equally common."""
    usage = torch.bincount(index.flatten(), minlength=CODES) / index.numel()
    return float((-torch.special.xlogy(usage, usage).sum()).exp())


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch use one thread inside a ``with`` block, and restore its setting afterwards.

    The tensors here are so small that more threads gain little, and on a busy machine they wait
    for each other much longer than they work.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@one_thread()
def train(
    images: Tensor,
    tau: Schedule,
    *,
    beta: float = 0.02,
    steps: int = 300,
    hard: bool = False,
    seed: int = 0,
    watch: Callable[[int, DVAE], None] | None = None,
) -> DVAE:
    """Return a model trained with Adam, its step size falling along a cosine from 0.003.

    Args:
        images: of shape (n, 1, 8, 8), values in [0, 1].
        tau: the temperature as a function of the step.
        beta: the weight of the divergence, reached linearly over the first fifth of the steps.
        steps: batches of 64.
        hard: whether to train on straight-through samples.
        seed: of weights, batches and noise.
        watch: called with the steps done and the model, before the first step and every 20.

    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = DVAE()
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for step in range(steps):
        if watch and step % 20 == 0:
            watch(step, model)
        batch = images[torch.randint(len(images), (64,), generator=generator)]
        warm = beta * min(1.0, 5 * step / steps)
        optimiser.zero_grad()
        logits = model.encode(batch)
        pixels, divergent = parts(model, batch, logits, tau(step), hard, generator)
        (pixels + warm * divergent).backward()
        optimiser.step()
        rate.step()
    if watch:
        watch(steps, model)
    return model


class Quality(NamedTuple):
    """What :func:`evaluate` reports; the first three are mean squared errors a pixel."""

    argmax: float
    """With the most probable code in each place: how images are tokenised."""
    sampled: float
    """With codes sampled from q, exactly discrete: what the ELBO is about."""
    soft: float
    """With relaxed codes at the temperature asked for: what training saw."""
    codes_used: float
    """Perplexity of the codes over the data: between 1 and 32."""


@torch.no_grad()
def evaluate(model: DVAE, images: Tensor, tau: float, seed: int = 0) -> Quality:
    """Return reconstruction errors with argmax, sampled and relaxed codes, and code usage."""
    generator = torch.Generator().manual_seed(seed)
    logits = model.encode(images)
    index = logits.argmax(1)
    sampled = gumbel_softmax(logits, 1.0, hard=True, dim=1, generator=generator)
    relaxed = gumbel_softmax(logits, tau, dim=1, generator=generator)
    errors = [
        float(F.mse_loss(torch.sigmoid(model.decode(codes)), images))
        for codes in (one_hot(index), sampled, relaxed)
    ]
    return Quality(*errors, perplexity(index))


@torch.no_grad()
def usage(model: DVAE, images: Tensor) -> Tensor:
    """Return how often each code is the most probable one, as shares that sum to 1, shape (32,)."""
    index = model.encode(images).argmax(1)
    return torch.bincount(index.flatten(), minlength=CODES) / index.numel()


def record(
    name: str, training: Tensor, looked_at: Tensor, tau: Schedule, **options: Any
) -> tuple[DVAE, dict[str, Any]]:
    """Return a trained model, and how the training went, written down for the widget.

    Args:
        name: of the run.
        training: images to train on.
        looked_at: images to judge by every 20 steps.
        tau: the temperature as a function of the step.
        options: more for :func:`train`.

    The second result holds, for each look, the step, the temperature, the three errors of
    :class:`Quality`, and the usage of the codes in 1/10000.

    """
    run: dict[str, Any] = {"name": name, "step": [], "tau": []}
    run |= {key: [] for key in ("soft", "sampled", "argmax", "usage")}

    def watch(step: int, model: DVAE) -> None:
        quality = evaluate(model, looked_at, tau(step))
        run["step"].append(step)
        run["tau"].append(round(tau(step), 4))
        for key in ("soft", "sampled", "argmax"):
            run[key].append(round(getattr(quality, key), 5))
        run["usage"].append((usage(model, looked_at) * 10_000).round().int().tolist())

    return train(training, tau, watch=watch, **options), run
