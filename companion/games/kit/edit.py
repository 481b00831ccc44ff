"""Corrections by hand from a table of edits: the game names its edits, the kit does the rest.

The kit makes the forms, the checks, the words and the events (rulebook 12)::

    class PointEdits(Edits[Table, TextEvent]):
        edits: Mapping[type, Edit[Table, TextEvent]] = {
            SetPoints: Edit(VALUE, text("Change the points?"), SET, set_points, POINTS.fields)
        }

A change may come from a file that somebody edited, so that its values can be anything. A function
that makes a change checks them (`companion.engine.checking`), and one that makes its fields returns
none for values that make no sense.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.engine.changes import PlacedByHand, PutOn, SetByHand
from companion.engine.checking import differing, number_of, seat_of, value_words
from companion.errors import RuleError
from companion.games.api import Change, E, OfKey, P, PlayResult, one_step
from companion.games.corrections import (
    CHOICE,
    HEADING,
    NUMBER,
    PIECE,
    PLACE,
    SETTING,
    CorrectionForm,
    Corrections,
    Field,
    FieldChoice,
    Form,
)
from companion.games.scene import Piece
from companion.geometry import ABOUT, LEFT, RIGHT, Heading, Square, turn_heading
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue
from companion.words import COMPASS, NOTHING, Text, text, verbatim

V = TypeVar("V")
Made: TypeAlias = tuple[P, tuple[E, ...]]
"""A position after a change, and the events that tell it."""
SET: Final = text("Set")
TURNS: Final = ((text("Left"), LEFT), (text("Right"), RIGHT), (text("Round"), ABOUT))
SYMBOLS: Final = ("north", "east", "south", "west")


class Edit(NamedTuple, Generic[P, E]):
    """A kind of change."""

    kind: str
    """The subject of the change: PLACE, VALUE, COURSE or SETTING."""
    title: Text
    """The question above its preview. A hole in it gets the name of the piece."""
    button: Text
    """The word on its button."""
    make: Callable[[P, OfKey], Made[P, E]] | None = None
    """Makes the change from a position and a change; raises RuleError if that is impossible.

    Only ChangeRule has none.
    """
    fields: Callable[[P, int, OfKey], Iterable[Field]] | None = None
    """Returns the fields in a seat's form, or with a proposed change the one that alters it."""
    entry: FieldChoice | None = None
    """Its entry among the changes to the current turn."""
    aims: str = ""
    """PIECE or MARKER if a touch chooses another square."""
    collects: bool = False
    """Whether all cards leave the readers afterwards (`PlayResult.collects`)."""
    redeals: bool = False
    """Whether the turn is dealt again afterwards (`PlayResult.redeals`)."""


@kept_as("ChangeRule key word")
class ChangeRule(NamedTuple):
    """A new value for a setting, from the next turn on."""

    key: str
    word: str


RULE: Final[Edit[Any, Any]] = Edit(SETTING, text("Change the setting?"), text("Change"))
"""The edit for ChangeRule in a game with settings, the same for positions of any game."""


class Edits(Corrections[P, E]):
    """The corrections of a game, made from its edits. A game overrides what is special to it."""

    edits: Mapping[type, Edit[P, E]] = {}
    """The edits by their classes of changes."""
    over: Text = text("the game is over: nothing can be changed any more")
    """The refusal of changes after the end."""
    rule: str = ""
    """The number of the rule for changed settings."""

    def __init__(self) -> None:
        self.changes: Mapping[type, str] = {kind: edit.kind for kind, edit in self.edits.items()}

    # ---- What a game says ------------------------------------------------------------------------

    def seats(self, position: P) -> Iterable[int]:
        """Return the seats that play."""
        raise NotImplementedError

    def moment(self, position: P) -> tuple[int, int]:
        """Return the turn, and the part of it, that a change belongs to."""
        raise NotImplementedError

    def is_over(self, position: P) -> bool:
        """Return whether the game is over, so that nothing can be changed."""
        return False

    def pose(self, position: P, seat: int) -> tuple[Square | None, Heading]:
        """Return the square of a piece, if any, and its direction, present or future."""
        raise NotImplementedError

    def options(self, position: P) -> Iterable[Option]:
        """Return the settings that a correction can change."""
        return ()

    def with_setting(self, position: P, option: Option, choice: OptionValue) -> P:
        """Return the position with another value of a setting.

        Raises:
            RuleError: The setting cannot have this value now.
        """
        raise NotImplementedError

    # ---- What the kit makes of it ----------------------------------------------------------------

    def changed(self, position: P, change: Change) -> PlayResult[P, E]:
        """Return the result of a change (12.2).

        Raises:
            RuleError: The change cannot be made, with words for people.
        """
        if self.is_over(position):
            raise RuleError(self.over)
        edit = self.edits.get(type(change))
        if edit is None:
            raise RuleError(text("{value} cannot be changed by hand", value=value_words(change)))
        if isinstance(change, ChangeRule):
            made = self._with_rule(position, change)
        else:
            assert edit.make is not None
            made = edit.make(position, change)
        after, events = made
        turn, part = self.moment(position)
        steps = one_step(events, after)
        part = 0 if edit.redeals else part
        return PlayResult(after, turn, part, steps, collects=edit.collects, redeals=edit.redeals)

    # Any: every game with settings has SetByHand among its events, which E cannot say.
    def _with_rule(self, position: P, change: ChangeRule) -> Made[P, Any]:
        words = self.words(position)
        option = next(
            (one for one in self.options(position) if one.key in words and one.key == change.key),
            None,
        )
        if option is None:
            raise RuleError(
                text(
                    "{value} is no setting: choose from {settings}",
                    value=value_words(change.key),
                    settings=", ".join(words),
                )
            )
        choice = next((one for one in option.choices if one.word == change.word), None)
        if choice is None:
            raise RuleError(
                text(
                    "{setting} cannot be {value}: choose from {words}",
                    setting=option.title,
                    value=value_words(change.word),
                    words=", ".join(one.word for one in option.choices),
                )
            )
        before = option.choice(words[option.key])
        if choice == before:
            raise RuleError(
                text("{setting} is {value} already", setting=option.title, value=choice.label)
            )
        if option.fixed:
            raise RuleError(text("{setting} cannot be changed during a game", setting=option.title))
        after = self.with_setting(position, option, choice)
        return after, (SetByHand(None, option.title, before.label, choice.label, rule=self.rule),)

    def form(self, position: P, seat: int) -> Form:
        """Return the form with the fields of all edits."""
        return Form(
            tuple(
                field
                for edit in self.edits.values()
                if edit.fields is not None
                for field in edit.fields(position, seat, None)
            )
        )

    def course(self, position: P) -> tuple[FieldChoice, ...]:
        """Return the entries of all edits that have one."""
        return tuple(edit.entry for edit in self.edits.values() if edit.entry is not None)

    def settings(self, position: P) -> tuple[Field, ...]:
        """Return a field for each setting that can change, with the sentences of the setup."""
        words = self.words(position)
        return tuple(
            Field(
                option.title,
                CHOICE,
                tuple(
                    FieldChoice(
                        value.label,
                        ChangeRule(option.key, value.word),
                        value.meaning,
                        chosen=value.word == words[option.key],
                    )
                    for value in option.choices
                ),
                about=option.about,
            )
            for option in self.options(position)
            if option.key in words and not option.fixed
        )

    def about(self, position: P, change: Change, names: Mapping[int, str]) -> CorrectionForm:
        """Return the words of a change. A piece that does not play is called "it"."""
        edit = self.edits[type(change)]
        seat, square = getattr(change, "seat", None), getattr(change, "square", None)
        known = seat if type(seat) is int and seat in self.seats(position) else None
        holes = tuple(
            (hole, text("it") if known is None else names[known])
            for hole, _ in edit.title.arguments
        )
        fields = () if known is None or not edit.fields else edit.fields(position, known, change)
        return CorrectionForm(
            edit.title._replace(arguments=holes),
            edit.button,
            next(iter(fields), None),
            square if edit.aims and isinstance(square, str) else None,
            edit.aims,
        )

    def put(self, position: P, seat: int, square: Square, proposed: Change | None) -> Change | None:
        """Return the change that puts the piece there, with the proposed heading or its own."""
        if PutOn not in self.edits:
            return None
        if isinstance(proposed, PutOn):
            return PutOn(seat, square, proposed.heading)
        return PutOn(seat, square, self.pose(position, seat)[1])

    def put_marker(self, position: P, number: int, square: Square) -> Change | None:
        """Return None: no marker can be moved."""
        return None

    def whereabouts(self, piece: Piece) -> Text:
        """Return the square and heading of a piece."""
        return text(
            "on {square}, facing {heading}",
            square=piece.square or "",
            heading=COMPASS[piece.heading],
        )

    def stranded(self, position: P, names: Mapping[int, str]) -> Text:
        """Return NOTHING: no piece needs help."""
        return NOTHING


# ---- Edits and fields of several games -----------------------------------------------------------


def one_of(
    title: Text, values: Iterable[tuple[V, Text]], now: V, change: Callable[[V], Change | None]
) -> Field:
    """Return a field to choose one of some values, each with its label."""
    picks = (FieldChoice(label, change(one), chosen=one == now) for one, label in values)
    return Field(title, CHOICE, tuple(picks))


def several_of(
    title: Text,
    values: Iterable[tuple[V, Text]],
    now: Collection[V],
    change: Callable[[tuple[V, ...]], Change | None],
    last: Text = NOTHING,
) -> Field:
    """Return a field to choose any of some values; a touch adds or removes one.

    `last` says why the last one cannot be removed, NOTHING if it can.
    """
    values = tuple(values)
    picks = []
    for value, label in values:
        # The order of the offer makes equal choices equal.
        after = tuple(one for one, _ in values if (one in now) != (one == value))
        stays = last if not after else NOTHING
        made = None if stays else change(after)
        picks.append(FieldChoice(label, made, blocked=stays, chosen=value in now))
    return Field(title, CHOICE, tuple(picks))


def counted(title: Text, now: int, change: Callable[[int], Change | None]) -> Field:
    """Return a field to count a number down or up."""
    ends = (FieldChoice(NOTHING, change(one)) for one in (now - 1, now + 1))
    return Field(title, NUMBER, tuple(ends), verbatim(str(now)))


class Number(NamedTuple, Generic[P]):
    """A number of each seat that is counted up and down."""

    title: Text
    change: Callable[[int, int], Change]
    """Makes the change from a seat and the new number."""
    now: Callable[[P, int], int | None]
    """Returns the number of a seat in a position, None if it has none."""
    what: Text = NOTHING
    """The name of the number in a refusal."""
    most: int = 0
    """The maximum."""

    def fields(
        self, position: P, seat: int, change: tuple[object, object] | None
    ) -> Iterator[Field]:
        """Yield the field: less, the number, more.

        The present value proposes no change. The game refuses a value that goes too far.
        """
        now = self.now(position, seat)
        value = now if change is None else change[1]
        if isinstance(value, int):
            yield counted(
                self.title, value, lambda one: None if one == now else self.change(seat, one)
            )

    def checked(self, position: P, seats: Iterable[int], change: tuple[object, object]) -> int:
        """Return the new number.

        Raises:
            RuleError: It is not from 0 to `most`, or no change at all.
        """
        seat, number = seat_of(seats, change[0]), number_of(change[1], 0, self.most, self.what)
        now = verbatim(str(self.now(position, seat)))
        differing(seat, self.what, now, verbatim(str(number)))
        return number


def placing(
    make: Callable[[P, PutOn], Made[P, E]], fields: Callable[[P, int], Iterable[Field]]
) -> Edit[P, E]:
    """Return the edit that puts a piece on another square or turns it.

    `fields` returns those in the form of a seat.
    """
    return Edit(
        PLACE,
        text("Put {piece} there?", piece=""),
        text("Put it there"),
        make,
        lambda position, seat, change: (
            fields(position, seat) if change is None else _headings(change)
        ),
        aims=PIECE,
    )


def turning(seat: int, square: Square, heading: Heading, *more: FieldChoice) -> Field:
    """Return a field to turn a piece on its square, with further choices after the turns."""
    turns = (
        FieldChoice(label, PutOn(seat, square, turn_heading(heading, quarters)))
        for label, quarters in TURNS
    )
    return Field(text("Turn it"), CHOICE, (*turns, *more))


def _headings(put: PutOn) -> Iterator[Field]:
    """Yield the field for the heading of a piece that is put down."""
    if isinstance(put.heading, int):
        yield Field(
            text("Facing"),
            HEADING,
            tuple(
                FieldChoice(
                    COMPASS[heading],
                    put._replace(heading=heading),
                    chosen=heading == put.heading,
                    symbol=symbol,
                )
                for heading, symbol in enumerate(SYMBOLS)
            ),
        )


# ---- Words of events -----------------------------------------------------------------------------


def set_words(event: SetByHand, names: Mapping[int, str | Text]) -> Text:
    """Return the words of a value that was set, such as "BRASS, damage: 3 (before: 5)"."""
    words = text(
        "{what}: {after} (before: {before})",
        what=event.what,
        after=event.after,
        before=event.before,
    )
    if event.seat is None:
        return words
    return text("{piece}, {words}", piece=names[event.seat], words=words)


def put_words(event: PlacedByHand, name: str | Text) -> Text:
    """Return the words of a piece that was moved: "BRASS: from C4 to E5, facing N"."""
    if event.start == event.square:
        return text(
            "{piece} on {square}: {turn}, now facing {heading}",
            piece=name,
            square=event.square,
            turn=turn_words(event.before, event.heading),
            heading=COMPASS[event.heading],
        )
    return text(
        "{piece}: from {start} to {square}, facing {heading}",
        piece=name,
        start=event.start or "",
        square=event.square,
        heading=COMPASS[event.heading],
    )


def turn_words(before: Heading, after: Heading) -> Text:
    """Return the words of a turn on the square."""
    turns = {LEFT: text("turn left"), RIGHT: text("turn right"), ABOUT: text("turn round")}
    return turns.get((after - before) % 4, text("keep the heading"))
