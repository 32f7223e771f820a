r"""Digits with captions: each picture comes with two words, such as "bold seven".

The first word tells how much ink the picture has among pictures of the same digit: the lightest
third is *thin*, the heaviest third *bold*.  The second word is the digit's name.  The pictures
are scikit-learn's digits, 8 by 8, whose pixels count the black dots of a 4 by 4 block, 0 to 16.

Needs torch and scikit-learn (for the digits).

Source: Alpaydin and Kaynak, *Optical Recognition of Handwritten Digits*, UCI repository, 1998.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

STYLES = ("thin", "medium", "bold")
"""How much ink, from little to much."""

NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""What the digits are called."""

WORDS = (*STYLES, *NAMES)
"""The vocabulary of captions; a token is a position in it."""


class Captioned(NamedTuple):
    """Pictures and their captions."""

    images: Tensor
    """(n, 1, 8, 8), values from 0 to 1 in steps of 1/16."""
    captions: Tensor
    """(n, 2), tokens: a style and a name."""


def load() -> tuple[Captioned, Captioned]:
    """Return 1437 captioned digits to train on and 360 to test on.

    The limits between thin, medium and bold come from the training pictures alone.
    """
    from sklearn import datasets

    digits = datasets.load_digits()
    images = torch.from_numpy(digits.images).float().unsqueeze(1) / 16
    labels = torch.from_numpy(digits.target).long()
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
    train, test = order[:1437], order[1437:]
    limits = ink_limits(images[train], labels[train])

    def captioned(rows: Tensor) -> Captioned:
        style = style_of(images[rows], labels[rows], limits)
        return Captioned(images[rows], torch.stack([style, labels[rows] + len(STYLES)], 1))

    return captioned(train), captioned(test)


def ink_limits(images: Tensor, labels: Tensor) -> Tensor:
    """Return for each digit the ink at which *medium* and *bold* begin, shape (10, 2)."""
    ink = images.mean((1, 2, 3))
    thirds = torch.tensor([1 / 3, 2 / 3])
    return torch.stack([ink[labels == digit].quantile(thirds) for digit in range(len(NAMES))])


def style_of(images: Tensor, labels: Tensor, limits: Tensor) -> Tensor:
    """Return 0, 1 or 2 for thin, medium or bold, shape (n,)."""
    ink = images.mean((1, 2, 3))
    return (ink[:, None] >= limits[labels]).sum(1)


def tokens(caption: str) -> Tensor:
    """Return the two tokens of a caption, shape (2,).

    Raises:
        ValueError: if it is not a style and a name.

    >>> tokens("bold seven").tolist(), words(tokens("bold seven"))
    ([2, 10], 'bold seven')
    >>> tokens("blue seven")
    Traceback (most recent call last):
    ...
    ValueError: a caption is thin, medium or bold and then zero to nine, not 'blue seven'

    """
    parts = caption.split()
    if len(parts) != 2 or parts[0] not in STYLES or parts[1] not in NAMES:
        raise ValueError(
            f"a caption is thin, medium or bold and then zero to nine, not {caption!r}"
        )
    return torch.tensor([WORDS.index(part) for part in parts])


def words(caption: Tensor) -> str:
    """Return the caption of two tokens as text."""
    return " ".join(WORDS[int(token)] for token in caption)


def all_captions() -> Tensor:
    """Return the thirty captions there are, as tokens, shape (30, 2).

    >>> all_captions().shape
    torch.Size([30, 2])
    """
    style = torch.arange(len(STYLES)).repeat_interleave(len(NAMES))
    name = len(STYLES) + torch.arange(len(NAMES)).repeat(len(STYLES))
    return torch.stack([style, name], 1)
