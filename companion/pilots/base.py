"""What a pilot is, and how pilots are found: every module of this folder that names one as `PILOT`.

A pilot of another package is such a module, too, which an entry point of the group `clockwork_derby.pilots` names by the pilot's name.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Protocol, runtime_checkable

import companion.pilots as folder
from companion.errors import PluginFault
from companion.games.api import Game, Position
from companion.games.asking import Answer, Ask
from companion.named_tuples import NamedTuple
from companion.plugins import PILOTS, Plugin, clashes, plugins
from companion.words import NOTHING, Text, text


def never() -> bool:
    """A pilot that plays without a time limit is never late."""
    return False


class Task(NamedTuple):
    """What a pilot is asked: the game, the kind of question (a word of the game's), the question, and the position as its seat may know it.

    `late` says that its time is up: then it plays the best that it has found. `level` from 0 to 4 is how strong people want it, for a pilot that adapts.
    """

    game: Game
    about: str
    ask: Ask
    position: Position
    late: Callable[[], bool] = never
    level: float = 2.0


class Choice(NamedTuple):
    """What a pilot does with its reader, and in one sentence why; that is said after the turn, and NOTHING where there is nothing to say.

    The answer is the handle's move and the code for every slot (None leaves a slot as it is); or the key of an offer. After an offer that may be done besides it is
    asked anew.
    """

    answer: Answer
    why: Text = NOTHING


class Pilot(Protocol):
    """A computer player. `name` is how it is chosen, `label` how the screen calls it, `about` how it plays in a sentence.

    `strength` from 0 orders the pilots, the weakest first; -1 for one that adapts to who plays against it. One that needs tables for a race is `Preparing`.
    """

    name: str
    label: Text
    about: Text
    strength: int

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """What it answers. All its chance comes from `draw`, so that the same seed plays the same race again (14.6).

        Asked for a program it is told its hand.
        """


@runtime_checkable
class Preparing(Protocol):
    """A pilot that needs tables for a race."""

    def prepare(self, game: Game, position: Position) -> None:
        """Make them, when the race begins and while pieces are placed; it must change nothing that can be seen."""


def choice_of(pilot: Pilot, task: Task, draw: random.Random) -> Choice:
    """What a pilot answers; where cards go into slots as they were drawn nobody chooses, and the pilot is not asked."""
    ask = task.ask
    if not ask.program.blind or not ask.gestures:
        return pilot.choose(task, draw)
    drawn = iter(ask.hand.codes or ())
    codes = tuple(
        next(drawn, None) if slot in ask.program.free else None
        for slot in range(1, len(ask.program.held) + 1)
    )
    return Choice(Answer(ask.gestures[0][0], codes))


def pilots() -> Mapping[str, Pilot]:
    """Return every pilot that can be loaded, by name, the weakest first; `broken_pilots` tells of the others."""
    others = [one for one in _of_plugins().values() if not isinstance(one, PluginFault)]
    known = sorted([*_own(), *others], key=lambda pilot: (pilot.strength, pilot.name))
    return {pilot.name: pilot for pilot in known}


def own_pilots() -> tuple[Pilot, ...]:
    """Return the pilots of this folder, the weakest first."""
    return tuple(sorted(_own(), key=lambda pilot: (pilot.strength, pilot.name)))


def broken_pilots() -> Mapping[str, Text]:
    """Return why modules of this folder, or pilots of other packages, cannot be loaded, by their names."""
    own = {
        name: text(
            "the pilot {pilot} cannot be loaded: {kind}: {fault}",
            pilot=name,
            kind=type(fault).__name__,
            fault=str(fault),
        )
        for name, fault in _modules().items()
        if isinstance(fault, Exception)
    }
    others = {**_of_plugins(), **clashes(PILOTS, [pilot.name for pilot in _own()])}
    return own | {
        name: fault.words for name, fault in others.items() if isinstance(fault, PluginFault)
    }


def _own() -> list[Pilot]:
    return [module.PILOT for module in _modules().values() if hasattr(module, "PILOT")]


def _of_plugins() -> dict[str, Pilot | PluginFault]:
    found: dict[str, Pilot | PluginFault] = {}
    for name, plugin in plugins(PILOTS, [pilot.name for pilot in _own()]).items():
        try:
            found[name] = _pilot_of_plugin(plugin)
        except PluginFault as fault:
            found[name] = fault
    return found


def _pilot_of_plugin(plugin: Plugin) -> Pilot:
    pilot: Pilot = plugin.found("PILOT")
    sound = (
        getattr(pilot, "name", None) == plugin.name
        and isinstance(getattr(pilot, "label", None), Text)
        and isinstance(getattr(pilot, "about", None), Text)
        and isinstance(getattr(pilot, "strength", None), int)
    )
    if not sound:
        raise plugin.fault(
            text(
                "its PILOT must have the name {name}, a label and an about in words, and a number as strength",
                name=plugin.name,
            )
        )
    return pilot


def _modules() -> dict[str, ModuleType | Exception]:
    found: dict[str, ModuleType | Exception] = {}
    for one in pkgutil.iter_modules(folder.__path__):
        try:
            found[one.name] = importlib.import_module(f"{folder.__name__}.{one.name}")
        # A pilot of somebody else may fail in any way while it is imported, and the others play on.
        except Exception as fault:
            found[one.name] = fault
    return found


def is_sound(ask: Ask, answer: Answer) -> bool:
    """Tell whether an answer is one to the question.

    It is an offer that is there, also what may be done in addition; or a move of the handle that means something, with cards of
    the hand, each once, in all slots that are free and in no other.
    """
    if answer.offer:
        return any(answer.offer == offer.key for offer in (*ask.offers, *ask.actions))
    if all(answer.gesture != gesture for gesture, _ in ask.gestures) or len(answer.codes) != len(
        ask.program.held
    ):
        return False
    free = {*ask.program.free}
    laid = {slot: code for slot, code in enumerate(answer.codes, 1) if code is not None}
    return (
        set(laid) == free
        and len(set(laid.values())) == len(laid)
        and (ask.hand.codes is None or set(laid.values()) <= set(ask.hand.codes))
    )
