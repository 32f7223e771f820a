"""Which compilers this machine has: the wheels, something else, or nothing.

A CUDA toolkit on the machine can answer for a wheel that is missing, so that a notebook works
here and fails elsewhere.  :func:`describe_toolchain` looks at the installed distributions and
at nothing else.
"""

from __future__ import annotations

import shutil
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from .errors import ToolMissing

INSTALL = "pip install 'numba-cuda[cu12]'"
"""What brings the compilers and the assembler: for CUDA 12, which still knows sm_70 and up."""

_WHEELS = {
    "numba-cuda": ("numba-cuda",),
    "cuda-bindings": ("cuda-bindings",),
    "NVRTC": ("nvidia-cuda-nvrtc-cu12", "nvidia-cuda-nvrtc"),
    "NVVM": ("nvidia-cuda-nvcc-cu12", "nvidia-nvvm"),
    "nvJitLink": ("nvidia-nvjitlink-cu12", "nvidia-nvjitlink"),
    "nvdisasm": ("nvidia-cuda-nvdisasm-cu12", "nvidia-cuda-nvdisasm"),
}


def describe_toolchain() -> dict[str, str]:
    """Version of each tool's wheel, or ``"missing"``; no library is loaded.

    >>> sorted(describe_toolchain())
    ['NVRTC', 'NVVM', 'cuda-bindings', 'numba-cuda', 'nvJitLink', 'nvdisasm']
    """
    return {tool: _version(names) or "missing" for tool, names in _WHEELS.items()}


def _version(names: tuple[str, ...]) -> str | None:
    for name in names:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None


@cache
def check_numba_cuda() -> str:
    """Version of numba-cuda, once it is sure that ``numba.cuda`` is numba-cuda's.

    numba has an older CUDA target of its own.  Without numba-cuda's redirection it takes over
    in silence, with whatever toolkit the machine has.  Raises :class:`ToolMissing` then, and
    when numba-cuda is missing or its simulator is switched on.
    """
    try:
        from numba import config, cuda
    except ImportError as error:
        raise ToolMissing(f"numba.cuda cannot be imported ({error}); {INSTALL}") from error
    if "numba_cuda" not in Path(cuda.__file__).parts:
        raise ToolMissing(f"numba.cuda is numba's own old target, not numba-cuda's; {INSTALL}")
    if config.ENABLE_CUDASIM:
        raise ToolMissing("NUMBA_ENABLE_CUDASIM is set: the simulator makes no PTX; unset it")
    return metadata.version("numba-cuda")


def numba_cuda_types() -> Any:
    """The types that numba-cuda compiles with: its own, or numba's in releases that have none.

    Colab has such a release.
    """
    from numba.cuda import types

    if hasattr(types, "int32"):
        return types
    from numba.core import types as shared

    return shared


def numba_cuda_errors() -> Any:
    """The errors and warnings of numba-cuda: its own, or numba's in releases that have none."""
    try:
        from numba.cuda.core import errors
    except ImportError:
        from numba.core import errors
    return errors


def find_nvdisasm() -> str | None:
    """Path of the disassembler: the wheel's, else the one on the search path, else None."""
    for name in _WHEELS["nvdisasm"]:
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:
            continue
        for file in files:
            if file.stem == "nvdisasm" and Path(str(file.locate())).is_file():
                return str(file.locate())
    return shutil.which("nvdisasm")
