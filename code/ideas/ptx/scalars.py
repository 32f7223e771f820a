"""The fundamental types of PTX: a name, a kind, a width in bits and the numpy type that holds it.

Registers hold bits; an instruction's type says how to read them.  So a register of 32 bits is
stored as ``uint32`` and viewed as ``float32`` where the instruction says ``.f32``.
Source: PTX ISA, section 5.2 "Types".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Scalar:
    """A type of PTX.

    ``kind`` is ``b`` (bits), ``u``, ``s``, ``f``, ``bf`` (bfloat16), ``pred`` or ``packed`` (two
    halves in 32 bits); ``dtype`` is how numpy sees a value, ``storage`` how a register holds it.
    """

    name: str
    kind: str
    bits: int
    dtype: np.dtype
    storage: np.dtype

    @property
    def bytes(self) -> int:
        """Size in memory; a predicate has none."""
        return self.bits // 8

    @property
    def is_float(self) -> bool:
        """Whether the value is one floating-point number."""
        return self.kind in ("f", "bf")

    @property
    def is_integer(self) -> bool:
        """Whether arithmetic on it is that of integers."""
        return self.kind in ("u", "s", "b")

    def __str__(self) -> str:
        return f".{self.name}"


def _make() -> dict[str, Scalar]:
    table = {"pred": Scalar("pred", "pred", 1, np.dtype(bool), np.dtype(bool))}
    for bits in (8, 16, 32, 64):
        storage = np.dtype(f"u{bits // 8}")
        for kind, letter in (("b", "u"), ("u", "u"), ("s", "i")):
            dtype = np.dtype(f"{letter}{bits // 8}")
            table[f"{kind}{bits}"] = Scalar(f"{kind}{bits}", kind, bits, dtype, storage)
        if bits > 8:
            dtype = np.dtype(f"f{bits // 8}")
            table[f"f{bits}"] = Scalar(f"f{bits}", "f", bits, dtype, storage)
    half, word = np.dtype("u2"), np.dtype("u4")
    table["bf16"] = Scalar("bf16", "bf", 16, half, half)
    for name in ("f16x2", "bf16x2", "u16x2", "s16x2"):
        table[name] = Scalar(name, "packed", 32, word, word)
    table["tf32"] = Scalar("tf32", "tf", 32, word, word)
    return table


SCALARS = _make()
"""Every type by its name, without the dot."""


def scalar(name: str) -> Scalar:
    """Look up a type.  Raises ValueError for a name that is none.

    >>> scalar("s32").dtype, scalar("f32").storage
    (dtype('int32'), dtype('uint32'))
    """
    try:
        return SCALARS[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a PTX type; expected one such as 'u32'") from None
