"""Python or CUDA C to PTX, on any machine that has the compilers' wheels: no GPU, no driver.

The architecture is always passed.  Left out, both compilers would ask the driver for it.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from . import recordings
from .errors import PtxError, ToolMissing, from_nvrtc_log
from .listing import Listing
from .toolchain import INSTALL, check_numba_cuda

ComputeCapability = tuple[int, int]
"""Major and minor number: ``(8, 0)`` is written sm_80."""


def compile_numba(function: Callable[..., Any], signature: str, cc: ComputeCapability) -> Listing:
    """PTX of a Python function, compiled by numba-cuda as a kernel.

    `signature` is in numba's notation, as text: ``"void(int32, CPointer(float32))"``.  A
    pointer argument becomes one parameter; an array such as ``float32[::1]`` becomes seven.
    The compiler's mangled entry name is replaced by the function's name.

    Raises ValueError for a malformed `cc`, :class:`ToolMissing` where numba-cuda is missing
    and no recording stands in, and numba's own errors for a kernel that it cannot compile.
    """
    _check_cc(cc)
    key = recordings.key("numba", _source(function), signature, cc)
    try:
        version = check_numba_cuda()
    except ToolMissing as missing:
        return recordings.listing(key, missing)
    from numba import cuda
    from numba.cuda.core import sigutils

    arguments, _ = sigutils.normalize_signature(signature)
    ptx, _ = cuda.compile_ptx(function, arguments, cc=cc)
    origin = f"compiled by NVVM through numba-cuda {version} for {sm(cc)}"
    listing = Listing(_readable(ptx, function.__name__), origin)
    recordings.note(key, function.__name__, listing)
    return listing


def compile_cuda(source: str, cc: ComputeCapability, *, name: str = "kernel") -> Listing:
    """PTX of CUDA C source, compiled by NVRTC for the virtual architecture compute_XY.

    Declare entries ``extern "C" __global__`` so that their names stay as written.  Inline
    assembly is copied, not checked: a wrong instruction shows only when the PTX is assembled.
    `name` is what the source is called in messages.

    Raises :class:`PtxError` with line and column for a source that NVRTC rejects, ValueError
    for a malformed `cc`, :class:`ToolMissing` where NVRTC is missing and nothing was recorded.
    Source: NVRTC documentation, section "Basic usage".
    """
    _check_cc(cc)
    key = recordings.key("cuda", source, "", cc)
    try:
        from cuda.bindings import nvrtc
    except ImportError as error:
        return recordings.listing(key, ToolMissing(f"cuda.bindings is missing; {INSTALL}"), error)
    try:
        version = ".".join(map(str, nvrtc.nvrtcVersion()[1:]))
    except Exception as error:  # the binding reports a library it cannot find in several ways
        return recordings.listing(key, ToolMissing(f"NVRTC is missing; {INSTALL}"), error)
    origin = f"compiled by NVRTC {version} for {sm(cc)}"
    try:
        listing = Listing(_run_nvrtc(nvrtc, source, cc, name), origin)
    except PtxError as error:
        recordings.note_error(key, error)
        raise
    recordings.note(key, name, listing)
    return listing


def sm(cc: ComputeCapability) -> str:
    """Return the usual name of a compute capability.

    >>> sm((7, 5))
    'sm_75'
    """
    return f"sm_{cc[0]}{cc[1]}"


def _run_nvrtc(nvrtc: Any, source: str, cc: ComputeCapability, name: str) -> str:
    _, program = nvrtc.nvrtcCreateProgram(source.encode(), f"{name}.cu".encode(), 0, [], [])
    options = [f"--gpu-architecture=compute_{cc[0]}{cc[1]}".encode(), b"--std=c++17"]
    try:
        (status,) = nvrtc.nvrtcCompileProgram(program, len(options), options)
        if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            _, size = nvrtc.nvrtcGetProgramLogSize(program)
            log = bytes(size)
            nvrtc.nvrtcGetProgramLog(program, log)
            complaints = from_nvrtc_log(log.rstrip(b"\0").decode(), source)
            raise PtxError(complaints, "NVRTC")
        _, size = nvrtc.nvrtcGetPTXSize(program)
        ptx = bytes(size)
        nvrtc.nvrtcGetPTX(program, ptx)
        return ptx.rstrip(b"\0").decode()
    finally:
        nvrtc.nvrtcDestroyProgram(program)


def _readable(ptx: str, name: str) -> str:
    """Give numba's mangled symbols the names a reader expects; the program is the same."""
    entry = re.search(r"\.entry\s+(\w+)", ptx)
    if entry:
        ptx = ptx.replace(entry[1], name)
    for number, symbol in enumerate(dict.fromkeys(re.findall(r"_cudapy_smem_\d+", ptx)), 1):
        # numba numbers shared arrays over the life of the process; we number them from 1.
        ptx = re.sub(rf"\b{symbol}\b", f"shared_array_{number}", ptx)
    return re.sub(r"_ZN08NumbaEnv\w+", f"environment_of_{name}", ptx)


def _source(function: Callable[..., Any]) -> str:
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return getattr(function, "__qualname__", repr(function))


def _check_cc(cc: ComputeCapability) -> None:
    if not (isinstance(cc, tuple) and len(cc) == 2 and all(isinstance(n, int) for n in cc)):
        raise ValueError(f"cc is {cc!r}; expected a pair of integers such as (8, 0)")
