r"""Apply an affine map to every byte, by the instruction GF2P8AFFINEQB where there is one.

Four backends give the same bytes; the first that this machine has is taken:

* ``"instruction"``: GF2P8AFFINEQB itself, compiled by numba;
* ``"numba"``: a table of 256 entries in a compiled loop;
* ``"numpy"``: the table, indexed by an array;
* ``"python"``: the table, through ``bytes.translate``; needs nothing but Python.

:func:`backend` says which one runs; ``backend=`` asks for one by name.

>>> from ideas.gf2 import instruction
>>> instruction.affine(b"\x01\x80\x53", 0x8040201008040201).hex()
'8001ca'
>>> hex(instruction.affine_inverse(0x53, 0xF1E3C78F1F3E7CF8, 0x63))
'0xed'
>>> hex(instruction.multiply(0x57, 0x83))
'0xc1'
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import find_spec
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from . import reference
from .affine import AffineMap
from .matrix import BitMatrix

if TYPE_CHECKING:
    import numpy as np

Data = TypeVar("Data", int, bytes, "np.ndarray")

BACKENDS = ("instruction", "numba", "numpy", "python")
"""Every backend, the preferred one first."""

MNEMONICS = {
    "affine": "gf2p8affineqb",
    "affine_inverse": "gf2p8affineinvqb",
    "multiply": "gf2p8mulb",
}


def affine(
    x: Data,
    A: BitMatrix | int,
    b: int = 0,
    *,
    backend: str | None = None,
) -> Data:
    """A x + b for every byte: GF2P8AFFINEQB.

    Args:
        x: bytes, a numpy uint8 array of any shape, or one byte as an int.
        A: an 8x8 BitMatrix, or its qword.
        b: the constant, 0 to 255.
        backend: one of :data:`BACKENDS`; the best one if left out.

    Returns:
        The same kind of thing as `x` (bytes for bytearray and memoryview), of the same shape.

    Raises:
        TypeError: for another type or dtype.
        ValueError: for a value or size out of range, or a backend that is not there.

    >>> affine(b"Ideas", 0x0102040810204080, 0x20)
    b'iDEAS'

    """
    return _unary("affine", x, A, b, backend)


def affine_inverse(
    x: Data,
    A: BitMatrix | int,
    b: int = 0,
    *,
    backend: str | None = None,
) -> Data:
    """A inv(x) + b for every byte, inv modulo 0x11B and inv(0) = 0: GF2P8AFFINEINVQB.

    Arguments and errors are those of :func:`affine`.

    >>> affine_inverse(bytes([0, 1, 0x53, 0xFF]), 0xF1E3C78F1F3E7CF8, 0x63).hex()
    '637ced16'
    """
    return _unary("affine_inverse", x, A, b, backend)


def multiply(x: Data, y: Data, *, backend: str | None = None) -> Data:
    """Multiply x by y in GF(2^8) modulo 0x11B, byte by byte: GF2P8MULB.

    Two ints, two byte strings of one length, or uint8 arrays whose shapes broadcast (either may
    be an int).  Errors are those of :func:`affine`.

    >>> multiply(bytes([2, 3]), bytes([0x80, 0x53])).hex()
    '1bf5'
    """
    chosen = _choose(backend)
    if _is_array(x) or _is_array(y):
        import numpy as np

        shape, left, right = _broadcast(_as_array(x), _as_array(y))
        return _multiply_arrays(left, right, chosen).reshape(shape)
    if _is_bytes(x) and _is_bytes(y):
        first, second = bytes(x), bytes(y)
        if len(first) != len(second):
            raise ValueError(f"operands have {len(first)} and {len(second)} bytes, expected equal")
        if chosen == "python":
            return bytes(map(_product, first, second))
        import numpy as np

        left, right = (np.frombuffer(v, dtype=np.uint8) for v in (first, second))
        return _multiply_arrays(left, right, chosen).tobytes()
    first, second = _check_byte(x, "x"), _check_byte(y, "y")
    if chosen == "instruction":
        from . import compiled

        return int(compiled.scalar("multiply")(first, second)) & 0xFF
    return _product(first, second)


def affine_lanes(
    x: np.ndarray,
    A: np.ndarray,
    *,
    backend: str | None = None,
) -> np.ndarray:
    """One matrix for every eight bytes: uint64 data against uint64 matrices, b = 0.

    This is the register's own view of GF2P8AFFINEQB: lane k of the result is lane k of the data
    under lane k of the matrices.  Shapes broadcast.

    >>> import numpy as np
    >>> one = np.uint64(0x0102040810204080)
    >>> hex(affine_lanes(one, np.array([0x8001020408102040], dtype=np.uint64))[0])  # transpose
    '0x204081020408001'
    """
    import numpy as np

    chosen = _choose(backend)
    for name, value in (("x", x), ("A", A)):
        if not hasattr(value, "dtype") or value.dtype != np.uint64:
            kind = getattr(value, "dtype", type(value).__name__)
            raise TypeError(f"{name} is {kind}, expected a numpy uint64 array")
    shape, data, matrices = _broadcast(x, A)
    result = np.empty_like(data)
    if chosen == "instruction":
        from . import compiled

        compiled.lanes("affine")(data, matrices, result)
    else:
        result[:] = np.frombuffer(
            reference.gf2p8affineqb(
                data.astype("<u8").tobytes(), matrices.astype("<u8").tobytes(), 0
            ),
            dtype="<u8",
        )
    return result.reshape(shape)


# ---- which path runs


@lru_cache(maxsize=1)
def _reasons() -> dict[str, str | None]:
    """For every backend None, or why it is not there."""
    reasons: dict[str, str | None] = dict.fromkeys(BACKENDS)
    if find_spec("numpy") is None:
        return reasons | dict.fromkeys(BACKENDS[:3], "numpy is not installed")
    if find_spec("numba") is None:
        return reasons | dict.fromkeys(BACKENDS[:2], "numba is not installed")
    try:
        from . import compiled

        reasons["instruction"] = compiled.missing()
        if compiled.numba.config.DISABLE_JIT:
            reasons["numba"] = reasons["instruction"]
    except Exception as error:  # a numba that does not fit its numpy fails in many ways
        reasons |= dict.fromkeys(BACKENDS[:2], f"numba does not load ({type(error).__name__})")
    return reasons


def available() -> tuple[str, ...]:
    """The backends that work here, the preferred one first.

    >>> available()[-1]
    'python'
    """
    return tuple(name for name, reason in _reasons().items() if reason is None)


def why_not(name: str = "instruction") -> str | None:
    """Why a backend is not there; None if it is.

    >>> why_not("python") is None
    True
    """
    if name not in BACKENDS:
        raise ValueError(f"backend is {name!r}, expected one of {', '.join(BACKENDS)}")
    return _reasons()[name]


def backend() -> str:
    """One sentence that says what runs here, and why if it is not the instruction.

    >>> backend().startswith("ran on ")
    True
    """
    sentences = {
        "instruction": "ran on the instruction GF2P8AFFINEQB, compiled by numba",
        "numba": "ran on a table in a numba loop",
        "numpy": "ran on a numpy table",
        "python": "ran on a table in pure Python",
    }
    chosen = available()[0]
    reason = why_not()
    return sentences[chosen] + (f" ({reason})" if reason else "")


def inspect(name: str = "affine", b: int = 0) -> str:
    """The assembly lines of the compiled loop that hold the instruction, one a register width.

    `name` is "affine", "affine_inverse" or "multiply"; `b` becomes the immediate.  On a machine
    without GFNI the answer is the sentence of :func:`backend`.

    >>> "gf2p8affineqb" in inspect() or "ran on" in inspect()
    True
    """
    if name not in MNEMONICS:
        raise ValueError(f"instruction is {name!r}, expected one of {', '.join(MNEMONICS)}")
    b = _check_byte(b, "b")
    if why_not():
        return backend()
    from . import compiled

    function = compiled.product() if name == "multiply" else compiled.unary(name, b)
    (assembly,) = function.inspect_asm().values()
    found: dict[str, str] = {}  # the loop is unrolled: one line a register width will do
    for line in assembly.splitlines():
        if MNEMONICS[name] in line:
            found.setdefault(line.strip()[-4:-1], " ".join(line.split()))
    return "\n".join(found.values())


def _choose(name: str | None) -> str:
    if name is None:
        return available()[0]
    reason = why_not(name)
    if reason:
        raise ValueError(f"backend {name!r} is not available: {reason}")
    return name


# ---- the work


def _unary(name: str, x: Any, A: BitMatrix | int, b: int, wanted: str | None) -> Any:
    chosen = _choose(wanted)
    qword, b = _check_matrix(A), _check_byte(b, "b")
    if _is_array(x):
        import numpy as np

        array = _as_array(x)
        flat = np.ascontiguousarray(array).reshape(-1)
        return _apply(name, flat, qword, b, chosen).reshape(array.shape)
    if _is_bytes(x):
        data = bytes(x)
        if chosen == "python":
            return data.translate(_table(name, qword, b))
        import numpy as np

        return _apply(name, np.frombuffer(data, dtype=np.uint8), qword, b, chosen).tobytes()
    byte = _check_byte(x, "x")
    if chosen == "instruction":
        from . import compiled

        return int(compiled.scalar(name)(byte, qword)) & 0xFF ^ b
    return _table(name, qword, b)[byte]


def _apply(name: str, flat: np.ndarray, qword: int, b: int, chosen: str) -> np.ndarray:
    """A one-dimensional contiguous uint8 array, by one backend."""
    import numpy as np

    if chosen == "python":
        translated = flat.tobytes().translate(_table(name, qword, b))
        return np.frombuffer(bytearray(translated), dtype=np.uint8)
    result = np.empty(flat.shape, dtype=np.uint8)
    if chosen == "instruction":
        from . import compiled

        compiled.unary(name)(flat, result, qword, b)
        return result
    table = np.frombuffer(_table(name, qword, b), dtype=np.uint8)
    if chosen == "numba":
        from . import compiled

        compiled.table_lookup()(flat, result, table)
        return result
    return table[flat]


@lru_cache(maxsize=64)
def _table(name: str, qword: int, b: int) -> bytes:
    table = bytes(AffineMap.from_qword(qword, b).table())
    return table if name == "affine" else _inverses().translate(table)


@lru_cache(maxsize=1)
def _inverses() -> bytes:
    powers = [1]  # of 0x03, which generates the field; then inv(g^k) = g^(255 - k)
    while len(powers) < 255:
        powers.append(reference.multiply_byte(powers[-1], 0x03))
    table = bytearray(256)
    for k, value in enumerate(powers):
        table[value] = powers[-k % 255]
    return bytes(table)


def _multiply_arrays(x: np.ndarray, y: np.ndarray, chosen: str) -> np.ndarray:
    import numpy as np

    result = np.zeros(x.shape, dtype=np.uint8)
    if chosen == "instruction":
        from . import compiled

        compiled.product()(x, y, result)
    elif chosen == "python":
        products = map(_product, x.tobytes(), y.tobytes())
        result[:] = np.frombuffer(bytes(products), dtype=np.uint8)
    else:  # eight shifts and XORs on whole arrays; numba has nothing to add to them
        x = x.copy()
        for i in range(8):
            result ^= x * (y >> i & 1)
            x = x << 1 ^ (x >> 7) * np.uint8(0x1B)
    return result


@lru_cache(maxsize=1 << 16)
def _product(x: int, y: int) -> int:
    return reference.multiply_byte(x, y)


# ---- the checks at the door


def _is_bytes(x: Any) -> bool:
    return isinstance(x, (bytes, bytearray, memoryview))


def _is_array(x: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(x, numpy.ndarray)


def _as_array(x: Any) -> np.ndarray:
    """A uint8 array as it is, or an int as one."""
    import numpy as np

    if not _is_array(x):
        return np.uint8(_check_byte(x, "operand"))
    if x.dtype != np.uint8:
        raise TypeError(f"array has dtype {x.dtype}, expected uint8")
    return np.asarray(x)


def _broadcast(x: np.ndarray, y: np.ndarray) -> tuple[tuple[int, ...], np.ndarray, np.ndarray]:
    """The common shape, and both operands in it, flat and contiguous."""
    import numpy as np

    try:
        shape = np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise ValueError(f"shapes {x.shape} and {y.shape} do not broadcast") from None
    flat = [np.ascontiguousarray(np.broadcast_to(v, shape)).reshape(-1) for v in (x, y)]
    return shape, flat[0], flat[1]


def _check_byte(value: Any, name: str) -> int:
    try:
        value = index(value)
    except TypeError:
        raise TypeError(
            f"{name} is a {type(value).__name__}, expected an int"
            + ("" if name == "b" else ", bytes or a numpy uint8 array")
        ) from None
    if not 0 <= value <= 255:
        raise ValueError(f"{name} is {value}, expected 0 to 255")
    return value


def _check_matrix(A: BitMatrix | int) -> int:
    if isinstance(A, BitMatrix):
        return A.to_qword()
    try:
        qword = index(A)
    except TypeError:
        raise TypeError(f"A is a {type(A).__name__}, expected a BitMatrix or its qword") from None
    if not 0 <= qword < 1 << 64:
        raise ValueError(f"A is {qword:#x}, expected 0 to 2**64 - 1")
    return qword
