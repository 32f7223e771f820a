r"""A DALL-E that trains while you wait: captions of two words, pictures of sixteen codes.

Two stages, as in the original.  First encoder and decoder learn against a *uniform* prior, with
Gumbel-Softmax samples whose temperature falls.  Then both are frozen, every picture becomes
codes sampled from the encoder, and a transformer learns captions and codes together.  What comes
out can be asked for a "bold seven".

Needs torch and scikit-learn.

Source: Ramesh et al., *Zero-Shot Text-to-Image Generation*, ICML 2021, section 2 and appendix A.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import torch
from torch import Tensor

from . import captions as words
from . import dvae, prior, schedules
from .captions import Captioned
from .race import gumbel_max

Log: TypeAlias = Callable[[], dict[str, float]]
"""What a step would log, if asked."""


@dataclass(frozen=True)
class Plan:
    """What a run does; two runs of one plan are equal in every bit."""

    seed: int = 0
    """Of weights, batches and noise."""
    code_steps: int = 700
    """Steps of the first stage, each a batch of pictures."""
    prior_steps: int = 800
    """Steps of the second stage."""
    beta: float = 0.007
    """The weight of the divergence, in nats a place over nats a pixel."""
    last_tau: float = 1 / 16
    """Where the temperature ends; it starts at 1."""
    batch: int = 96
    """Pictures a step of the first stage."""
    prior_batch: int = 64
    """Pictures a step of the second."""

    @property
    def steps(self) -> int:
        """All steps of both stages."""
        return self.code_steps + self.prior_steps


class Elbo(NamedTuple):
    """The bound on ln p(x, y) of a picture and its caption, and its parts, in nats."""

    total: float
    """The sum of the other four."""
    image: float
    """E ln p(x | z), each pixel a count out of 16."""
    caption: float
    """ln p(y)."""
    codes: float
    """E ln p(z | y)."""
    entropy: float
    """-E ln q(z | x)."""


class Miniature:
    """Encoder, decoder and prior with the state of their training.

    Args:
        data: captioned pictures to train on.
        plan: what to do.

    Attributes:
        step: how many steps are done, over both stages.
        history: what was logged every 20 steps, a dict each.

    """

    def __init__(self, data: Captioned, plan: Plan = Plan()) -> None:
        self.data, self.plan, self.step = data, plan, 0
        self.history: list[dict[str, float]] = []
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan.seed)
            self.dvae, self.prior = dvae.DVAE(), prior.Prior()
        self.generator = torch.Generator().manual_seed(plan.seed)
        self.optimisers = (
            torch.optim.Adam(self.dvae.parameters(), lr=3e-3),
            torch.optim.AdamW(self.prior.parameters(), lr=4e-3, weight_decay=0.1),
        )
        self.tau = schedules.cosine(1.0, plan.last_tau, plan.code_steps)

    def train(self, steps: int | None = None, *, progress: bool | None = None) -> Miniature:
        """Go on for some steps, or to the end of the plan, and return itself.

        Args:
            steps: how many; ``None`` for all that are left.
            progress: whether to draw a bar; ``None`` draws one where somebody is watching.

        """
        left = self.plan.steps - self.step
        wanted = left if steps is None else min(steps, left)
        with dvae.one_thread():
            for _ in progress_bar(wanted, progress):
                in_first = self.step < self.plan.code_steps
                log = self._code_step() if in_first else self._prior_step()
                self.step += 1
                if self.step % 20 == 0:
                    self.history.append({"step": self.step, **log()})
        return self

    def _batch(self, size: int) -> tuple[Tensor, Tensor]:
        rows = torch.randint(len(self.data.images), (size,), generator=self.generator)
        return self.data.images[rows], self.data.captions[rows]

    def _code_step(self) -> Log:
        """One step of encoder and decoder against the uniform prior."""
        images, _ = self._batch(self.plan.batch)
        tau = self.tau(self.step)
        beta = self.plan.beta * min(1.0, 5 * self.step / self.plan.code_steps)
        logits = self.dvae.encode(images)
        pixels, divergence = dvae.parts(self.dvae, images, logits, tau, False, self.generator)
        self._descend(0, pixels + beta * divergence, _cosine(self.step, self.plan.code_steps))
        return lambda: {
            "tau": tau,
            "beta": beta,
            "pixels": pixels.item(),
            "divergence": divergence.item() * dvae.POSITIONS,
            "perplexity": dvae.perplexity(logits.argmax(1)),
        }

    def _prior_step(self) -> Log:
        """One step of the transformer, on codes sampled from the frozen encoder."""
        images, captions = self._batch(self.plan.prior_batch)
        codes = self.sample_codes(images).flatten(1)
        text, image = self.prior.log_prob(captions, codes)
        loss = prior.weighted(text, image)
        done = (self.step - self.plan.code_steps) / self.plan.prior_steps
        self._descend(1, loss, min(1.0, 20 * (done + 1e-3)) * _cosine(done, 1))
        return lambda: {
            "caption": float(text.detach().mean()),
            "codes": float(image.detach().mean()),
        }

    def _descend(self, stage: int, loss: Tensor, rate: float) -> None:
        optimiser = self.optimisers[stage]
        for group in optimiser.param_groups:
            group["lr"] = rate * group.setdefault("top", group["lr"])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    @torch.no_grad()
    def sample_codes(self, images: Tensor) -> Tensor:
        """Return codes (n, 4, 4) drawn from q(z | x)."""
        return gumbel_max(self.dvae.encode(images), dim=1, generator=self.generator)

    @torch.no_grad()
    def generate(self, captions: Tensor, temperature: float = 0.7, *, seed: int = 0) -> Tensor:
        """Return pictures (n, 1, 8, 8) for captions (n, 2): the prior writes, the decoder draws."""
        generator = torch.Generator().manual_seed(seed)
        codes = self.prior.sample(captions, temperature, generator=generator)
        return torch.sigmoid(self.dvae.decode(dvae.one_hot(codes)))

    @torch.no_grad()
    def elbo(self, data: Captioned, *, draws: int = 8, seed: int = 0) -> Elbo:
        r"""Return the mean bound over ``data`` and its parts, with discrete codes.

        :math:`E_q[\ln p(x|z) + \ln p(y, z) - \ln q(z|x)]`; the entropy is exact, the other
        expectations are means over ``draws`` samples of z.
        """
        generator = torch.Generator().manual_seed(seed)
        log_q = self.dvae.encode(data.images).log_softmax(1)
        entropy = float(-(log_q.exp() * log_q).sum((1, 2, 3)).mean())
        found = []
        for _ in range(draws):
            codes = gumbel_max(log_q, dim=1, generator=generator)
            decoded = self.dvae.decode(dvae.one_hot(codes))
            image = dvae.log_likelihood(decoded, data.images).mean()
            text, rest = self.prior.log_prob(data.captions, codes.flatten(1))
            found.append(torch.stack([image, text.mean(), rest.mean()]))
        image, text, rest = torch.stack(found).mean(0).tolist()
        return Elbo(image + text + rest + entropy, image, text, rest, entropy)

    def save(self, path: str | Path) -> None:
        """Write everything that going on needs to a file."""
        torch.save(
            {
                "plan": asdict(self.plan),
                "step": self.step,
                "history": self.history,
                "generator": self.generator.get_state(),
                "models": [self.dvae.state_dict(), self.prior.state_dict()],
                "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            },
            path,
        )

    @classmethod
    def load(cls, path: str | Path, data: Captioned) -> Miniature:
        """Return a saved run, which goes on exactly as if it had never stopped.

        Raises:
            ValueError: if the file is not one that :meth:`save` wrote.

        """
        saved = torch.load(path, weights_only=True)
        if not isinstance(saved, dict) or "plan" not in saved:
            raise ValueError(f"{path} holds no saved run of the miniature")
        run = cls(data, Plan(**saved["plan"]))
        run.step, run.history = saved["step"], saved["history"]
        run.generator.set_state(saved["generator"])
        for model, state in zip((run.dvae, run.prior), saved["models"], strict=True):
            model.load_state_dict(state)
        for optimiser, state in zip(run.optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(state)
        return run


def judge(data: Captioned) -> Any:
    """Return a classifier of digits that has seen real pictures and no model.

    A support vector machine; it is right on more than 99 % of the test pictures.
    """
    from sklearn.svm import SVC

    labels = data.captions[:, 1] - len(words.STYLES)
    return SVC(C=10, gamma=0.25).fit(data.images.flatten(1).numpy(), labels.numpy())


def caption_accuracy(judged_by: Any, images: Tensor, captions: Tensor) -> float:
    """Return the share of pictures in which the judge sees the digit of the caption."""
    seen = judged_by.predict(images.flatten(1).numpy())
    return float((seen == (captions[:, 1] - len(words.STYLES)).numpy()).mean())


def progress_bar(steps: int, wanted: bool | None = None, width: int = 30) -> Iterator[int]:
    """Yield 0 to ``steps`` - 1 and draw on standard output how far that is.

    ``None`` draws in a terminal and in a notebook somebody has open, not in a built page.

    >>> list(progress_bar(3, False))
    [0, 1, 2]
    """
    draws = watched() if wanted is None else wanted
    for step in range(steps):
        yield step
        if draws and ((step + 1) * 100 // steps > step * 100 // steps):
            done = (step + 1) * width // steps
            end = "\n" if step + 1 == steps else ""
            bar = "█" * done + "░" * (width - done)
            print(f"\r{bar} {step + 1:5} of {steps}", end=end, flush=True)


def watched() -> bool:
    """Whether standard output goes to a terminal or to a notebook that is open."""
    open_notebook = ("JPY_SESSION_NAME", "COLAB_RELEASE_TAG", "VSCODE_PID")
    return sys.stdout.isatty() or any(name in os.environ for name in open_notebook)


def _cosine(step: float, steps: float) -> float:
    """Return half a cosine, from 1 down to 0."""
    return 0.5 * (1 + torch.cos(torch.tensor(torch.pi * step / steps)).item())
