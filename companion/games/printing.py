"""What a game has on paper beside the deck that its readers read: packs of cards with backs of their own, and whose game it is."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

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
