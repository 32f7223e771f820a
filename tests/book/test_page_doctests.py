"""Every example in the prose of a page is what Python prints."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from bookkit.contents import pages

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = re.compile(r"^```python[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
TEXTS = {name: (ROOT / f"{name}.md").read_text(encoding="utf-8") for name in pages(ROOT)}
WITH_EXAMPLES = [
    name for name, text in TEXTS.items() if any(">>> " in block for block in EXAMPLES.findall(text))
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_print_what_the_page_says(name: str) -> None:
    text, names, said = TEXTS[name], {}, []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False)
    for block in EXAMPLES.finditer(text):
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block.group(1), names, name, f"{name}.md", line)
        runner.run(test, out=said.append, clear_globs=False)
        names |= test.globs
    assert runner.tries > 0
    assert not runner.failures, "".join(said)
