"""Run a kernel on a GPU, else its PTX on the interpreter, and always say which ran."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compilers import sm
from .errors import ToolMissing
from .toolchain import check_numba_cuda, numba_cuda_errors

NO_GPU = "no GPU found"


@dataclass(frozen=True)
class Launch:
    """The arguments after a launch (arrays hold the results) and what did the work."""

    arguments: tuple[Any, ...]
    ran_on: str

    def __str__(self) -> str:
        return self.ran_on


def describe_device() -> str:
    """Name and architecture of the first GPU, or ``"no GPU found"``.

    The name is that of the driver, such as ``"Tesla T4 (sm_75)"``.
    """
    device = _device()
    return NO_GPU if device is None else _name(device)


def launch(
    kernel: Callable[..., None],
    model: Callable[..., None] | None,
    grid: int,
    block: int,
    *arguments: Any,
) -> Launch:
    """Launch `kernel` with `grid` blocks of `block` threads, or run something in its place.

    Where there is no GPU, `model` runs, or, if it is None, the kernel's PTX for sm_80 on the
    interpreter: then every thread is followed, and every access checked.

    `arguments` are numbers and numpy arrays; arrays are copied, never changed, and the copies
    come back in ``Launch.arguments``.  The model gets the same arguments and must leave in them
    what the kernel leaves.  A fault on the GPU is raised, not covered up by the model.
    Raises ValueError unless `grid` is positive and `block` between 1 and 1024.

    >>> import numpy as np
    >>> from ideas.ptx import kernels
    >>> x = np.arange(4, dtype=np.float32)
    >>> done = launch(kernels.saxpy, None, 1, 32, 4, np.float32(2), x, x)
    >>> done.arguments[3].tolist()
    [0.0, 3.0, 6.0, 9.0]
    >>> done.ran_on.startswith("ran ")
    True
    """
    if grid < 1:
        raise ValueError(f"grid is {grid}; expected at least one block")
    if not 1 <= block <= 1024:
        raise ValueError(f"block is {block}; expected 1 to 1024 threads")
    device = _device()
    copies = tuple(a.copy() if hasattr(a, "copy") and hasattr(a, "shape") else a for a in arguments)
    if device is None and model is None:
        return _interpret(kernel, grid, block, copies)
    if device is None:
        model(*copies)
        return Launch(copies, f"ran as a Python model of the kernel ({NO_GPU})")
    _launch_on_device(kernel, grid, block, copies)
    return Launch(copies, f"ran on {_name(device)}")


def signature_of(arguments: tuple[Any, ...]) -> str:
    """Return the signature, in numba's notation, of a kernel for these arguments.

    >>> import numpy as np
    >>> signature_of((4, np.float32(2), np.zeros((2, 3), np.int8)))
    'void(int64, float32, int8[:,::1])'
    """
    kinds = []
    for value in arguments:
        if getattr(value, "ndim", 0):
            kinds.append(f"{value.dtype.name}[{':,' * (value.ndim - 1)}::1]")
        elif hasattr(value, "dtype"):
            kinds.append(value.dtype.name)
        else:
            kinds.append("float64" if isinstance(value, float) else "int64")
    return f"void({', '.join(kinds)})"


def _interpret(
    kernel: Callable[..., None], grid: int, block: int, arguments: tuple[Any, ...]
) -> Launch:
    from .compilers import compile_numba
    from .execute import run

    listing = compile_numba(kernel, signature_of(arguments), (8, 0))
    done = run(listing, None, grid, block, arguments, backend="interpreter")
    return Launch(arguments, f"{done.ran_on} ({NO_GPU})")


def _launch_on_device(
    kernel: Callable[..., None], grid: int, block: int, arguments: tuple[Any, ...]
) -> None:
    import warnings

    from numba import cuda

    held = [cuda.to_device(a) if getattr(a, "ndim", 0) else a for a in arguments]
    with warnings.catch_warnings():
        # A teaching kernel is small on purpose; numba warns that it leaves most of a GPU idle.
        warnings.simplefilter("ignore", numba_cuda_errors().NumbaPerformanceWarning)
        cuda.jit(kernel)[grid, block](*held)
    cuda.synchronize()
    for host, device in zip(arguments, held, strict=True):
        if getattr(host, "ndim", 0):
            device.copy_to_host(host)


def _device() -> Any:
    """numba-cuda's first device, or None where there is no GPU, driver or numba-cuda."""
    try:
        check_numba_cuda()
    except ToolMissing:
        return None
    from numba import cuda

    return cuda.get_current_device() if cuda.is_available() else None


def _name(device: Any) -> str:
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    return f"{name} ({sm(tuple(device.compute_capability))})"
