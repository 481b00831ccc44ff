"""What a check is, how checks are found by their names, and how all of them are asked without any of them being able to stop the rest.

    @check("fonts", term("check", "Fonts"))
    def fonts(world: World) -> Iterator[Finding]:
        yield Finding(FINE, text("All fonts are there."))

Such a function in any module of `companion.health.checks` is a check; no list names it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, Literal, TypeAlias

from companion.errors import near_word
from companion.health.world import World
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, sentences, text, verbatim

State: TypeAlias = Literal["fine", "note", "bad"]
FINE: Final = "fine"
NOTE: Final = "note"
BAD: Final = "bad"
"""Nothing to do; worth knowing, the game goes on; something does not work or soon will not."""

PATIENCE: Final = 10.0
"""Seconds that the last check may take; right after a start on a slow card even sound ones need some."""
TURN: Final = 0.2
"""The part of that which each check has to itself; one that takes longer goes on while the next ones look."""
REINSTALL: Final = text("Install Clockwork Derby again.")


class Finding(NamedTuple):
    """What a check has found: a sentence, and where it is not FINE what to do about it, in another one.

    `words` and `remedy` are whole sentences with their full stops; `words` are short enough for a status bar where they can be. `check` is the
    name of the check, which whoever asks the check fills in.
    """

    state: State
    words: Text
    remedy: Text = NOTHING
    check: str = ""

    def plain(self) -> dict[str, str]:
        """The fields by their names, in English, as programmes and logs are told them."""
        return {name: str(value) for name, value in self._asdict().items()}


Look: TypeAlias = Callable[[World], Iterable[Finding]]
"""How a check looks at one thing: it changes nothing and answers at once; what it raises becomes a finding too."""


class Check(NamedTuple):
    """A check: what people type, what it looks at in a word or two, how it looks, and the seconds between two looks while people play.

    `watched` is 0 where only the doctor looks. Titles are terms of the sense "check", since some of these words mean something else elsewhere.
    """

    name: str
    title: Text
    look: Look
    watched: float = 0.0


def into_group(user: str, group: str) -> Text:
    """What to do where a user lacks a group."""
    return text(
        "Put {user} into the group {group}: sudo usermod -aG {group} {user}, then log in again or start the service again.",
        user=user,
        group=group,
    )


# ---- The registry ----------------------------------------------------------------------------------------------------


_CHECKS: Final[dict[str, Check]] = {}


def check(name: str, title: Text, watched: float = 0.0) -> Callable[[Look], Look]:
    """Make a function a check, known by a name; the fields are those of `Check`."""

    def known(look: Look) -> Look:
        _CHECKS[name] = Check(name, title, look, watched)
        return look

    return known


def checks() -> Mapping[str, Check]:
    """All checks by their names, in alphabetical order; those in modules that cannot be loaded are left out."""
    _load()
    return dict(sorted(_CHECKS.items()))


def title_of(finding: Finding) -> Text:
    """What the check of a finding looks at; its name where that is no check that can be loaded."""
    return _CHECKS[finding.check].title if finding.check in _CHECKS else verbatim(finding.check)


def _load() -> tuple[Finding, ...]:
    """Import every module with checks; a finding for each that cannot be imported."""
    from companion.health import checks as package

    found = []
    for module in iter_modules(package.__path__):
        try:
            import_module(f"{package.__name__}.{module.name}")
        # Whatever a module raises while it is imported: a library that is missing there is just what a doctor is called for.
        except Exception as fault:
            words = text(
                "The checks of {module} cannot be loaded ({fault}).",
                module=module.name,
                fault=str(fault),
            )
            found.append(Finding(BAD, words, REINSTALL, module.name))
    return tuple(found)


# ---- Asking ----------------------------------------------------------------------------------------------------------


class CheckRun:
    """One check that looks, in a thread of its own: nobody can end a look that waits for a broken disk, but the app may end without it."""

    def __init__(self, check: Check, world: World) -> None:
        """It begins at once."""
        self.name = check.name
        self._found: list[tuple[Finding, ...]] = []
        self._thread = threading.Thread(
            target=lambda: self._found.append(_looked(check, world)),
            name=f"health {check.name}",
            daemon=True,
        )
        self._thread.start()

    def found(self, patience: float) -> tuple[Finding, ...] | None:
        """What it has found, None where it has not answered in `patience` more seconds; a check that fails, or finds nothing, finds that.

        May be asked as often as one likes.
        """
        self._thread.join(patience)
        return self._found[0] if self._found else None


def examined(
    world: World, names: Sequence[str] = (), patience: float = PATIENCE
) -> tuple[Finding, ...]:
    """What the checks of these names find, all checks where none is named; never raises.

    One that has not answered `patience` seconds after the last one began is stuck: however many are, nobody waits much longer for them.
    """
    lacking, known = _load(), checks()
    # The time for all counts from when the last one began: right after a start even sound checks are slow, and would be called stuck.
    looks = [
        _begun(known[name], world, patience * TURN) if name in known else _unknown(name, lacking)
        for name in names or known
    ]
    end = time.monotonic() + patience
    found = [
        finding
        for look in looks
        for finding in (_ended(look, end, patience) if isinstance(look, CheckRun) else (look,))
    ]
    return (*found, *(() if names else lacking))


def hung(name: str, patience: float = PATIENCE) -> Finding:
    """The finding of a check that has not answered in time.

    `patience` is in seconds; nothing is said of what the check would have found.
    """
    words = text(
        "The check {check} has not answered within {seconds} seconds.",
        check=name,
        seconds=f"{patience:g}",
    )
    return Finding(
        BAD,
        words,
        text(
            "The computer may have other work: check again. If it stays so, something is stuck, often a worn disk or card: start the computer again.",
        ),
        name,
    )


def _begun(check: Check, world: World, turn: float) -> CheckRun:
    """A check that has begun to look, and has had its turn."""
    look = CheckRun(check, world)
    look.found(turn)
    return look


def _ended(look: CheckRun, end: float, patience: float) -> tuple[Finding, ...]:
    """`end` is a time of the monotonic clock: all checks share what is left until then."""
    found = look.found(max(0.0, end - time.monotonic()))
    return (hung(look.name, patience),) if found is None else found


def _unknown(name: str, lacking: Sequence[Finding]) -> Finding:
    if lacking:
        # It may be one of those.
        return lacking[0]._replace(check=name)
    near = near_word(name, _CHECKS)
    hint = text("Did you mean {check}?", check=near) if near else NOTHING
    return Finding(
        BAD,
        text("There is no check {check}.", check=name),
        sentences(hint, text("Checks are {checks}.", checks=", ".join(sorted(_CHECKS)))),
        name,
    )


def _looked(check: Check, world: World) -> tuple[Finding, ...]:
    try:
        found = tuple(check.look(world)) or (
            Finding(
                NOTE,
                text("The check {check} has nothing to say.", check=check.name),
                text("Nothing needs to be done."),
            ),
        )
    except BaseException as fault:
        # Whatever went wrong in there, people shall read it here and the other checks shall go on.
        said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        found = (
            Finding(
                BAD,
                text("The check {check} has failed ({fault}).", check=check.name, fault=said),
                text(
                    "The others continue. Please send this with a report: it is a fault of the "
                    "check."
                ),
            ),
        )
    return tuple(finding._replace(check=check.name) for finding in found)
