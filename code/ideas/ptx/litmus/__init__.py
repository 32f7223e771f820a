"""Every outcome that the memory model of PTX allows, for programs of a few instructions.

Running a program a thousand times shows what happened, not what may happen.  Here the outcomes
are enumerated from the model of the manual:

* :mod:`~ideas.ptx.litmus.program` -- a test: threads, places, a question;
* :mod:`~ideas.ptx.litmus.reading` -- the usual text of such tests;
* :mod:`~ideas.ptx.litmus.condition` -- conditions on the final state;
* :mod:`~ideas.ptx.litmus.events` -- the events of a test, and what is morally strong;
* :mod:`~ideas.ptx.litmus.relations` -- relations as rows of bits;
* :mod:`~ideas.ptx.litmus.model` -- the orders of an execution, and the axioms;
* :mod:`~ideas.ptx.litmus.values` -- run the threads on chosen sources;
* :mod:`~ideas.ptx.litmus.search` -- find the executions that are allowed;
* :mod:`~ideas.ptx.litmus.explain` -- a witness, or the axiom that breaks and its cycle;
* :mod:`~ideas.ptx.litmus.drawing` -- either of them as a graph;
* :mod:`~ideas.ptx.litmus.classics` -- the classical tests, with published verdicts.

The model covers the generic proxy: ``ld.global.nc``, textures, surfaces and asynchronous copies
are outside it, and refused.
"""

from __future__ import annotations

from .explain import Explanation, explain
from .program import Place, Test, Thread
from .reading import parse
from .search import Outcome, TooLarge, allows, answer, outcomes, races, seen

__all__ = [
    "Explanation",
    "Outcome",
    "Place",
    "Test",
    "Thread",
    "TooLarge",
    "allows",
    "answer",
    "explain",
    "outcomes",
    "parse",
    "races",
    "seen",
]
