"""Monads as values one can run: records, laws that are checked, and the category theory behind.

Standard library only.  The types and their operations live in modules of their own (``maybe``,
``lists``, ``state``, ``reader``, ``writer``, ``either``, ``identity``, ``dist``, ``group``,
``cont``, ``io``, ``free``); each has a :class:`Monad` record, and :data:`ALL` lists the records.

>>> from ideas.monads import ALL, laws
>>> sorted(ALL)  # doctest: +NORMALIZE_WHITESPACE
['Cont', 'Dist', 'Either', 'Free', 'FreeGroup', 'IO', 'Identity', 'List', 'Maybe', 'Reader',
 'State', 'Writer']
>>> all(cases > 0 for cases in laws.check(ALL["Maybe"]).values())
True
"""

from __future__ import annotations

from ideas.monads.cont import CONT, Cont
from ideas.monads.dist import DIST, Dist
from ideas.monads.do import do
from ideas.monads.either import EITHER, Either, Left, Right
from ideas.monads.free import FREE, Free
from ideas.monads.group import FREE_GROUP
from ideas.monads.identity import IDENTITY, Identity
from ideas.monads.io import IO, IO_MONAD
from ideas.monads.laws import LawError
from ideas.monads.lists import LIST, List
from ideas.monads.maybe import MAYBE, Just, Maybe, Nothing
from ideas.monads.monad import Monad, Plus, from_join, from_kleisli
from ideas.monads.monoid import Monoid
from ideas.monads.reader import READER, Reader
from ideas.monads.state import STATE, State
from ideas.monads.tables import Table, all_functions, tabulate
from ideas.monads.writer import WRITER, Writer

__all__ = [
    "ALL",
    "CONT",
    "DIST",
    "EITHER",
    "FREE",
    "FREE_GROUP",
    "IDENTITY",
    "IO",
    "IO_MONAD",
    "LIST",
    "MAYBE",
    "READER",
    "STATE",
    "WRITER",
    "Cont",
    "Dist",
    "Either",
    "Free",
    "Identity",
    "Just",
    "LawError",
    "Left",
    "List",
    "Maybe",
    "Monad",
    "Monoid",
    "Nothing",
    "Plus",
    "Reader",
    "Right",
    "State",
    "Table",
    "Writer",
    "all_functions",
    "do",
    "from_join",
    "from_kleisli",
    "tabulate",
]

ALL: dict[str, Monad] = {
    monad.name: monad
    for monad in (
        IDENTITY,
        MAYBE,
        EITHER,
        LIST,
        STATE,
        READER,
        WRITER,
        DIST,
        FREE_GROUP,
        CONT,
        FREE,
        IO_MONAD,
    )
}
"""The lawful monads of this package, by name."""
