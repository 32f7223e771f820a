"""The commands of the book, each with its one line of help and the set-up it needs.

Standard library only: it is read before anything is installed.
"""

from __future__ import annotations

from dataclasses import dataclass

TESTS = "tests/requirements.txt"
PEERS = "benchmarks/requirements.txt"


@dataclass(frozen=True, slots=True)
class Command:
    """A name to type, what it does, and the requirement files it needs besides the book's."""

    name: str
    help: str
    requirements: tuple[str, ...] = ()


COMMANDS = {
    command.name: command
    for command in (
        Command("book", "execute every chapter and build the site into _build/html"),
        Command("test", "build the site, then run every test", (TESTS,)),
        Command("serve", "serve the built site on this machine (PORT=8000)"),
        Command(
            "bench", "print page weights, build times and speeds beside named peers", (TESTS, PEERS)
        ),
        Command("setup", "only make .venv and install what the book needs"),
        Command("clean", "remove what was built, but not .venv"),
        Command("help", "list these commands"),
    )
}


def usage() -> str:
    """Return the list of commands, as ``make help`` prints it.

    >>> print(usage().splitlines()[0])
    make book    execute every chapter and build the site into _build/html
    """
    return "\n".join(f"make {c.name:<7} {c.help}" for c in COMMANDS.values())
