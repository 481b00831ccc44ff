"""What a check may touch, what it answers, and how all of them are asked without any of them being able to stop the rest."""
from __future__ import annotations

import pkgutil
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import near_word
from companion.health import checks
from companion.health.world import World

State: TypeAlias = Literal["fine", "note", "bad"]
FINE: Final = "fine"
NOTE: Final = "note"
BAD: Final = "bad"
"""Nothing to do; worth knowing, the game goes on; something does not work or soon will not."""

PATIENCE: Final = 10.0
"""Seconds that the last check may take; right after a start on a slow card even sound ones need some."""
TURN: Final = 0.2
"""The part of that which each check has to itself; one that takes longer goes on while the next ones look."""


class Finding(NamedTuple):
    """What a check has found: a sentence, and where it is not FINE what to do about it, in another one.

    `check` is the name of the check, `words` and `remedy` are whole sentences with their full stops; `words` are short enough for a
    status bar where they can be.
    """

    check: str
    state: State
    words: str
    remedy: str = ""


class Check(Protocol):
    """What a check's module offers; see `companion.health.checks`."""

    NAME: str
    TITLE: str
    WATCHED: float

    def look(self, world: World) -> tuple[Finding, ...]:
        """Look at one thing, changing nothing."""


def names() -> tuple[str, ...]:
    """The names of all checks, in alphabetical order; imports none of them."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(checks.__path__) if not found.name.startswith("_")))


def check(name: str) -> Check:
    """A check's module, imported now; ImportError where there is none.

    Whatever its module raises while it is loaded goes through.
    """
    module: Check = import_module(f"{checks.__name__}.{name}")
    return module


def examined(world: World, names: Sequence[str] = (), patience: float = PATIENCE) -> tuple[Finding, ...]:
    """What the checks of these names find, all checks where none is named; never raises.

    One that has not answered `patience` seconds after the last one began is stuck: however many are, nobody waits much longer for them.
    """
    # The time for all counts from when the last one began: right after a start even sound checks are slow, and would be called stuck.
    looks = [_begun(world, name, patience * TURN) for name in names or _all()]
    end = time.monotonic() + patience
    return tuple(finding for look in looks for finding in (_found(look, end, patience) if isinstance(look, Look) else look))


class Look:
    """One check that looks, in a thread of its own: nobody can end a look that waits for a broken disk, but the app may end without it."""

    def __init__(self, check: Check, world: World) -> None:
        """It begins at once."""
        self.name = check.NAME
        self._found: list[tuple[Finding, ...]] = []
        self._thread = threading.Thread(target=lambda: self._found.append(_looked(check, world)), name=f"health {check.NAME}", daemon=True)
        self._thread.start()

    def found(self, patience: float) -> tuple[Finding, ...] | None:
        """What it has found, None where it has not answered in `patience` more seconds; a check that fails, or finds nothing, finds that.

        May be asked as often as one likes.
        """
        self._thread.join(patience)
        return self._found[0] if self._found else None


def hung(name: str, patience: float = PATIENCE) -> Finding:
    """The finding of a check that has not answered in time.

    `patience` is in seconds; nothing is said of what the check would have found.
    """
    return Finding(
        name, BAD, f"The check {name} has not answered within {patience:g} seconds.",
        "The machine may have other work: look again. If it stays so, something is stuck, often a disk or card at its end: start the machine again.",
    )


def _all() -> tuple[str, ...]:
    # In `examined` a parameter hides that name.
    return names()


def _begun(world: World, name: str, turn: float) -> Look | tuple[Finding, ...]:
    """A check that has begun to look, and has had its turn; what there is to say where it cannot."""
    try:
        look = Look(check(name), world)
    # Whatever a module raises while it is imported; a library that is missing there is just what a doctor is called for.
    except Exception as fault:
        return (_missing(name, fault),)
    look.found(turn)
    return look


def _found(look: Look, end: float, patience: float) -> tuple[Finding, ...]:
    """`end` is a time of the monotonic clock: all checks share what is left until then."""
    found = look.found(max(0.0, end - time.monotonic()))
    return (hung(look.name, patience),) if found is None else found


def _missing(name: str, fault: Exception) -> Finding:
    known = names()
    if name in known:
        return Finding(name, BAD, f"The check {name} cannot be loaded ({fault}).", "Install Clockwork Derby again.")
    near = near_word(name, known)
    hint = f"Did you mean {near}? " if near else ""
    return Finding(name, BAD, f"There is no check {name}.", f"{hint}Checks are {', '.join(known)}.")


def _looked(check: Check, world: World) -> tuple[Finding, ...]:
    try:
        return check.look(world) or (Finding(check.NAME, NOTE, f"The check {check.NAME} has nothing to say.", "Nothing needs to be done."),)
    except BaseException as fault:
        # Whatever went wrong in there, people shall read it here and the other checks shall go on.
        said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        return (Finding(
            check.NAME, BAD, f"The check {check.NAME} has failed ({said}).", "The others go on; please send this with a report: it is a fault of the check.",
        ),)
