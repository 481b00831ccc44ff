"""Checks: what they are, how they are found by name, and how to run them all safely.

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
"""Seconds for the last check; right after a start on a slow card even good ones need some."""
TURN: Final = 0.2
"""Seconds that each check has alone; a slower one goes on while the next ones start."""
REINSTALL: Final = text("Install Clockwork Derby again.")


class Finding(NamedTuple):
    """The result of a check: a sentence and, unless FINE, another one about what to do."""

    state: State
    words: Text
    """A whole sentence with its full stop, short enough for a status bar if possible."""
    remedy: Text = NOTHING
    """A whole sentence."""
    check: str = ""
    """The name of the check, filled in by the caller of the check."""

    def plain(self) -> dict[str, str]:
        """Return the fields by name, in English, for other programs and logs."""
        return {name: str(value) for name, value in self._asdict().items()}


Look: TypeAlias = Callable[[World], Iterable[Finding]]
"""The function of a check. It changes nothing and returns soon; exceptions become findings, too."""


class Check(NamedTuple):
    """A check: its name, title, function and interval."""

    name: str
    """The word that people type."""
    title: Text
    """The thing that it examines, in a word or two; a term of the sense "check"."""
    look: Look
    watched: float = 0.0
    """Seconds between two runs during games, 0 for the doctor only."""


def into_group(user: str, group: str) -> Text:
    """Return what to do if a user lacks a group."""
    return text(
        "Put {user} into the group {group}: sudo usermod -aG {group} {user}, then log in again or"
        " start the service again.",
        user=user,
        group=group,
    )


# ---- The registry --------------------------------------------------------------------------------


_CHECKS: Final[dict[str, Check]] = {}


def check(name: str, title: Text, watched: float = 0.0) -> Callable[[Look], Look]:
    """Make a function a check, known by a name; the arguments are the fields of `Check`."""

    def known(look: Look) -> Look:
        _CHECKS[name] = Check(name, title, look, watched)
        return look

    return known


def checks() -> Mapping[str, Check]:
    """Return all checks by name, in alphabetical order, without modules that cannot be loaded."""
    _load()
    return dict(sorted(_CHECKS.items()))


def title_of(finding: Finding) -> Text:
    """Return the title of a finding's check, or its name if that cannot be loaded."""
    return _CHECKS[finding.check].title if finding.check in _CHECKS else verbatim(finding.check)


def _load() -> tuple[Finding, ...]:
    """Import every module with checks; return a finding for each that cannot be imported."""
    from companion.health import checks as package

    found = []
    for module in iter_modules(package.__path__):
        try:
            import_module(f"{package.__name__}.{module.name}")
        # Any exception of an import: a missing library is what a doctor is called for.
        except Exception as fault:
            words = text(
                "The checks of {module} cannot be loaded ({fault}).",
                module=module.name,
                fault=str(fault),
            )
            found.append(Finding(BAD, words, REINSTALL, module.name))
    return tuple(found)


# ---- Running checks ------------------------------------------------------------------------------


class CheckRun:
    """A running check in its own thread: the app can end while it waits for a broken disk."""

    def __init__(self, check: Check, world: World) -> None:
        self.name = check.name
        self._found: list[tuple[Finding, ...]] = []
        self._thread = threading.Thread(
            target=lambda: self._found.append(_run_check(check, world)),
            name=f"health {check.name}",
            daemon=True,
        )
        self._thread.start()

    def found(self, patience: float) -> tuple[Finding, ...] | None:
        """Return the findings, None if there are none after `patience` more seconds.

        A check that fails, or finds nothing, has a finding about that. May be called repeatedly.
        """
        self._thread.join(patience)
        return self._found[0] if self._found else None


def run_checks(
    world: World, names: Sequence[str] = (), patience: float = PATIENCE
) -> tuple[Finding, ...]:
    """Return the findings of the checks with these names, of all without names; never raises.

    A check without an answer `patience` seconds after the last one began is stuck; several stuck
    ones hardly take longer.
    """
    lacking, known = _load(), checks()
    # Counted from the start of the last one: right after the app's start even good checks are slow.
    runs: list[CheckRun | Finding] = []
    for name in names or known:
        if name in known:
            run = CheckRun(known[name], world)
            run.found(patience * TURN)
            runs.append(run)
        else:
            runs.append(_unknown(name, lacking))
    end = time.monotonic() + patience
    found: list[Finding] = []
    for one in runs:
        if isinstance(one, Finding):
            found.append(one)
        else:
            answer = one.found(max(0.0, end - time.monotonic()))
            found += (hung(one.name, patience),) if answer is None else answer
    return (*found, *(() if names else lacking))


def hung(name: str, patience: float = PATIENCE) -> Finding:
    """Return the finding of a check that has not answered within `patience` seconds."""
    words = text(
        "The check {check} did not answer within {seconds} seconds.",
        check=name,
        seconds=f"{patience:g}",
    )
    return Finding(
        BAD,
        words,
        text(
            "The computer may be busy: check again. If nothing changes, something is stuck, "
            "often a worn disk or card: restart the computer.",
        ),
        name,
    )


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


def _run_check(check: Check, world: World) -> tuple[Finding, ...]:
    try:
        found = tuple(check.look(world)) or (
            Finding(
                NOTE,
                text("The check {check} has nothing to report.", check=check.name),
                text("Nothing needs to be done."),
            ),
        )
    except BaseException as fault:
        # After any failure people read it here, and the other checks go on.
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
