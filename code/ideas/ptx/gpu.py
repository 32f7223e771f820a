"""Launch a parsed kernel on a GPU, through the CUDA driver: the same arguments, the same results.

The text is assembled for the GPU that is there, so a driver older than the text's ``.version``
still takes it.
Source: CUDA Driver API, sections "Module Management", "Memory Management", "Execution Control".
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from .assembler import assemble
from .syntax import Function, Module


def run_on_gpu(
    module: Module, function: Function, grid: tuple[int, int, int], block: tuple[int, int, int],
    values: Sequence[Any], shared_bytes: int,
) -> None:  # fmt: skip
    """Run a kernel on the first GPU; arrays that may be written are copied back.

    Raises RuntimeError with the driver's name of the error.
    """
    from cuda.bindings import driver

    call = _Caller(driver)
    call(driver.cuInit(0))
    device = call(driver.cuDeviceGet(0))
    context = call(driver.cuDevicePrimaryCtxRetain(device))
    call(driver.cuCtxPushCurrent(context))
    held: dict[int, tuple[np.ndarray, Any]] = {}
    try:
        attribute = driver.CUdevice_attribute
        cc = tuple(
            call(driver.cuDeviceGetAttribute(a, device))
            for a in (
                attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            )
        )
        image = call(driver.cuModuleLoadData(bytes(assemble(module.text, (cc[0], cc[1])))))
        handle = call(driver.cuModuleGetFunction(image, function.name.encode()))
        storage = _parameters(call, driver, function, values, held)
        pointers = (ctypes.c_void_p * max(len(storage), 1))(
            *(ctypes.addressof(data) for data in storage)
        )
        if shared_bytes > 48 * 1024:
            limit = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            call(driver.cuFuncSetAttribute(handle, limit, shared_bytes))
        call(
            driver.cuLaunchKernel(
                handle, *grid, *block, shared_bytes, 0, ctypes.addressof(pointers), 0
            )
        )
        call(driver.cuCtxSynchronize())
        for array, memory in held.values():
            if array.flags.writeable and array.nbytes:
                data = np.empty(array.shape, array.dtype)
                call(driver.cuMemcpyDtoH(data.ctypes.data, memory, array.nbytes))
                array[...] = data
        call(driver.cuModuleUnload(image))
    finally:
        for _, memory in held.values():
            driver.cuMemFree(memory)
        driver.cuCtxPopCurrent()
        driver.cuDevicePrimaryCtxRelease(device)


class _Caller:
    """Unpacks what the driver returns, and raises its errors."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def __call__(self, answer: tuple) -> Any:
        status, *rest = answer
        if int(status) != 0:
            _, name = self.driver.cuGetErrorName(status)
            raise RuntimeError(f"the CUDA driver reports {name.decode()}")
        return rest[0] if rest else None


def _parameters(
    call: _Caller, driver: Any, function: Function, values: Sequence[Any],
    held: dict[int, tuple[np.ndarray, Any]],
) -> list[Any]:  # fmt: skip
    """Bytes of each parameter; arrays are copied to the GPU first."""
    from .execute import pack

    storage = []
    for parameter, value in zip(function.parameters, values, strict=True):
        if isinstance(value, np.ndarray):
            if id(value) not in held:
                memory = call(driver.cuMemAlloc(max(value.nbytes, 1)))
                held[id(value)] = (value, memory)
                if value.nbytes:
                    source = np.ascontiguousarray(value)
                    call(driver.cuMemcpyHtoD(memory, source.ctypes.data, value.nbytes))
            data = int(held[id(value)][1]).to_bytes(8, "little")
        else:
            data = pack(value, parameter)
        storage.append(ctypes.create_string_buffer(data, len(data)))
    return storage
