"""Bytes a second of an affine map over 10 MB, beside its peers, and the polynomials of a matrix.

Peers, in one run: numpy's table ``T[x]``, ``bytes.translate``, galois's ``A @ bits``, and copying
memory (``x.copy()``).  To be held where the processor has GFNI: at least 0.8 of the copy, at
least 20 times numpy's table.  To be held anywhere: the characteristic polynomial of an 8x8 matrix
at least 1000 times as fast as galois's.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import median

import galois
import numpy as np

from ideas.gf2 import AffineMap, BitMatrix, instruction

SIZE = 10_000_000
QWORD, CONSTANT = 0xF1E3C78F1F3E7CF8, 0x63


def seconds(run: Callable[[], object], rounds: int = 15) -> float:
    """Return the median time of a call, after one call that warms up."""
    run()
    took = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        took.append(time.perf_counter() - started)
    return median(took)


def affine_map() -> None:
    """Time one map over the same bytes by every backend and every peer."""
    x = np.frombuffer(os.urandom(SIZE), dtype=np.uint8).copy()
    table = np.array(AffineMap(BitMatrix.from_qword(QWORD), CONSTANT).table(), dtype=np.uint8)
    want, plain = table[x], x.tobytes()
    translation = table.tobytes()

    runs: dict[str, Callable[[], object]] = {
        f"ours, backend {name}": lambda name=name: instruction.affine(
            x, QWORD, CONSTANT, backend=name
        )
        for name in instruction.available()
    }
    for run in runs.values():
        assert np.array_equal(run(), want)
    runs |= {
        "numpy, T[x]": lambda: table[x],
        "bytes.translate": lambda: plain.translate(translation),
        "copy of memory, x.copy()": x.copy,
    }
    took = {name: seconds(run) for name, run in runs.items()}
    took["galois, A @ bits"] = _galois_seconds(x, want)
    copy, numpy_table = took["copy of memory, x.copy()"], took["numpy, T[x]"]
    for name, time_taken in sorted(took.items(), key=lambda item: item[1]):
        print(
            f"{name:28} {SIZE / time_taken / 1e9:7.3f} GB/s   {copy / time_taken:5.2f} of the copy"
            f"   {numpy_table / time_taken:6.2f} times T[x]"
        )
    best = instruction.available()[0]
    print(f"the preferred backend here {instruction.backend()}")
    if best == "instruction":
        ours = took[f"ours, backend {best}"]
        print(f"at least 0.8 of the copy: {copy / ours >= 0.8}")
        print(f"at least 20 times T[x]: {numpy_table / ours >= 20}")


def _galois_seconds(x: np.ndarray, want: np.ndarray) -> float:
    """The time galois takes, from a part of the bytes: all of them would take a minute."""
    part = x[: SIZE // 100]
    field = galois.GF(2)
    rows = BitMatrix.from_qword(QWORD).to_numpy(layout="lsb")
    matrix = field(rows.astype(np.uint8))
    offset = field(np.unpackbits(np.uint8([CONSTANT]), bitorder="little"))

    def run() -> np.ndarray:
        bits = field(np.unpackbits(part[:, None], axis=1, bitorder="little").T)
        image = np.asarray(matrix @ bits + offset[:, None], dtype=np.uint8)
        return np.packbits(image, axis=0, bitorder="little")[0]

    assert np.array_equal(run(), want[: len(part)])
    return seconds(run, rounds=3) * 100


def characteristic_polynomial() -> None:
    """Time the characteristic polynomial of one 8x8 matrix, ours and galois's."""
    matrix = BitMatrix.from_qword(QWORD)
    ours = seconds(lambda: [matrix.characteristic_polynomial() for _ in range(100)]) / 100
    theirs_matrix = galois.GF(2)(matrix.to_numpy(layout="lsb").astype(np.uint8))
    theirs = seconds(lambda: galois.GF(2)(theirs_matrix).characteristic_poly(), rounds=1)
    polynomial = theirs_matrix.characteristic_poly()
    assert int(polynomial) == matrix.characteristic_polynomial()
    print(
        f"characteristic polynomial, 8x8: ours {ours * 1e6:.0f} us, galois {theirs * 1e3:.0f} ms, "
        f"ratio {theirs / ours:.0f}; at least 1000: {theirs / ours >= 1000}"
    )


if __name__ == "__main__":
    affine_map()
    characteristic_polynomial()
