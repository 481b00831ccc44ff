"""The state of a race: everything the rules look at, with a hash equal on every machine."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.engine.cards import NO_CARDS, Card, Slots
from companion.engine.rules import DERBY_MODE, TOGETHER, Rules, words_of
from companion.geometry import HEADINGS, Heading, N, Square
from companion.kept_names import kept_as, kept_facts, mark_of_text
from companion.named_tuples import NamedTuple

ACTIVE: Final = "active"
PARKED: Final = "parked"
OUT: Final = "out"
Checkpoint: TypeAlias = tuple[Square, Heading]
Memory: TypeAlias = tuple[tuple[tuple[str, str], tuple[str, int]], ...]
DEADLY: Final = 10
"""The tenth point of damage destroys (8.1 [E132])."""


# No slots: the tables are built on first use and kept in the instance's dictionary, where they do
# not count for equality.
@dataclass(frozen=True)
class Race:
    """The fixed parts of a race: board, flags in order, rules."""

    board: Board
    flags: tuple[Square, ...]
    rules: Rules

    @cached_property
    def facts(self) -> dict[str, object]:
        """Its parts as values for JSON.

        The board's name, author and the like are left out, since they have no effect on play.
        """
        board = self.board
        entries = [element.entry() for element in board.elements]
        return {
            "board": [board.columns, board.rows, board.edge, entries],
            "flags": self.flags,
            "rules": words_of(self.rules),
        }

    @cached_property
    def derived(self) -> dict[object, Any]:
        """The values that other modules derive from its parts, each under its own key.

        It counts neither for equality nor for pickles.
        """
        return {}

    @cached_property
    def _parts(self) -> bytes:
        """Its parts, pickled: they go along with every state that is sent to another process."""
        return pickle.dumps((self.board, self.flags, self.rules), pickle.HIGHEST_PROTOCOL)

    def __reduce__(self) -> tuple[Callable[[bytes], Race], tuple[bytes]]:
        """Pickle without tables.

        A process that reads it several times gets one race, with the tables it has there.
        """
        return _race_of, (self._parts,)


@lru_cache(maxsize=4)
def _race_of(parts: bytes) -> Race:
    """Return the race of these parts."""
    return Race(*pickle.loads(parts))


@kept_as(
    "Clank seat status square heading damage lives "
    "next_flag checkpoints down announced death locked slots hand"
)
class Clank(NamedTuple):
    """A clank and its player's reader."""

    seat: int
    status: str = ACTIVE
    square: Square | None = None
    """None unless active."""
    heading: Heading = N
    damage: int = 0
    lives: int | None = 3
    """None without limit."""
    next_flag: int = 1
    checkpoints: tuple[Checkpoint, ...] = ()
    """(square, heading), the last touched at the end."""
    down: bool = False
    """Whether it sits out the present turn."""
    announced: bool = False
    """Whether it will sit out the next turn."""
    death: int = 0
    """Orders the parked ones (8.6)."""
    locked: tuple[int, ...] = ()
    """The slots locked at the last deal."""
    slots: Slots = NO_CARDS
    hand: tuple[Card, ...] | None = None
    """The cards dealt and not in the reader, None if the app does not know them."""

    def with_cards(
        self, locked: tuple[int, ...], slots: Slots, hand: tuple[Card, ...] | None
    ) -> Clank:
        """Return the same clank with other locks and cards."""
        # They are the last three fields. By name this would be slower, and every deal does it for
        # every clank.
        return tuple.__new__(Clank, (*self[:-3], locked, slots, hand))


class RaceState(NamedTuple):
    """A race at one moment, between two calls of the engine."""

    race: Race
    clanks: tuple[Clank, ...]
    turn: int = 0
    """Counts from 1, 0 before the first."""
    register: int = 0
    """The last one played in this turn, 0 before the first."""
    deaths: int = 0
    """All deaths so far, including clanks parked by hand."""
    winner: int | None = None
    """A seat."""
    over: bool = False
    """Whether nothing more is played."""
    memory: Memory = ()
    """The memory of elements and statuses, sorted: ((owner, word), (value, last)). The owner is a
    square, "group …", a seat ("3") or "deck"; `last` is the number of the register of the race
    after which it is forgotten, 0 for never. Empty on base boards."""
    others: tuple[Clank, ...] = ()
    """The copies and ghosts on the board, with seats 11 to 18 and 21 to 28. Empty on base boards.
    """

    def recall(self, owner: str, word: str) -> str:
        """Return what is remembered, "" for nothing."""
        return next((value for key, (value, _) in self.memory if key == (owner, word)), "")

    def clank(self, seat: int) -> Clank:
        """Return the clank of a seat; KeyError if nobody sits there."""
        for clank in self.clanks:
            if clank.seat == seat:
                return clank
        raise KeyError(seat)

    def with_clanks(self, clanks: tuple[Clank, ...]) -> RaceState:
        """Return the same state with these clanks."""
        # By name it would be slower here, too.
        return tuple.__new__(RaceState, (self.race, clanks, *self[2:]))

    def with_clank(self, changed: Clank) -> RaceState:
        """Return the same state with one clank replaced."""
        return self._replace(
            clanks=tuple(changed if clank.seat == changed.seat else clank for clank in self.clanks)
        )


def state_words(state: RaceState) -> str:
    """Return the whole state as canonical JSON text.

    Equal states give equal text on every machine and Python version.
    """
    race = state.race
    facts = {
        **race.facts,
        "turn": state.turn,
        "register": state.register,
        "deaths": state.deaths,
        "winner": state.winner,
        "over": state.over,
        "memory": [[*key, *kept] for key, kept in sorted(state.memory)],
        "clanks": [_clank_words(clank) for clank in sorted(state.clanks)],
    }
    # Named only if there are some, so that earlier races keep their hashes.
    if state.others:
        facts["others"] = [_clank_words(clank) for clank in sorted(state.others)]
    if race.rules.mode != DERBY_MODE:
        facts["mode"] = race.rules.mode
    if race.rules.fire == TOGETHER:
        facts["fire"] = race.rules.fire
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def _clank_words(clank: Clank) -> dict[str, object]:
    facts = kept_facts(clank)
    facts["heading"] = HEADINGS[clank.heading]
    facts["checkpoints"] = [
        f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints
    ]
    facts["slots"] = [str(card) if card else "-" for card in clank.slots]
    facts["hand"] = None if clank.hand is None else [str(card) for card in clank.hand]
    return facts


def state_hash(state: RaceState) -> str:
    """Return a stable hash of a state, 16 hexadecimal digits, to compare replays with (14.6)."""
    return mark_of_text(state_words(state))
