"""NVIDIA's virtual instruction set PTX: compiled, assembled and read without a graphics card.

The package is a short pipeline, one module a step:

* :mod:`~ideas.ptx.compilers` -- Python or CUDA C to PTX;
* :mod:`~ideas.ptx.assembler` -- PTX to machine code, and machine code to SASS text;
* :mod:`~ideas.ptx.listing` -- a listing that knows where it came from and how to be read;
* :mod:`~ideas.ptx.errors` -- what a compiler objects to, with the line;
* :mod:`~ideas.ptx.toolchain` -- which compilers this machine has;
* :mod:`~ideas.ptx.recordings` -- listings kept for machines that have none;
* :mod:`~ideas.ptx.launch` -- run a kernel on a GPU, or its Python model, and say which.

The ideas the chapter teaches are models in plain Python:
:mod:`~ideas.ptx.coalescing`, :mod:`~ideas.ptx.litmus` and :mod:`~ideas.ptx.warpcopy`.  The PTX
they are about is in :mod:`~ideas.ptx.deepep`, :mod:`~ideas.ptx.kernels`,
:mod:`~ideas.ptx.inline` and the folder ``listings``.

Importing the package loads only the standard library.
"""

from __future__ import annotations

from .assembler import Cubin, assemble, sass
from .compilers import compile_cuda, compile_numba
from .errors import Complaint, PtxError, ToolMissing
from .launch import Launch, describe_device, launch
from .listing import Instruction, Listing, read_listing
from .toolchain import check_numba_cuda, describe_toolchain

__all__ = [
    "Complaint",
    "Cubin",
    "Instruction",
    "Launch",
    "Listing",
    "PtxError",
    "ToolMissing",
    "assemble",
    "check_numba_cuda",
    "compile_cuda",
    "compile_numba",
    "describe_device",
    "describe_toolchain",
    "launch",
    "read_listing",
    "sass",
]
