"""Run the threads of a test once the source of each read is chosen, and so find the values.

A register holds a promise of a value, kept when it is asked for: a store that does not depend on
an earlier load need not wait for it.  Only a guard or a branch makes a thread wait.  If a
promise rests on itself, the value would come out of thin air.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass

from .events import Events
from .program import Instruction

Promise = Callable[[], int]
Guess = Callable[[int], "int | None"]
_SIGN = 1 << 31


class _NotYetError(Exception):
    """A value is asked for that no thread has come to."""


class _NeverError(Exception):
    """A value is asked for that rests on itself, or on a write that does not happen."""


@dataclass
class Run:
    """What a run gives: a value for each read and write that happened, and the registers.

    ``ran`` marks the events that happened; ``registers`` are by ``thread:name``.
    """

    values: dict[int, int]
    ran: int
    registers: dict[str, int]


def run(events: Events, source: Mapping[int, int], guess: Guess | None = None) -> Run | None:
    """Run the threads.  None if a read takes its value from a write that does not happen.

    Where a value rests on itself, ``guess`` may give one for a read, and the run counts if the
    value then turns out to be the one guessed; without a guess there is no run.
    """
    return _Machine(events, source, guess).run()


class _Machine:
    def __init__(self, events: Events, source: Mapping[int, int], guess: Guess | None) -> None:
        self.events, self.source, self.guess = events, source, guess
        initial = dict(events.test.initial)
        self.values = {number: initial.get(name, 0) for name, number in events.initial.items()}
        self.promises: dict[int, Promise] = {}
        self.guessed: dict[int, int] = {}
        self.busy: set[int] = set()
        self.registers: dict[str, Promise] = {}
        self.ran = sum(1 << n for n in events.initial.values())

    def run(self) -> Run | None:
        threads = {t: self.thread(t) for t in range(len(self.events.test.threads))}
        try:
            while threads:
                before = self.ran, len(threads)
                for t in list(threads):
                    if next(threads[t], "over") == "over":
                        del threads[t]
                if (self.ran, len(threads)) == before:
                    return None
            for number in list(self.promises):
                self.value(number)
            registers = {name: promise() for name, promise in self.registers.items()}
        except (_NeverError, _NotYetError):
            return None
        happened = all(self.ran >> w & 1 for r, w in self.source.items() if self.ran >> r & 1)
        right = all(self.value(self.source[r]) == v for r, v in self.guessed.items())
        return Run(self.values, self.ran, registers) if happened and right else None

    def value(self, number: int) -> int:
        """Return the value of a read or a write."""
        if number in self.values:
            return self.values[number]
        if number not in self.promises:
            raise _NotYetError
        if number in self.busy:
            read = number if number in self.source else -1
            guess = self.guess(read) if self.guess and read >= 0 else None
            if guess is None:
                raise _NeverError
            self.values[number] = self.guessed[number] = guess
            return guess
        self.busy.add(number)
        try:
            value = self.promises[number]()
        finally:
            self.busy.discard(number)
        return self.values.setdefault(number, value)

    def thread(self, t: int) -> Generator[str, None, None]:
        """Run one thread; yield where a guard has to wait."""
        thread = self.events.test.threads[t]
        held: dict[str, Promise] = {name: _constant(v) for name, v in thread.registers}
        index = 0
        while index < len(thread.instructions):
            i = thread.instructions[index]
            if i.guard:
                while (holds := self.guard(held.get(i.guard[0], _constant(0)))) is None:
                    yield "waiting"
                if bool(holds) != i.guard[1]:
                    index += 1
                    continue
            if i.kind == "bra":
                index = i.jump
                continue
            self.carry_out(i, self.events.of.get((t, index), []), held)
            index += 1
        for name in self.events.test.registers:
            owner, _, register = name.partition(":")
            if int(owner) == t:
                self.registers[name] = held.get(register, _constant(0))

    def guard(self, promise: Promise) -> int | None:
        try:
            return promise()
        except _NotYetError:
            return None

    def carry_out(self, i: Instruction, numbers: list[int], held: dict[str, Promise]) -> None:
        """Note what an instruction promises."""
        operands = [held.get(o, _constant(0)) if isinstance(o, str) else _constant(o)
                    for o in i.operands]  # fmt: skip
        old: Promise = _constant(0)
        for number in numbers:
            self.ran |= 1 << number
            if self.events.list[number].kind == "R":
                if number not in self.source:
                    raise _NeverError
                self.promises[number] = lambda write=self.source[number]: self.value(write)
                old = lambda read=number: self.value(read)  # noqa: E731
            elif self.events.list[number].kind == "W":
                self.promises[number] = self.written(i, number, operands, old)
        if i.kind == "alu":
            held[i.target] = lambda: _computed(i, [o() for o in operands])
        elif i.target:
            held[i.target] = old

    def written(self, i: Instruction, number: int, operands: list[Promise], old: Promise) -> Promise:  # fmt: skip  # noqa: E501
        def promise() -> int:
            value = _stored(i, [o() % (1 << i.width) for o in operands], old())
            if value is None:
                self.ran &= ~(1 << number)
                return old()
            return value % (1 << i.width)

        return promise


def _constant(value: int) -> Promise:
    return lambda: value


def _stored(i: Instruction, a: list[int], old: int) -> int | None:
    """Compute what a store or an atomic writes; None where compare-and-swap does not."""
    return {
        "": lambda: a[0],
        "exch": lambda: a[0],
        "add": lambda: old + a[0],
        "and": lambda: old & a[0],
        "or": lambda: old | a[0],
        "xor": lambda: old ^ a[0],
        "min": lambda: min(old, a[0]),
        "max": lambda: max(old, a[0]),
        "inc": lambda: 0 if old >= a[0] else old + 1,
        "dec": lambda: a[0] if old == 0 or old > a[0] else old - 1,
        "cas": lambda: a[1] if old == a[0] else None,
    }[i.operation]()


def _computed(i: Instruction, operands: list[int]) -> int:
    """Carry out an arithmetic instruction or a comparison."""
    name, *rest = i.operation.split(".")
    if name == "selp":
        return operands[0 if operands[2] else 1] % (1 << 32)
    a = [x % (1 << 32) for x in operands]
    if rest[-1] == "s":
        a = [(x ^ _SIGN) - _SIGN for x in a]
    x, y = (*a, 0)[:2]
    if name == "setp":
        return int({
            "eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y,
        }[rest[0]])  # fmt: skip
    result = {"mov": x, "add": x + y, "sub": x - y, "mul": x * y, "and": x & y, "or": x | y,
              "xor": x ^ y, "min": min(x, y), "max": max(x, y), "not": ~x}[name]  # fmt: skip
    return result % (1 << 32)
