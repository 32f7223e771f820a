"""Differentiable choices: Gumbel noise, the Gumbel-Softmax relaxation, and what it costs.

The room is small and reads in this order.

* :mod:`ideas.gumbel.noise`: Gumbel noise whose right tail is right.
* :mod:`ideas.gumbel.race`: exact categorical samples, from noise or from a race of exponentials.
* :mod:`ideas.gumbel.relaxation`: the Gumbel-Softmax, soft or straight-through.
* :mod:`ideas.gumbel.concrete`: the distribution of those samples, with its density.
* :mod:`ideas.gumbel.schedules`: temperatures that change while you train.
* :mod:`ideas.gumbel.estimators`: ten gradients of one expectation, side by side.
* :mod:`ideas.gumbel.simplex`: the triangle that three classes live in, for pictures.
* :mod:`ideas.gumbel.dvae`: a discrete autoencoder of digits (needs torch and scikit-learn).
* :mod:`ideas.gumbel.captions`, :mod:`~ideas.gumbel.prior`, :mod:`~ideas.gumbel.dalle`: digits
  with captions, a transformer over words and codes, and both stages of training.
* :mod:`ideas.gumbel.polynomial`: the estimators on a problem of 128 coins.

Four widgets show it: :class:`Simplex`, :class:`Race`, :class:`Estimators` and
:class:`TrainingRuns`.

NumPy arrays go in and come out as NumPy arrays, torch tensors as torch tensors.  Importing this
package does not import torch.

>>> import numpy as np
>>> x = gumbel_softmax(np.log([0.2, 0.3, 0.5]), tau=0.5, generator=np.random.default_rng(1))
>>> x.shape, bool(abs(x.sum() - 1) < 1e-12)
((3,), True)
"""

from __future__ import annotations

from typing import Any

from .concrete import Concrete
from .noise import sample_gumbel
from .race import gumbel_max, race
from .relaxation import gumbel_softmax

__all__ = ["Concrete", "gumbel_max", "gumbel_softmax", "race", "sample_gumbel"]

WIDGETS = {
    "Simplex": "simplex_widget",
    "Race": "race_widget",
    "Estimators": "estimators_widget",
    "TrainingRuns": "runs_widget",
}


def __getattr__(name: str) -> Any:
    """Import a widget, and with it anywidget, when it is first asked for."""
    if name not in WIDGETS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{WIDGETS[name]}", __name__), name)
