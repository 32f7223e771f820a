"""Matrices over the field with two elements, and the instruction that applies one to every byte.

Read the modules in this order; each holds one idea:

* :mod:`ideas.gf2.vectors` -- bytes as vectors, subspaces as bases;
* :mod:`ideas.gf2.polynomial` -- polynomials over GF(2) as integers;
* :mod:`ideas.gf2.matrix` -- :class:`BitMatrix`, linear algebra on integers;
* :mod:`ideas.gf2.affine` -- :class:`AffineMap`, a matrix and a constant;
* :mod:`ideas.gf2.field` -- :class:`Field`, where bytes can be multiplied and divided;
* :mod:`ideas.gf2.named` -- a catalogue of maps that are worth a name;
* :mod:`ideas.gf2.reference` -- the three instructions, straight from the manual;
* :mod:`ideas.gf2.instruction` -- the same three, run by the processor where it can;
* :mod:`ideas.gf2.pictures` -- the figures of the chapter;
* :mod:`ideas.gf2.playground` -- the widget :class:`Playground`, loaded when it is asked for.

The core needs the standard library alone; numpy, numba and matplotlib are imported only where
they are used.
"""

from __future__ import annotations

from . import field, instruction, named, polynomial, reference, vectors
from .affine import AffineMap, NotAffine, Recovery
from .field import Field
from .matrix import BitMatrix, Echelon, Step
from .vectors import AffineSubspace

__all__ = [
    "AffineMap",
    "AffineSubspace",
    "BitMatrix",
    "Echelon",
    "Field",
    "NotAffine",
    "Recovery",
    "Step",
    "field",
    "instruction",
    "named",
    "polynomial",
    "reference",
    "vectors",
]


def __getattr__(name: str) -> object:
    if name == "Playground":
        from .playground import Playground

        return Playground
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
