"""The prints of a game beside its deck: packs of cards with their own backs, and its credit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.games.api import Game, Part
from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.words import Text

BRASS, COBALT, SLATE = "brass", "cobalt", "slate"
BACKS: Final = (BRASS, COBALT, SLATE)
"""The colours of backs, which tell packs apart."""


class Pack(NamedTuple):
    """Cards with the same back. Each face has a look."""

    key: str
    """The name on the command line."""
    title: Text
    about: Text
    """A description of it and of its users, in a few words."""
    faces: tuple[Face, ...]
    back: str = BRASS
    coded: bool = True
    """Whether readers read the cards. If not, their codes have no meaning."""
    is_extra: bool = False
    """Whether these are a few extra cards beside a deck that is printed separately."""


Section: TypeAlias = tuple[Text, tuple[tuple[Text, str], ...]]


def rules_at_a_glance(
    why: Callable[[str], Text], *sections: tuple[Text, str]
) -> tuple[Section, ...]:
    """Return sections of rules for `Printing.glance`.

    Args:
        why: Returns the words of a rule.
        sections: The heading of each section, and the numbers of its rules between blanks.
    """
    return tuple(
        (heading, tuple((why(rule), rule) for rule in rules.split())) for heading, rules in sections
    )


@dataclass(frozen=True)
class Printing(Part[Any, Any]):
    """The part of a game that is on paper."""

    packs: tuple[Pack, ...] = ()
    """The packs. The first one that readers read is the one that every table needs.

    If readers read none, every table needs the deck itself, whose cards are printed by their moves.
    The packs come in addition.
    """
    credit: str = ""
    """One line for the foot of a page: the game's authors and licence."""
    glance: tuple[Section, ...] = ()
    """The rules at a glance: sections of sentences, each with the number of its rule.

    They are printed on the page beside a board that has no parking row.
    """
    cover: tuple[Face, ...] = ()
    """The cards that are the game's picture in the menu.

    It is () for a game that has boards to show, or no cards.
    """


def printing_of(game: Game) -> Printing:
    """Return what a game prints, empty if it has no such part."""
    return Printing.of(game) or Printing()
