"""What a game has on paper beside the deck that its readers read: packs of cards with backs of their own, and whose game it is."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.games.api import Game
from companion.games.scene import Face
from companion.words import Text

BRASS, COBALT, SLATE = "brass", "cobalt", "slate"
BACKS: Final = (BRASS, COBALT, SLATE)
"""The tints of backs, by which packs are told apart."""


class Pack(NamedTuple):
    """Cards with one back: the word for it on the command line, what it is called, and who needs it, in a few words each; its faces in their order.

    Each face has a look. `coded` says whether readers read it; the codes of a pack that they do not read count for nothing. `beside`: a few cards that lie
    beside a deck, which is printed by itself.
    """

    key: str
    title: Text
    about: Text
    faces: tuple[Face, ...]
    back: str = BRASS
    coded: bool = True
    beside: bool = False


Section: TypeAlias = tuple[Text, tuple[tuple[Text, str], ...]]


class Printing(NamedTuple):
    """The part of a game that is on paper."""

    packs: tuple[Pack, ...] = ()
    """The cards in packs, the first one that readers read being what every table needs. Where they read none, the deck itself is what every table
    needs, its cards are printed by their moves, and packs lie beside it."""
    credit: str = ""
    """One line for the foot of a page: whose game it is, and under which licence it is printed."""
    glance: tuple[Section, ...] = ()
    """The rules at a glance, for the page beside a board that has no parking row: sections with a heading and sentences, each with the number of its rule."""
    cover: tuple[Face, ...] = ()
    """The cards that are its picture where it is chosen; () for a game that has boards to show, or no cards."""


def printing_of(game: Game) -> Printing:
    """Return what a game has on paper, nothing where it does not say."""
    return game.part(Printing) or Printing()
