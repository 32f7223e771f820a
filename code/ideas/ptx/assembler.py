"""PTX to machine code (a cubin), and machine code to SASS text: still no GPU and no driver.

nvJitLink contains the same assembler as the command-line tool ptxas and runs inside this
process; its messages carry line numbers.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import recordings
from .compilers import ComputeCapability, _check_cc, sm
from .errors import PtxError, ToolMissing, from_assembler_log
from .listing import Listing, without_banner
from .toolchain import INSTALL, find_nvdisasm

_SASS_LINE = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(\S.*?);")


@dataclass(frozen=True)
class Cubin:
    """Machine code for one architecture: an ELF file.

    ``data`` is empty and ``size`` the recorded size in bytes where no assembler is installed
    and a recording stands in; ``origin`` says so.
    """

    data: bytes
    size: int
    origin: str
    key: str

    def __bytes__(self) -> bytes:
        return self.data

    def __len__(self) -> int:
        return self.size


def assemble(ptx: Listing | str, cc: ComputeCapability) -> Cubin:
    """Machine code for the architecture `cc` from PTX text.

    Raises :class:`PtxError` with the line, the offending text and the message when the PTX is
    wrong or asks for more than `cc` has; ValueError for a malformed `cc`;
    :class:`ToolMissing` where nvJitLink is missing and the outcome was not recorded.
    Source: nvJitLink documentation, section "Basic usage".
    """
    _check_cc(cc)
    text = str(ptx)
    key = recordings.key("assemble", without_banner(text), "", cc)
    try:
        from cuda.bindings import nvjitlink

        version = ".".join(map(str, nvjitlink.version()))
    except Exception as error:  # the binding reports a library it cannot find in several ways
        size = recordings.cubin_size(key, ToolMissing(f"nvJitLink is missing; {INSTALL}"), error)
        return Cubin(b"", size, "recorded size only: no assembler on this machine", key)
    origin = f"assembled by nvJitLink {version} for {sm(cc)}"
    try:
        data = _run_nvjitlink(nvjitlink, text, cc)
    except PtxError as error:
        recordings.note_error(key, error)
        raise
    recordings.note_cubin(key, len(data))
    return Cubin(data, len(data), origin, key)


def sass(cubin: Cubin) -> Listing:
    """Disassemble the instructions a GPU really executes, from `cubin` by nvdisasm.

    Each line is an offset in bytes and an instruction.  Where the disassembler is missing (it is
    the wheel nvidia-cuda-nvdisasm) a recording stands in; without one, :class:`ToolMissing`.
    Source: CUDA Binary Utilities, section "nvdisasm".
    """
    key = f"{cubin.key}-sass"
    tool = find_nvdisasm()
    if tool is None or not cubin.data:
        missing = "nvdisasm is missing; pip install nvidia-cuda-nvdisasm"
        return recordings.listing(key, ToolMissing(missing), language="SASS")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin.data)
        done = subprocess.run([tool, "-c", str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolMissing(f"nvdisasm failed: {done.stderr.strip()[:200]}")
    lines = (f"{m[1]}  {m[2].strip()};" for m in _SASS_LINE.finditer(done.stdout))
    listing = Listing("\n".join(lines), "disassembled by nvdisasm", "SASS")
    recordings.note(key, "sass", listing)
    return listing


def sass_opcodes(listing: Listing) -> list[str]:
    r"""Opcodes of a SASS listing in order, without predicates.

    >>> sass_opcodes(Listing("0000  @P0 EXIT;\n0010  LDG.E R0, [R2.64];", "", "SASS"))
    ['EXIT', 'LDG.E']
    """
    found = (
        re.match(r"[0-9a-f]+\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)", line)
        for line in listing.text.splitlines()
    )
    return [match[1] for match in found if match]


def _run_nvjitlink(nvjitlink: Any, text: str, cc: ComputeCapability) -> bytes:
    options = [f"-arch={sm(cc)}"]
    handle = nvjitlink.create(len(options), options)
    try:
        data = text.encode()
        try:
            nvjitlink.add_data(handle, nvjitlink.InputType.PTX, data, len(data), "kernel.ptx")
            nvjitlink.complete(handle)
        except nvjitlink.nvJitLinkError as error:
            log = bytearray(nvjitlink.get_error_log_size(handle))
            nvjitlink.get_error_log(handle, log)
            message = log.rstrip(b"\0").decode() or str(error)
            raise PtxError(from_assembler_log(message, text), "nvJitLink") from None
        cubin = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, cubin)
        return bytes(cubin)
    finally:
        nvjitlink.destroy(handle)
