"""NVIDIA's virtual instruction set PTX: compiled, assembled and read without a graphics card.

The package is a short pipeline, one module a step:

* :mod:`~ideas.ptx.compilers` -- Python or CUDA C to PTX;
* :mod:`~ideas.ptx.assembler` -- PTX to machine code, and machine code to SASS text;
* :mod:`~ideas.ptx.listing` -- a listing that knows where it came from and how to be read;
* :mod:`~ideas.ptx.errors` -- what a compiler objects to, with the line;
* :mod:`~ideas.ptx.toolchain` -- which compilers this machine has;
* :mod:`~ideas.ptx.recordings` -- listings kept for machines that have none;
* :mod:`~ideas.ptx.launch` -- run a kernel on a GPU, or on the interpreter, and say which.

PTX text runs anywhere, by a machine written in numpy:

* :mod:`~ideas.ptx.lexer`, :mod:`~ideas.ptx.parser`, :mod:`~ideas.ptx.syntax` -- text to a module;
* :mod:`~ideas.ptx.instructions` -- the table of instructions, with their meaning in
  :mod:`~ideas.ptx.arithmetic`, :mod:`~ideas.ptx.conversion` and :mod:`~ideas.ptx.rounding`;
* :mod:`~ideas.ptx.flow` -- branches, and where diverged lanes meet again;
* :mod:`~ideas.ptx.memory`, :mod:`~ideas.ptx.access`, :mod:`~ideas.ptx.atomics` -- checked memory;
* :mod:`~ideas.ptx.chunk`, :mod:`~ideas.ptx.machine`, :mod:`~ideas.ptx.warps` -- threads at work;
* :mod:`~ideas.ptx.execute` -- run a kernel here or on a GPU;
* :mod:`~ideas.ptx.hazards`, :mod:`~ideas.ptx.tracing`, :mod:`~ideas.ptx.analysis` -- watch it run.

The ideas the chapter teaches are models in plain Python:
:mod:`~ideas.ptx.coalescing`, :mod:`~ideas.ptx.litmus` and :mod:`~ideas.ptx.warpcopy`.  The PTX
they are about is in :mod:`~ideas.ptx.deepep`, :mod:`~ideas.ptx.kernels`,
:mod:`~ideas.ptx.inline` and the folder ``listings``.

Importing the package loads only the standard library; ``load``, ``run``, ``trace`` and
``analyse`` bring numpy when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .assembler import Cubin, assemble, sass
from .compilers import compile_cuda, compile_numba
from .errors import Complaint, Fault, PtxError, ToolMissing
from .launch import Launch, describe_device, launch
from .listing import Instruction, Listing, read_listing
from .toolchain import check_numba_cuda, describe_toolchain

__all__ = [
    "Complaint",
    "Cubin",
    "Execution",
    "Fault",
    "Instruction",
    "Launch",
    "Listing",
    "Module",
    "PtxError",
    "ToolMissing",
    "analyse",
    "assemble",
    "check_numba_cuda",
    "compile_cuda",
    "compile_numba",
    "describe",
    "describe_device",
    "describe_toolchain",
    "launch",
    "load",
    "read_listing",
    "run",
    "sass",
    "trace",
]

_LATER = {
    "Execution": "execute",
    "Module": "syntax",
    "analyse": "analysis",
    "describe": "instructions",
    "load": "parser",
    "run": "execute",
    "trace": "tracing",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
