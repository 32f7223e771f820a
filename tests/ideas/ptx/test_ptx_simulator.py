"""Every numba kernel of the chapter launches under numba's simulator, so no launch line is untested.

The simulator runs Python, a thread of the system for every CUDA thread.  It has no warps: the
kernels that pass registers between lanes run in the interpreter's tests instead.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba.cuda")

SCRIPT = r"""
import numpy as np
from ideas.ptx import kernels
from ideas.ptx.launch import _launch_on_device

x = np.arange(300, dtype=np.float32)
values = (np.arange(300) % 8).astype(np.int32)
words = np.arange(1, 897, dtype=np.int32)
cases = {
    "saxpy": (2, 256, (x.size, np.float32(2), x, x.copy())),
    "strided_copy": (2, 256, (x.size, 3, x, np.zeros_like(x))),
    "count_values": (2, 256, (x.size, values, np.zeros(8, np.int32))),
    "block_sum": (2, 256, (x.size, x, np.zeros(1, np.float32))),
    "warp_copy": (1, 32, (896, words, np.zeros_like(words))),
    "warp_copy_with_tail": (1, 32, (896, words, np.zeros_like(words))),
}
for kernel, model in kernels.MODELS.items():
    if kernel.__name__ not in cases:
        print("without", kernel.__name__)
        continue
    grid, block, ours = cases[kernel.__name__]
    theirs = [a.copy() if isinstance(a, np.ndarray) else a for a in ours]
    _launch_on_device(kernel, grid, block, ours)
    model(*theirs)
    np.testing.assert_allclose(ours[-1], theirs[-1], rtol=1e-5)
    print("ran", kernel.__name__)
"""


def test_the_kernels_launch_under_the_simulator():
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert lines.count("without warp_sum") == 1
    assert sum(line.startswith("ran ") for line in lines) == 6
