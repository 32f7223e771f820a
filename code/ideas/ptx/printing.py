"""``printf`` and ``assert`` of CUDA C: calls of vprintf and __assertfail.

Source: CUDA C++ Programming Guide, section "Formatted Output".
"""

from __future__ import annotations

import re
import struct
from typing import Any

import numpy as np

from .memory import LOCAL_WINDOW
from .syntax import Symbol

_CONVERSION = re.compile(r"%([-+ #0]*\d*(?:\.\d+)?)(hh|h|ll|l|z|j|t)?([diouxXeEfFgGaAcsp%])")


def print_formatted(machine: Any, chunk: Any, item: Any, lanes: np.ndarray, callee: str) -> None:
    """Carry out a call of a built-in function for some lanes, in lane order."""
    arguments = []
    for operand in item.operation.call.arguments:
        place = machine.place(operand.variable if isinstance(operand, Symbol) else operand)
        size = operand.variable.size
        data = chunk.local.bytes.reshape(chunk.lanes, -1)[lanes, place : place + size]
        padded = np.zeros((lanes.size, 8), np.uint8)
        padded[:, :size] = data
        arguments.append(padded.view(np.uint64)[:, 0])
    if callee == "__assertfail":
        lane = 0
        text = _text(machine, chunk, int(lanes[lane]), int(arguments[0][lane]))
        raise chunk.fault("assertion", f"{text} does not hold", item.operation, int(lanes[lane]))
    for index, lane in enumerate(lanes.tolist()):
        form = _text(machine, chunk, lane, int(arguments[0][index]))
        machine.output.append(_format(machine, chunk, lane, form, int(arguments[1][index])))
    results = item.operation.call.results
    if results:
        place = machine.place(results[0].variable)
        where = chunk.local.bytes.reshape(chunk.lanes, -1)
        where[lanes, place : place + 4] = np.zeros(4, np.uint8)
        chunk.local.written.reshape(chunk.lanes, -1)[lanes, place : place + 4] = 255


def _bytes(machine: Any, chunk: Any, lane: int, address: int, size: int) -> bytes:
    if address >= LOCAL_WINDOW:
        start = lane * chunk.local.stride + address - LOCAL_WINDOW
        return chunk.local.bytes[start : start + size].tobytes()
    start = address - machine.arena.base
    return machine.arena.bytes[start : start + size].tobytes()


def _text(machine: Any, chunk: Any, lane: int, address: int) -> str:
    data = _bytes(machine, chunk, lane, address, 4096)
    return data.partition(b"\0")[0].decode("utf-8", "replace")


def _format(machine: Any, chunk: Any, lane: int, form: str, address: int) -> str:
    offset = 0

    def one(match: re.Match[str]) -> str:
        nonlocal offset
        flags, length, kind = match.groups()
        if kind == "%":
            return "%"
        wide = kind in "eEfFgGaAsp" or length in ("l", "ll", "z", "j", "t")
        size = 8 if wide else 4
        offset = -(-offset // size) * size
        data = _bytes(machine, chunk, lane, address + offset, size)
        offset += size
        if kind in "eEfFgGaA":
            return f"%{flags}{kind}" % struct.unpack("<d", data)[0]
        value = int.from_bytes(data, "little", signed=kind in "di")
        if kind == "s":
            return f"%{flags}s" % _text(machine, chunk, lane, value)
        if kind == "p":
            return hex(value)
        if kind == "c":
            return chr(value & 255)
        return f"%{flags}{'d' if kind == 'u' else kind}" % value

    return _CONVERSION.sub(one, form)
