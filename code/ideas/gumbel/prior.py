r"""The prior of the miniature DALL-E: one transformer over caption tokens and image codes.

It reads a sentence of eighteen tokens, two words of caption and sixteen codes, and predicts each
from those before it.  So it holds the whole of :math:`p_\psi(y, z)`: the caption's probability,
and that of the codes given the caption.  To make a picture, give it a caption and let it write.

Needs torch.

Source: Ramesh et al., *Zero-Shot Text-to-Image Generation*, ICML 2021, section 2.2; Vaswani et
al., *Attention Is All You Need*, NeurIPS 2017, for the layers.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ._arrays import check_temperature
from .captions import WORDS
from .dvae import CODES, POSITIONS
from .race import gumbel_max

TEXT = 2
"""How many tokens a caption has."""

LENGTH = TEXT + POSITIONS
"""How many tokens a whole sentence has."""

TEXT_WEIGHT = 1 / 8
"""The weight of caption tokens in the loss beside 7/8 for codes, as in DALL-E."""


class Block(nn.Module):
    """One layer: every token looks at those before it, then is transformed by itself."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before_attention, self.before_mlp = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return (n, length, width) for (n, length, width)."""
        n, length, width = x.shape
        parts = self.attention(self.before_attention(x)).view(n, length, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(n, length, width))
        return x + self.mlp(self.before_mlp(x))


class Prior(nn.Module):
    """A decoder-only transformer whose vocabulary is the words, then the codes.

    Args:
        width: of a token's vector.
        layers: how many blocks.
        heads: of attention in each block.

    """

    def __init__(self, width: int = 64, layers: int = 2, heads: int = 4) -> None:
        super().__init__()
        start_and_tokens = 1 + len(WORDS) + CODES
        self.token = nn.Embedding(start_and_tokens, width)
        self.position = nn.Parameter(torch.randn(LENGTH, width) * 0.02)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, len(WORDS) + CODES)

    def forward(self, captions: Tensor, codes: Tensor) -> Tensor:
        """Return log-probabilities of each next token, shape (n, given + 1, words + codes).

        Args:
            captions: (n, 2).
            codes: (n, m), the codes known so far, m from 0 to 15.

        A caption position gives probability to words only, a code position to codes only.

        """
        start = captions.new_full((len(captions), 1), len(WORDS) + CODES)
        known = torch.cat([start, captions, codes + len(WORDS)], 1)
        x = self.token(known) + self.position[: known.shape[1]]
        logits = self.head(self.norm(self.blocks(x)))
        is_text_position = torch.arange(known.shape[1], device=logits.device) < TEXT
        is_word = torch.arange(logits.shape[-1], device=logits.device) < len(WORDS)
        refused = is_text_position[:, None] != is_word
        return logits.masked_fill(refused, -torch.inf).log_softmax(-1)

    def log_prob(self, captions: Tensor, codes: Tensor) -> tuple[Tensor, Tensor]:
        """Return ln p(y) and ln p(z | y) in nats, each of shape (n,).

        Args:
            captions: (n, 2).
            codes: (n, 16).

        """
        log_p = self(captions, codes[:, :-1])
        sentence = torch.cat([captions, codes + len(WORDS)], 1)
        each = log_p.gather(-1, sentence[..., None])[..., 0]
        return each[:, :TEXT].sum(1), each[:, TEXT:].sum(1)

    @torch.no_grad()
    def sample(
        self,
        captions: Tensor,
        temperature: float = 1.0,
        *,
        generator: torch.Generator | None = None,
    ) -> Tensor:
        """Return codes (n, 4, 4) for captions (n, 2), drawn one after another by Gumbel-max.

        ``temperature`` divides the logits *before* the noise, so it changes what is drawn: below
        1 the likely gets likelier. It is not the temperature of a relaxation.

        Raises:
            ValueError: if the temperature is not positive and finite.

        """
        check_temperature(temperature)
        codes = captions.new_empty((len(captions), 0))
        for _ in range(POSITIONS):
            logits = self(captions, codes)[:, -1, len(WORDS) :] / temperature
            codes = torch.cat([codes, gumbel_max(logits, generator=generator)[:, None]], 1)
        return codes.view(-1, 4, 4)


def weighted(text: Tensor, image: Tensor) -> Tensor:
    """Return the loss of ln p(y) and ln p(z | y): nats a token, 1/8 for text, 7/8 for codes."""
    return -(TEXT_WEIGHT * text.mean() / TEXT + (1 - TEXT_WEIGHT) * image.mean() / POSITIONS)
