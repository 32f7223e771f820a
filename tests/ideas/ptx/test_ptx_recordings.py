"""The pages run, and the recordings kept for machines without compilers are still true."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ideas.ptx import (
    PtxError,
    ToolMissing,
    assemble,
    assembler,
    compile_cuda,
    compile_numba,
    compilers,
    describe_toolchain,
    kernels,
    read_listing,
    recordings,
)
from ideas.ptx.listing import without_banner
from ideas.ptx.toolchain import find_nvdisasm

PAGES = Path(__file__).parents[3] / "book" / "ptx"
TOOLS = describe_toolchain()
HAVE_COMPILERS = "missing" not in [
    TOOLS[tool] for tool in ("numba-cuda", "NVRTC", "NVVM", "nvJitLink")
]
needs_pages = pytest.mark.skipif(not PAGES.is_dir(), reason="the pages are not here")


@needs_pages
@pytest.mark.skipif(not HAVE_COMPILERS, reason="the compilers' wheels are not installed")
def test_recordings_are_what_the_compilers_give():
    made = recordings.record_pages(PAGES)
    kept = {
        path.name: path.read_text(encoding="utf-8")
        for path in recordings.FOLDER.iterdir()
        if path.suffix in (".ptx", ".sass")
    }
    if find_nvdisasm() is None:
        kept = {name: text for name, text in kept.items() if not name.endswith(".sass")}
    advice = "run: python -m ideas.ptx.record book/ptx"
    assert set(made.texts) == set(kept), advice
    for name, text in made.texts.items():
        assert without_banner(text) == without_banner(kept[name]), f"{name}; {advice}"
    outcomes = json.loads((recordings.FOLDER / "outcomes.json").read_text(encoding="utf-8"))
    assert set(made.outcomes) == set(outcomes), advice
    for key, outcome in made.outcomes.items():
        if isinstance(outcome, dict):
            assert outcome == outcomes[key], advice
        else:
            assert isinstance(outcomes[key], int), advice


@pytest.fixture
def no_tools(monkeypatch):
    """A machine without numba-cuda, NVRTC, nvJitLink and nvdisasm."""

    def missing() -> str:
        raise ToolMissing("numba-cuda is hidden by this test")

    monkeypatch.setattr(compilers, "check_numba_cuda", missing)
    monkeypatch.setattr(assembler, "find_nvdisasm", lambda: None)
    import cuda.bindings

    for name in ("nvrtc", "nvjitlink"):
        monkeypatch.delattr(cuda.bindings, name, raising=False)
        monkeypatch.setitem(sys.modules, f"cuda.bindings.{name}", None)


@needs_pages
@pytest.mark.skipif(not HAVE_COMPILERS, reason="numba-cuda is needed to hide it")
def test_every_page_runs_from_recordings_alone(no_tools):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    for page in sorted(PAGES.glob("*.md")):
        recordings.run_page(page)
    pyplot.close("all")


@pytest.mark.skipif(not HAVE_COMPILERS, reason="numba-cuda is needed to hide it")
def test_a_recording_says_that_it_is_one(no_tools):
    source = str(read_listing("helpers.cu"))
    listing = compile_cuda(source, (8, 0), name="helpers")
    assert listing.origin.startswith("recorded earlier, not made on this machine")
    cubin = assemble(listing, (8, 0))
    assert cubin.data == b""
    assert cubin.size > 0
    assert "recorded" in cubin.origin


@pytest.mark.skipif(not HAVE_COMPILERS, reason="numba-cuda is needed to hide it")
def test_what_was_not_recorded_is_not_invented(no_tools):
    with pytest.raises(ToolMissing):
        compile_numba(kernels.saxpy, kernels.SIGNATURES[kernels.saxpy], (8, 7))
    with pytest.raises(ToolMissing):
        compile_cuda("__device__ int never_recorded;", (8, 0))
    with pytest.raises(ToolMissing):
        assemble(".version 8.0", (8, 0))


@pytest.mark.skipif(not HAVE_COMPILERS, reason="numba-cuda is needed to hide it")
def test_a_recorded_rejection_is_raised_with_its_line(no_tools):
    from ideas.ptx.deepep import module_around

    with pytest.raises(PtxError) as caught:
        assemble(module_around("ld.relaxed.global.s32 %r2, [%rd1];", (8, 0)), (8, 0))
    assert caught.value.line == 14
    assert caught.value.origin.startswith("recorded earlier")


def test_recorded_files_are_small():
    files = list(recordings.FOLDER.iterdir())
    assert files
    assert sum(path.stat().st_size for path in files) < 400_000
