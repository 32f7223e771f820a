"""Every path of the instruction gives the reference's bytes, and none ends the process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gf2 import BitMatrix, Field, instruction, named, reference

ALL = bytes(range(256))
CODE = Path(instruction.__file__).parents[2]


def backend_params():
    for name in instruction.BACKENDS:
        reason = instruction.why_not(name)
        marks = pytest.mark.skipif(reason is not None, reason=f"{name} path: {reason}")
        yield pytest.param(name, marks=marks)


every_backend = pytest.mark.parametrize("backend", list(backend_params()))


@pytest.fixture(scope="module")
def thousand():
    """1000 random matrices, a constant for each, and what the manual says of every byte."""
    generator = random.Random(20)
    qwords = [generator.getrandbits(64) for _ in range(1000)]
    constants = [generator.randrange(256) for _ in range(1000)]
    expected = [
        bytes(reference.affine_byte(x, q, b) for x in ALL)
        for q, b in zip(qwords, constants, strict=True)
    ]
    return qwords, constants, expected


@pytest.fixture(scope="module")
def inverses():
    return bytes(reference.inverse_byte(x) for x in ALL)


@every_backend
def test_every_byte_under_a_thousand_matrices(backend, thousand, inverses):
    data = np.frombuffer(ALL, dtype=np.uint8)
    for qword, constant, expected in zip(*thousand, strict=True):
        got = instruction.affine(data, qword, constant, backend=backend)
        assert got.tobytes() == expected
        got = instruction.affine_inverse(data, qword, constant, backend=backend)
        assert got.tobytes() == inverses.translate(expected)


@every_backend
def test_every_constant(backend):
    qword = 0x4182050A142850A0
    base = np.array([reference.affine_byte(x, qword) for x in ALL], dtype=np.uint8)
    data = np.frombuffer(ALL, dtype=np.uint8)
    for b in range(256):
        assert (instruction.affine(data, qword, b, backend=backend) == base ^ np.uint8(b)).all()
        assert instruction.affine(0x53, qword, b, backend=backend) == int(base[0x53]) ^ b


@every_backend
def test_every_product(backend):
    expected = np.array(
        [[reference.multiply_byte(x, y) for y in range(256)] for x in range(256)], dtype=np.uint8
    )
    column = np.arange(256, dtype=np.uint8)[:, None]
    got = instruction.multiply(column, column.T, backend=backend)
    assert got.shape == (256, 256)
    assert (got == expected).all()
    field = Field(0x11B)
    assert all(expected[x, y] == field.multiply(x, y) for x in range(0, 256, 5) for y in range(256))
    assert instruction.multiply(ALL, ALL[::-1], backend=backend) == bytes(
        expected[x, 255 - x] for x in range(256)
    )
    assert (instruction.multiply(column, 0x53, backend=backend)[:, 0] == expected[0x53]).all()
    assert instruction.multiply(0x57, 0x83, backend=backend) == 0xC1


@every_backend
def test_every_kind_of_input_keeps_its_kind_and_shape(backend):
    matrix = named.get("bit reverse").matrix
    reverse = [int(f"{x:08b}"[::-1], 2) for x in range(256)]

    def run(x):
        return instruction.affine(x, matrix, backend=backend)

    assert run(0x53) == 0xCA
    assert type(run(0x53)) is int
    assert run(np.uint8(0x53)) == 0xCA
    for kind in (bytes, bytearray, memoryview):
        assert run(kind(ALL)) == bytes(reverse)
    assert run(b"") == b""
    table = np.array(reverse, dtype=np.uint8)
    for length in [*range(70), 127, 128, 129, 1000]:
        data = np.arange(length, dtype=np.uint8)
        assert (run(data) == table[data]).all()
    cube = np.arange(2 * 3 * 40, dtype=np.uint8).reshape(2, 3, 40)
    for view in (cube, cube.T, cube[:, ::-1, ::3], np.asfortranarray(cube), cube[0, 0, 0:0]):
        got = run(view)
        assert got.shape == view.shape
        assert got.dtype == np.uint8
        assert (got == table[view]).all()
    assert run(np.array(0x53, dtype=np.uint8)).shape == ()
    frozen = np.arange(100, dtype=np.uint8)
    frozen.flags.writeable = False
    result = run(frozen)
    result[0] = 7  # what comes back belongs to the caller
    assert (frozen == np.arange(100)).all()


@every_backend
def test_the_aes_s_box_and_its_inverse(backend):
    field, box = Field(0x11B), []
    for x in range(256):  # FIPS 197, equation 5.1, on the inverse in the field
        b = field.inverse_or_zero(x)
        bits = [b >> i & 1 for i in range(8)]
        box.append(
            sum(
                (
                    bits[i]
                    ^ bits[(i + 4) % 8]
                    ^ bits[(i + 5) % 8]
                    ^ bits[(i + 6) % 8]
                    ^ bits[(i + 7) % 8]
                    ^ 0x63 >> i & 1
                )
                << i
                for i in range(8)
            )
        )
    assert (box[0x00], box[0x01], box[0x53], box[0xFF]) == (0x63, 0x7C, 0xED, 0x16)
    assert instruction.affine_inverse(ALL, 0xF1E3C78F1F3E7CF8, 0x63, backend=backend) == bytes(box)
    step = instruction.affine(bytes(box), 0xA44992254A942952, 0x05, backend=backend)
    identity = BitMatrix.identity()
    assert instruction.affine_inverse(step, identity, backend=backend) == ALL


@every_backend
def test_every_lane_may_have_its_own_matrix(backend):
    generator = np.random.default_rng(3)
    data, matrices = generator.integers(0, 2**64, (2, 50), dtype=np.uint64)
    expected = reference.gf2p8affineqb(
        data.astype("<u8").tobytes(), matrices.astype("<u8").tobytes(), 0
    )
    got = instruction.affine_lanes(data, matrices, backend=backend)
    assert got.astype("<u8").tobytes() == expected
    one = np.uint64(0x0102040810204080)
    transposed = instruction.affine_lanes(one, matrices.reshape(5, 10), backend=backend)
    assert transposed.shape == (5, 10)
    for before, after in zip(matrices, transposed.ravel(), strict=True):
        assert BitMatrix.from_qword(int(before)).T.to_qword() == int(after)


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_a_product_of_matrices_is_one_instruction(a, b):
    transposed = BitMatrix.from_qword(b).T.to_qword()
    got = instruction.affine_lanes(np.uint64(a)[None], np.uint64(transposed)[None])
    product = BitMatrix.from_qword(a) @ BitMatrix.from_qword(b)
    assert int(got[0]) == product.to_qword()


def test_reference_lanes_keep_apart():
    data = bytes([0x01, 0x80] * 8)
    matrices = (0x0102040810204080).to_bytes(8, "little") + (0x8040201008040201).to_bytes(
        8, "little"
    )
    assert reference.gf2p8affineqb(data, matrices, 0xF0).hex() == "f170" * 4 + "70f1" * 4
    assert reference.gf2p8affineinvqb(data, matrices, 0)[:1] == b"\x01"
    for refuse, words in (
        (lambda: reference.gf2p8affineqb(b"1234567", b"1234567", 0), "multiples of 8"),
        (lambda: reference.gf2p8affineqb(bytes(8), bytes(16), 0), "8 and 16"),
        (lambda: reference.gf2p8affineqb(bytes(8), bytes(8), 256), "imm8 is 256"),
        (lambda: reference.gf2p8mulb(b"1", b"12"), "1 and 2 bytes"),
    ):
        with pytest.raises(ValueError, match=words):
            refuse()


@pytest.mark.skipif(
    instruction.why_not() is not None, reason=f"instruction path: {instruction.why_not()}"
)
@pytest.mark.parametrize("b", [0x05, 0x63, 0xFF])
def test_the_instruction_s_own_immediate_and_its_disassembly(b, thousand):
    from ideas.gf2 import compiled

    data, result = np.frombuffer(ALL + ALL[:3], dtype=np.uint8), np.zeros(259, dtype=np.uint8)
    for name in ("affine", "affine_inverse"):
        function = compiled.unary(name, b)
        for qword in thousand[0][:100]:
            function(data, result, qword, 0)
            expected = getattr(instruction, name)(data, qword, b, backend="numpy")
            assert (result == expected).all()
        assert f"{instruction.MNEMONICS[name]} ${b}" in instruction.inspect(name, b)
    assert "gf2p8mulb" in instruction.inspect("multiply")


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: instruction.affine(256, 0), ValueError, "x is 256, expected 0 to 255"),
        (lambda: instruction.affine(-1, 0), ValueError, "x is -1"),
        (lambda: instruction.affine(1.0, 0), TypeError, "x is a float"),
        (lambda: instruction.affine("x", 0), TypeError, "x is a str"),
        (lambda: instruction.affine(b"x", 1 << 64), ValueError, "expected 0 to 2\\*\\*64 - 1"),
        (lambda: instruction.affine(b"x", -1), ValueError, "A is -0x1"),
        (lambda: instruction.affine(b"x", "I"), TypeError, "A is a str, expected a BitMatrix"),
        (lambda: instruction.affine(b"x", BitMatrix.identity(4)), ValueError, "4x4, a qword"),
        (lambda: instruction.affine(b"x", 0, 256), ValueError, "b is 256, expected 0 to 255"),
        (lambda: instruction.affine(b"x", 0, b"c"), TypeError, "b is a bytes, expected an int"),
        (lambda: instruction.affine(np.zeros(3), 0), TypeError, "float64, expected uint8"),
        (lambda: instruction.affine(np.zeros(3, np.int8), 0), TypeError, "int8, expected uint8"),
        (lambda: instruction.affine(b"x", 0, backend="c"), ValueError, "backend is 'c'"),
        (lambda: instruction.multiply(b"12", b"1"), ValueError, "2 and 1 bytes"),
        (lambda: instruction.multiply(1, 256), ValueError, "y is 256"),
        (lambda: instruction.multiply(b"1", 2), TypeError, "x is a bytes"),
        (
            lambda: instruction.multiply(np.zeros(2, np.uint8), np.zeros(3, np.uint8)),
            ValueError,
            "do not broadcast",
        ),
        (lambda: instruction.affine_lanes(np.zeros(3), np.zeros(3)), TypeError, "x is float64"),
        (lambda: instruction.inspect("xor"), ValueError, "instruction is 'xor'"),
        (lambda: instruction.why_not("gpu"), ValueError, "backend is 'gpu'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(make, error, words):
    with pytest.raises(error, match=words):
        make()


# ---- other machines, in processes of their own

CHECK = """
import sys
from ideas.gf2 import instruction, reference
data = bytes(range(256)) + b"tail"
A = 0xF1E3C78F1F3E7CF8
assert instruction.affine(data, A, 0x63) == bytes(reference.affine_byte(x, A, 0x63) for x in data)
assert instruction.affine_inverse(0x53, A, 0x63) == 0xED
assert instruction.multiply(bytes([0x57]), bytes([0x83])) == bytes([0xC1])
assert instruction.affine(0x80, 0x8001020408102040) == 1
print(instruction.available()[0], instruction.backend(), instruction.inspect(), sep="|")
"""


def run_elsewhere(script: str = CHECK, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=clean | {"PYTHONPATH": str(CODE)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def needs_numba():
    pytest.importorskip("numba", reason="numba is not installed")


def test_a_target_without_gfni_takes_the_table_and_says_so():
    needs_numba()
    out = run_elsewhere(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert out.startswith("numba|ran on a table in a numba loop (numba's target has no GFNI)")


@pytest.mark.skipif(
    instruction.why_not() is not None, reason=f"instruction path: {instruction.why_not()}"
)
@pytest.mark.parametrize(("features", "register"), [("+gfni", "xmm"), ("+gfni,+avx", "ymm")])
def test_narrower_registers_are_enough(features, register):
    out = run_elsewhere(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES=features)
    assert out.startswith("instruction|")
    assert register in out
    assert "zmm" not in out


def test_a_target_that_claims_gfni_is_checked_against_the_processor():
    needs_numba()
    script = (
        """
from llvmlite import binding
binding.get_host_cpu_features = lambda: {"gfni": False}
"""
        + CHECK
    )
    out = run_elsewhere(script, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="+gfni")
    assert out.startswith("numba|")
    assert "processor has no GFNI" in out


def test_without_the_compiler_numpy_takes_over():
    needs_numba()
    out = run_elsewhere(NUMBA_DISABLE_JIT="1")
    assert out.startswith("numpy|ran on a numpy table (numba's compiler is switched off)")


BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Block())
import importlib.util, ideas.gf2.instruction as instruction
real = importlib.util.find_spec
instruction.find_spec = lambda name: None if name in {blocked!r} else real(name)
"""


def test_without_numba_numpy_takes_over():
    out = run_elsewhere(BLOCK.format(blocked=["numba", "llvmlite"]) + CHECK)
    assert out.startswith("numpy|ran on a numpy table (numba is not installed)")


def test_with_the_standard_library_alone_everything_still_works():
    out = run_elsewhere(BLOCK.format(blocked=["numba", "llvmlite", "numpy"]) + CHECK)
    assert out.startswith("python|ran on a table in pure Python (numpy is not installed)")


def test_a_numba_that_does_not_load_is_no_disaster():
    script = (
        """
import sys
from importlib.machinery import ModuleSpec
sys.modules["numba"] = type(sys)("numba")
sys.modules["numba"].__spec__ = ModuleSpec("numba", None)
"""
        + CHECK
    )
    assert run_elsewhere(script).startswith("numpy|ran on a numpy table (numba does not load")


def test_importing_the_package_is_light():
    script = """
import sys
import ideas.gf2
print([m for m in ("numpy", "numba", "llvmlite", "matplotlib") if m in sys.modules])
"""
    assert run_elsewhere(script) == "[]"
