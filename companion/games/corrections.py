"""Corrections by hand as data: forms with fields, the changes that they offer, and their words.

A game makes forms and changes. The debugging menu draws any form and knows none of the
changes. A change is a frozen named tuple of the game; its class name is its name in journals.
`Corrections.changed` decides whether it can be made.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api import Change, E, Game, P, Part, PlayResult
from companion.games.scene import Piece
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, text

PLACE, VALUE, COURSE, SETTING = "place", "value", "course", "setting"
"""The subject of a change: the place of something, a value of a piece, the turn, a setting."""
NUMBER, CHOICE, HEADING, LIST = "number", "choice", "heading", "list"
"""The kinds of fields.

- NUMBER: one less or one more.
- CHOICE: one of several words or squares.
- HEADING: the direction in which a piece faces.
- LIST: the entries to remove.
"""
PIECE, MARKER = "piece", "marker"
"""The things that the next touch can put on a square."""


class FieldChoice(NamedTuple):
    """A choice in a field."""

    label: Text
    change: Change | None = None
    """The change that it proposes, None if the game has this value already."""
    about: Text = NOTHING
    """A few words more. In a LIST they are on the button of the entry."""
    blocked: Text = NOTHING
    """The reason for which it cannot be chosen, independent of the game; NOTHING if it can."""
    chosen: bool = False
    """Whether it is the current value or the proposed one."""
    symbol: str = ""
    """The key of a symbol of the screen."""


class Field(NamedTuple):
    """A field of a form."""

    title: Text
    kind: str
    """NUMBER, CHOICE, HEADING or LIST."""
    picks: tuple[FieldChoice, ...]
    """The choices. A NUMBER has two: less and more."""
    value: Text = NOTHING
    """The value of a NUMBER."""
    about: Text = NOTHING
    """Its effect, in a sentence, if the title alone does not say it."""


class Form(NamedTuple):
    """The form with everything that can be changed about one piece."""

    fields: tuple[Field, ...]
    marks: tuple[Square, ...] = ()
    """Squares to point out."""
    hint: Text = NOTHING
    """The first thing to do where a touch on a square would be refused."""


class CorrectionForm(NamedTuple):
    """A change in words for people."""

    title: Text
    """The question above its preview."""
    button: Text
    """The word on the button that makes it."""
    field: Field | None = None
    """The field that alters it before it is made."""
    square: Square | None = None
    """The square that it is about, which need not be the touched one."""
    aims: str = ""
    """PIECE or MARKER if a touch chooses another square, "" if not."""


class Corrections(Part[P, E]):
    """The part of a game that makes corrections.

    Changes may come from a file that somebody edited, so that their fields can have any value.
    """

    changes: Mapping[type, str] = {}
    """The classes of its changes, each with its subject."""

    def changed(self, position: P, change: Change) -> PlayResult[P, E]:
        """Return the result of a change.

        Args:
            position: The position to change.
            change: An instance of one of `changes`, or the change of an action
                (`companion.games.asking.Offer.change`).

        Raises:
            RuleError: The change cannot be made, with words for people.
        """
        raise NotImplementedError

    def form(self, position: P, seat: int) -> Form:
        """Return the form for the piece of a seat."""
        return Form(())

    def course(self, position: P) -> tuple[FieldChoice, ...]:
        """Return the changes to the current turn."""
        return ()

    def settings(self, position: P) -> tuple[Field, ...]:
        """Return a field for each setting, with its current value chosen."""
        return ()

    def words(self, position: P) -> Mapping[str, str]:
        """Return the word of each setting in force, or in force from the next turn on."""
        return {}

    def about(self, position: P, change: Change, names: Mapping[int, str]) -> CorrectionForm:
        """Return a change in words for people; `names` are the names of the pieces."""
        return CorrectionForm(text("Change it?"), text("Change"))

    def put(self, position: P, seat: int, square: Square, proposed: Change | None) -> Change | None:
        """Return the change that puts a seat's piece on the touched square, or None.

        The rest of it is as in `proposed`. None means that a touch does nothing.
        """
        return None

    def put_marker(self, position: P, number: int, square: Square) -> Change | None:
        """Return the change that puts a marker on the touched square, or None."""
        return None

    def whereabouts(self, piece: Piece) -> Text:
        """Return where a piece is, in a few words: "on E5, facing N", "is parked"."""
        return NOTHING

    def stranded(self, position: P, names: Mapping[int, str]) -> Text:
        """Return a sentence about pieces that only people can help, NOTHING if there are none."""
        return NOTHING


def changes_of(game: Game) -> Mapping[type, str]:
    """Return the classes of a game's changes, each with the kind of thing it changes."""
    corrections = Corrections.of(game)
    return corrections.changes if corrections is not None else {}
