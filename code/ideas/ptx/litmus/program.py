"""A litmus test: a few threads of a few PTX instructions, where each runs, and a question.

Threads share locations by name; registers are a thread's own.  A thread's :class:`Place` says in
which block, cluster and GPU it runs, so that a scope includes it or does not.
Source: PTX ISA, chapter "Memory Consistency Model", sections "Operation types" and "Scope".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .condition import Condition, Question

Scope = Literal["cta", "cluster", "gpu", "sys"]
SCOPES: tuple[Scope, ...] = ("cta", "cluster", "gpu", "sys")
"""From the narrowest to the widest."""
ORDERS = ("weak", "relaxed", "acquire", "release", "acq_rel", "sc")

MOST_THREADS = 4
MOST_INSTRUCTIONS = 12
"""Of one thread."""


@dataclass(frozen=True)
class Place:
    """Where a thread runs.

    ``block`` numbers the blocks of a GPU.  ``cluster`` numbers its clusters; None is a block
    that is launched without a cluster, and so is one of its own.
    """

    block: int = 0
    cluster: int | None = None
    gpu: int = 0

    def shares(self, scope: str, other: Place) -> bool:
        """Whether a scope around a thread here includes a thread there.

        >>> Place(0).shares("cta", Place(1)), Place(0).shares("gpu", Place(1))
        (False, True)
        >>> Place(0, cluster=0).shares("cluster", Place(1, cluster=0))
        True
        """
        if scope == "sys":
            return True
        if self.gpu != other.gpu:
            return False
        if scope == "gpu":
            return True
        same_block = (self.block, self.cluster) == (other.block, other.cluster)
        if scope == "cluster":
            return same_block or (self.cluster is not None and self.cluster == other.cluster)
        return same_block

    def __str__(self) -> str:
        cluster = "" if self.cluster is None else f",cluster {self.cluster}"
        return f"cta {self.block}{cluster},gpu {self.gpu}"


@dataclass(frozen=True)
class Instruction:
    """One instruction, as the model sees it.

    ``kind`` is ``ld``, ``st``, ``atom``, ``red``, ``fence``, ``bar``, ``alu`` or ``bra``.
    ``order`` is one of :data:`ORDERS` and ``scope`` one of :data:`SCOPES`, or empty for a weak
    access and for what is no access.  A volatile access is relaxed with scope sys.
    ``operation`` is what an atomic, an arithmetic instruction or a comparison does;
    ``operands`` are names of registers and constants; ``jump`` is the index that a branch
    continues at; ``barrier`` the number of the barrier.
    """

    text: str
    kind: str
    order: str = ""
    scope: str = ""
    location: str = ""
    width: int = 32
    space: str = "global"
    target: str = ""
    operation: str = ""
    operands: tuple[str | int, ...] = ()
    guard: tuple[str, bool] | None = None
    jump: int = -1
    barrier: int = -1

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Thread:
    """A thread: its instructions, its place, and its registers that do not begin with 0.

    ``Thread("st.weak [data], 42; st.release.gpu [flag], 1", block=0)`` is how to write one.
    """

    instructions: tuple[Instruction, ...]
    place: Place = field(default_factory=Place)
    registers: tuple[tuple[str, int], ...] = ()

    def __init__(
        self,
        instructions: str | Sequence[Instruction],
        place: Place | None = None,
        registers: Mapping[str, int] | Iterable[tuple[str, int]] = (),
        *,
        block: int = 0,
        cluster: int | None = None,
        gpu: int = 0,
    ) -> None:
        if isinstance(instructions, str):
            from .reading import read_instructions

            instructions = read_instructions(instructions)
        object.__setattr__(self, "instructions", tuple(instructions))
        object.__setattr__(self, "place", place or Place(block, cluster, gpu))
        object.__setattr__(self, "registers", tuple(sorted(dict(registers).items())))


@dataclass(frozen=True)
class Test:
    r"""A litmus test.  Locations that ``initial`` does not name begin with 0.

    Raises ValueError for more than four threads, a thread of more than twelve instructions,
    accesses of different widths to one location, and a ``.shared`` location named in two blocks.

    >>> test = Test("MP", [Thread("st.weak [data], 1; st.release.gpu [flag], 1", block=0),
    ...                    Thread("ld.acquire.gpu r0, [flag]; ld.weak r1, [data]", block=1)],
    ...             question=r"exists (1:r0=1 /\ 1:r1=0)")
    >>> test.locations
    ('data', 'flag')
    >>> str(test.question)
    'exists (1:r0=1 /\\ 1:r1=0)'
    """

    __test__ = False  # not a test of pytest's
    name: str
    threads: tuple[Thread, ...]
    initial: tuple[tuple[str, int], ...] = ()
    question: Question | None = None

    def __init__(
        self,
        name: str,
        threads: Sequence[Thread],
        initial: Mapping[str, int] | Iterable[tuple[str, int]] = (),
        question: Question | str | None = None,
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "threads", tuple(threads))
        object.__setattr__(self, "initial", tuple(sorted(dict(initial).items())))
        if isinstance(question, str):
            question = Question.read(question)
        object.__setattr__(self, "question", question)
        _check(self)

    @classmethod
    def of(cls, *threads: str, apart: str = "gpu", question: str | None = None) -> Test:
        """Make a test of threads that need at least the scope `apart` to reach each other.

        >>> Test.of("st.weak [x], 1", "ld.weak r0, [x]", apart="sys").threads[1].place.gpu
        1
        """
        if apart not in SCOPES:
            raise ValueError(f"apart is {apart!r}; expected one of {', '.join(SCOPES)}")
        places = {
            "cta": lambda t: Place(0),
            "cluster": lambda t: Place(t, cluster=0),
            "gpu": lambda t: Place(t),
            "sys": lambda t: Place(0, gpu=t),
        }
        made = [Thread(text, places[apart](t)) for t, text in enumerate(threads)]
        return cls("test", made, question=question)

    @property
    def locations(self) -> tuple[str, ...]:
        """The locations, in the order of their names."""
        named = {i.location for thread in self.threads for i in thread.instructions}
        return tuple(sorted((named | {name for name, _ in self.initial}) - {""}))

    @property
    def registers(self) -> tuple[str, ...]:
        """The registers that the threads set, predicates left out, as ``thread:name``."""
        found = {}
        for t, thread in enumerate(self.threads):
            for name, _ in thread.registers:
                found[f"{t}:{name}"] = None
            for i in thread.instructions:
                if i.target and not (i.kind == "alu" and i.operation.startswith("setp")):
                    found[f"{t}:{i.target}"] = None
        return tuple(found)


def _check(test: Test) -> None:
    if not 1 <= len(test.threads) <= MOST_THREADS:
        raise ValueError(f"{len(test.threads)} threads; expected 1 to {MOST_THREADS}")
    widths: dict[str, int] = {}
    shared: dict[str, Place] = {}
    for t, thread in enumerate(test.threads):
        if len(thread.instructions) > MOST_INSTRUCTIONS:
            raise ValueError(
                f"thread {t} has {len(thread.instructions)} instructions; "
                f"expected at most {MOST_INSTRUCTIONS}"
            )
        for i in thread.instructions:
            if not i.location:
                continue
            if widths.setdefault(i.location, i.width) != i.width:
                raise ValueError(
                    f"{i.text!r} reads or writes {i.width} bits of {i.location}, others "
                    f"{widths[i.location]}; expected one width: the model leaves out mixed sizes"
                )
            if i.space == "shared" and not shared.setdefault(i.location, thread.place).shares(
                "cta", thread.place
            ):
                raise ValueError(
                    f"the .shared location {i.location} is named in two blocks; "
                    "expected one: each block has its own"
                )
    if test.question:
        known = {*test.locations, *test.registers}
        for name in test.question.condition.names():
            if name not in known:
                raise ValueError(f"the question names {name}; expected one of {sorted(known)}")


__all__ = ["ORDERS", "SCOPES", "Condition", "Instruction", "Place", "Question", "Scope", "Test",
           "Thread"]  # fmt: skip
