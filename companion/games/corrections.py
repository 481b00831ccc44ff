"""What people can put right by hand in a game, as data: forms whose fields offer changes, and what each change is called (rulebook 12).

The game makes forms and changes, the debugging menu draws any form and knows none of the changes. A change is the game's own frozen named tuple; its
class's name is its name in journals. Whether it can be made says `Corrections.changed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple

from companion.games.api import Change, E, Game, P, Passage
from companion.games.scene import Piece
from companion.geometry import Square
from companion.words import NOTHING, Text, text

PLACE, VALUE, COURSE, SETTING = "place", "value", "course", "setting"
"""What a change is about: where something lies on the table, what a piece has, the course of the turn, a setting."""
NUMBER, CHOICE, HEADING, LIST = "number", "choice", "heading", "list"
"""What a field asks for: less or more of a number; one of several words or squares; which way a piece faces; which of some entries go."""
PIECE, MARKER = "piece", "marker"
"""What is put on the square that is touched next."""


class FieldChoice(NamedTuple):
    """One thing to choose in a field: its label, and the change that it proposes, None where it holds in the game already.

    `about` are a few words more: those on the button of an entry of a LIST. `blocked` says why it cannot be chosen whatever the game says. `chosen`: it
    holds now, or is what is proposed. `symbol` is one of the screen's.
    """

    label: Text
    change: Change | None = None
    about: Text = NOTHING
    blocked: Text = NOTHING
    chosen: bool = False
    symbol: str = ""


class Field(NamedTuple):
    """One field of a form: what it is about, what it asks for, what can be chosen, and for a NUMBER its `value`.

    A NUMBER has two picks, less and more.
    """

    title: Text
    kind: str
    picks: tuple[FieldChoice, ...]
    value: Text = NOTHING
    about: Text = NOTHING
    """What it decides, in a sentence, where the title alone does not say it."""


class Form(NamedTuple):
    """What can be changed about one piece.

    `marks` are squares worth pointing out. `hint` says what to do first where touching a square would be refused.
    """

    fields: tuple[Field, ...]
    marks: tuple[Square, ...] = ()
    hint: Text = NOTHING


class Correction(NamedTuple):
    """What a change is to people: the question above its preview, the word on the button that makes it, by which field it is altered meanwhile.

    `square` is the one that it is about, whatever was touched; `aims` is PIECE or MARKER where another square can be touched instead.
    """

    title: Text
    button: Text
    field: Field | None = None
    square: Any = None
    aims: str = ""


class Corrections(Generic[P, E]):
    """The part of a game that people can put right by hand.

    Changes may come out of a file that somebody has edited, so that their fields can be anything.
    """

    changes: Mapping[type, str] = {}
    """Each class of its changes, and what it is about."""

    def changed(self, position: P, change: Change) -> Passage[P, E]:
        """Return what comes of a change, one of `changes` or of an action (`companion.games.asking.Offer.change`); RuleFault says in words why it cannot be."""
        raise NotImplementedError

    def form(self, position: P, seat: int) -> Form:
        """Return what can be changed about the piece of a seat."""
        return Form(())

    def course(self, position: P) -> tuple[FieldChoice, ...]:
        """Return what can be done about the course of this turn."""
        return ()

    def settings(self, position: P) -> tuple[Field, ...]:
        """Return the settings, those in force chosen."""
        return ()

    def about(self, position: P, change: Change, names: Mapping[int, str]) -> Correction:
        """Say what a change is to people; `names` is what each seat's piece is called."""
        return Correction(text("Change it?"), text("Change"))

    def put(self, position: P, seat: int, square: Square, proposed: Change | None) -> Change | None:
        """Return the change that puts the piece of a seat on a square that was touched, else as `proposed`; None where a touch means nothing."""
        return None

    def put_marker(self, position: P, number: int, square: Square) -> Change | None:
        """Return the change that lays a marker on a square that was touched."""
        return None

    def whereabouts(self, piece: Piece) -> Text:
        """Say where a piece is, in a few words: "on E5, facing N", "is parked"."""
        return NOTHING

    def stranded(self, position: P, names: Mapping[int, str]) -> Text:
        """Name those who need help that only people can give, in a sentence; NOTHING where nobody does."""
        return NOTHING


def changes_of(game: Game) -> Mapping[type, str]:
    """Return each class of the changes that a game knows, and what it is about."""
    corrections = game.part(Corrections)
    return corrections.changes if corrections is not None else {}
