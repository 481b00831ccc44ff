"""The interface of pilots, and how they are found: every module of this folder with a `PILOT`.

A pilot of another package is such a module, too, named by an entry point of the group
`clockwork_derby.pilots` with the pilot's name.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Protocol, runtime_checkable

import companion.pilots as folder
from companion.errors import PluginError
from companion.games.api import Game, Position
from companion.games.asking import Answer, Ask
from companion.named_tuples import NamedTuple
from companion.plugins import PILOTS, clashes, plugins
from companion.words import NOTHING, Text, text


def never() -> bool:
    """Return that no time limit has passed, for a pilot without one."""
    return False


class Task(NamedTuple):
    """A question to a pilot."""

    game: Game
    about: str
    """The kind of question, a word of the game's."""
    ask: Ask
    position: Position
    """The position as the pilot's seat may know it."""
    late: Callable[[], bool] = never
    """Says whether its time is up; then it plays the best answer found so far."""
    level: float = 2.0
    """The strength that people want, from 0 to 4, for a pilot that adapts."""


class PilotAnswer(NamedTuple):
    """The answer of a pilot.

    After an offer that may be done in addition the pilot is asked again.
    """

    answer: Answer
    """The handle's move and the code for every slot (None leaves a slot as it is), or the key of an
    offer."""
    why: Text = NOTHING
    """The reason in one sentence, which is shown after the turn; NOTHING if there is none."""
    compared: bool = False
    """Whether facts about the program can take the place of the reason
    (`companion.pilots.explaining`)."""


class Pilot(Protocol):
    """A computer player. A pilot that needs tables for a race is `Preparing`."""

    name: str
    """The word by which it is chosen."""
    label: Text
    """Its name on the screen."""
    about: Text
    """Its way of playing, in a sentence."""
    strength: int
    """Orders the pilots from 0 for the weakest; -1 for a pilot that adapts to its opponents."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the answer to a task.

        All chance comes from `draw`, so that the same seed plays the same race again (14.6). The
        task has the hand if it asks for a program.
        """


@runtime_checkable
class Preparing(Protocol):
    """A pilot that needs tables for a race."""

    def prepare(self, game: Game, position: Position) -> None:
        """Make the tables, when the race begins and while pieces are placed.

        This must have no visible effect.
        """


def ask_pilot(pilot: Pilot, task: Task, draw: random.Random) -> PilotAnswer:
    """Return the answer of a pilot.

    If cards go into slots as they were drawn, nothing is chosen and the pilot is not asked.
    """
    ask = task.ask
    if not ask.program.blind or not ask.gestures:
        return pilot.choose(task, draw)
    drawn = iter(ask.hand.codes or ())
    codes = tuple(
        next(drawn, None) if slot in ask.program.free else None
        for slot in range(1, len(ask.program.held) + 1)
    )
    return PilotAnswer(Answer(ask.gestures[0][0], codes))


def pilots() -> Mapping[str, Pilot]:
    """Return every pilot that can be loaded, by name, the weakest first.

    `broken_pilots` has the others.
    """
    others = [one for one in _of_plugins().values() if not isinstance(one, PluginError)]
    known = sorted([*_own(), *others], key=lambda pilot: (pilot.strength, pilot.name))
    return {pilot.name: pilot for pilot in known}


def own_pilots() -> tuple[Pilot, ...]:
    """Return the pilots of this folder, the weakest first."""
    return tuple(sorted(_own(), key=lambda pilot: (pilot.strength, pilot.name)))


def broken_pilots() -> Mapping[str, Text]:
    """Return why pilots of this folder or of other packages cannot be loaded, by name."""
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
        name: fault.words for name, fault in others.items() if isinstance(fault, PluginError)
    }


def _own() -> list[Pilot]:
    return [module.PILOT for module in _modules().values() if hasattr(module, "PILOT")]


def _of_plugins() -> dict[str, Pilot | PluginError]:
    found: dict[str, Pilot | PluginError] = {}
    for name, plugin in plugins(PILOTS, [pilot.name for pilot in _own()]).items():
        try:
            pilot: Pilot = plugin.found("PILOT")
        except PluginError as fault:
            found[name] = fault
            continue
        sound = (
            getattr(pilot, "name", None) == plugin.name
            and isinstance(getattr(pilot, "label", None), Text)
            and isinstance(getattr(pilot, "about", None), Text)
            and isinstance(getattr(pilot, "strength", None), int)
        )
        wrong = text(
            "its PILOT must have the name {name}, a label and an about in words, and a number as "
            "strength",
            name=plugin.name,
        )
        found[name] = pilot if sound else plugin.fault(wrong)
    return found


def _modules() -> dict[str, ModuleType | Exception]:
    found: dict[str, ModuleType | Exception] = {}
    for one in pkgutil.iter_modules(folder.__path__):
        try:
            found[one.name] = importlib.import_module(f"{folder.__name__}.{one.name}")
        # A stranger's pilot may fail in any way while it is imported; the others still play.
        except Exception as fault:
            found[one.name] = fault
    return found


def is_sound(ask: Ask, answer: Answer) -> bool:
    """Say whether an answer fits the question.

    It fits if it is an existing offer, additional ones included; or a possible move of the handle,
    with cards of the hand, each once, in all free slots and in no other.
    """
    if answer.offer:
        return any(answer.offer == offer.key for offer in (*ask.offers, *ask.actions))
    if all(answer.gesture != gesture for gesture, _ in ask.gestures) or len(answer.codes) != len(
        ask.program.held
    ):
        return False
    free = {*ask.program.free}
    cards = {slot: code for slot, code in enumerate(answer.codes, 1) if code is not None}
    return (
        set(cards) == free
        and len(set(cards.values())) == len(cards)
        and (ask.hand.codes is None or set(cards.values()) <= set(ask.hand.codes))
    )
