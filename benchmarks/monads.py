"""Binds a second, memory and depth of State and Maybe, beside returns, Expression and PyMonad.

Each library runs the same chains in one run: Maybe, one bind after another; State, a counter, its
binds nested to the left and to the right.  Returns and Expression have no State: the closest that
they have is used and named (``RequiresContext``, which reads but cannot write).  A chain is tried
at growing depths, each in a process of its own, until one fails or a million binds have run; the
depth of a failure is then narrowed down to a hundredth.
To be held: ours fails nowhere below 1,000,000 binds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

DEPTHS = (1_000, 10_000, 100_000, 1_000_000)
SPEED_AT = 100
SECONDS = 240


def ours_maybe(n: int) -> Any:
    from ideas.monads import Just

    m = Just(0)
    for _ in range(n):
        m = m.bind(lambda x: Just(x + 1))
    return m.value


def ours_state_left(n: int) -> Any:
    from ideas.monads import state

    tick = state.modify(lambda s: s + 1)
    m = tick
    for _ in range(n - 1):
        m = m.bind(lambda _: tick)
    return m.exec(0)


def ours_state_right(n: int) -> Any:
    from ideas.monads import state

    tick = state.modify(lambda s: s + 1)

    def loop(k: int) -> Any:
        return tick.bind(lambda _: loop(k - 1)) if k > 1 else tick

    return loop(n).exec(0)


def returns_maybe(n: int) -> Any:
    from returns.maybe import Some

    m = Some(0)
    for _ in range(n):
        m = m.bind(lambda x: Some(x + 1))
    return m.unwrap()


def returns_context_left(n: int) -> Any:
    from returns.context import RequiresContext

    m = RequiresContext(lambda env: 0)
    for _ in range(n):
        m = m.bind(lambda x: RequiresContext(lambda env: x + 1))
    return m(None)


def returns_context_right(n: int) -> Any:
    from returns.context import RequiresContext

    def loop(k: int) -> Any:
        step = RequiresContext(lambda env: k)
        return step.bind(lambda x: loop(x + 1)) if k < n else step

    return loop(0)(None)


def expression_maybe(n: int) -> Any:
    from expression import Some

    m = Some(0)
    for _ in range(n):
        m = m.bind(lambda x: Some(x + 1))
    return m.value


def pymonad_maybe(n: int) -> Any:
    from pymonad.maybe import Just

    m = Just(0)
    for _ in range(n):
        m = m.bind(lambda x: Just(x + 1))
    return m.value


def _pymonad_tick() -> Any:
    from pymonad.state import State

    return State(lambda s: (None, s + 1))


def pymonad_state_left(n: int) -> Any:
    tick = _pymonad_tick()
    m = tick
    for _ in range(n - 1):
        m = m.bind(lambda _: tick)
    return m.run(0)[1]


def pymonad_state_right(n: int) -> Any:
    tick = _pymonad_tick()

    def loop(k: int) -> Any:
        return tick.bind(lambda _: loop(k - 1)) if k > 1 else tick

    return loop(n).run(0)[1]


CHAINS: dict[str, dict[str, Callable[[int], Any]]] = {
    "Maybe": {
        "ours": ours_maybe,
        "returns": returns_maybe,
        "Expression (Option)": expression_maybe,
        "PyMonad": pymonad_maybe,
    },
    "State, nested left": {
        "ours": ours_state_left,
        "PyMonad": pymonad_state_left,
        "returns (RequiresContext)": returns_context_left,
    },
    "State, nested right": {
        "ours": ours_state_right,
        "PyMonad": pymonad_state_right,
        "returns (RequiresContext)": returns_context_right,
    },
}


def one(chain: Callable[[int], Any], n: int) -> dict[str, float]:
    """Run a chain of n binds; return seconds (best of five) and peak bytes, each a bind."""
    took = []
    for _ in range(5 if n <= SPEED_AT else 1):
        started = time.perf_counter()
        answer = chain(n)
        took.append(time.perf_counter() - started)
        assert answer == n, answer
    tracemalloc.start()
    chain(min(n, 10_000))
    peak = tracemalloc.get_traced_memory()[1]
    return {"seconds": min(took) / n, "bytes": peak / min(n, 10_000)}


def apart(monad: str, library: str, n: int) -> dict[str, Any]:
    """Run :func:`one` in a process of its own, so that a crash is a result too."""
    command = [sys.executable, __file__, monad, library, str(n)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return {"failed": f"more than {SECONDS} s"}
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        return {"failed": lines[-1].split(":")[0] if lines else f"exit {done.returncode}"}
    return dict(json.loads(done.stdout))


def failure(monad: str, library: str) -> tuple[int, str] | None:
    """The depth at which a library's chain fails, to a hundredth, and how; None if it runs all."""
    low, high, why = 0, None, ""
    for n in DEPTHS:
        found = apart(monad, library, n)
        if "failed" in found:
            high, why = n, found["failed"]
            break
        low = n
    if high is None:
        return None
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        if "failed" in apart(monad, library, middle):
            high = middle
        else:
            low = middle
    return high, why


def main() -> None:
    """Print a table for each monad."""
    peers = ", ".join(f"{name} {version(name)}" for name in ("returns", "Expression", "PyMonad"))
    print(f"Python {sys.version.split()[0]}; {peers}")
    held = True
    for monad, libraries in CHAINS.items():
        print(f"\n{monad}")
        speed = {name: apart(monad, name, SPEED_AT) for name in libraries}
        for name, found in speed.items():
            failed = failure(monad, name)
            reach = f"fails at {failed[0]:,} ({failed[1]})" if failed else f"runs {DEPTHS[-1]:,}"
            held = held and (name != "ours" or failed is None)
            if "failed" in found:
                print(f"  {name:26} {found['failed']:>14}  {reach}")
                continue
            ratio = found["seconds"] / speed["ours"]["seconds"]
            print(
                f"  {name:26} {1 / found['seconds']:10,.0f} binds/s  {found['bytes']:6.0f} B/bind  "
                f"time {ratio:5.2f} of ours  {reach}"
            )
    print(f"\nours fails nowhere below 1,000,000: {held}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(one(CHAINS[sys.argv[1]][sys.argv[2]], int(sys.argv[3]))))
    else:
        main()
