"""Printing for commands: what goes to people on the side."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.errors import DerbyError

if TYPE_CHECKING:
    from companion.app.loop import EventLoop


def complain(fault: DerbyError | str) -> None:
    """Print one sentence to standard error.

    In the form that all complaints have: the programme's name, a colon, the sentence.
    """
    print(f"clockwork-derby: {fault}", file=sys.stderr)


def say(text: str) -> None:
    """Print a text of our own that has several lines, line by line: within a line an end of one is taken for somebody else's."""
    print(*text.removesuffix("\n").split("\n"), sep="\n", flush=True)


def complaining(loop: EventLoop) -> EventLoop:
    """An evening that prints one sentence when nothing of it can be kept, now or later; the screen says so by itself."""
    trouble = loop.session.troubles.get("journal")
    if trouble:
        complain(trouble)
    # What was wrong before anybody could listen has been told above.
    loop.on_trouble = complain
    return loop
