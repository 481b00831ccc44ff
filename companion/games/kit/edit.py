"""Changes that people make by hand in a game: it names its edits, and the kit makes the forms, the checks, the words and the events (rulebook 12).

    class PointEdits(Edits[Table]):
        edits = {SetPoints: Edit(VALUE, text("Change the points?"), SET, set_points, POINTS.fields)}

A change may come out of a file that somebody has edited, so that its values can be anything: a function that makes one checks them
(`companion.engine.checking`), and one that makes the fields of one yields none where it makes no sense.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from companion.engine.changes import PlacedByHand, PutOn, SetByHand
from companion.engine.checking import differing, number_of, seat_of, shown
from companion.errors import RuleFault
from companion.games.api import Change, E, P, Passage, one_step
from companion.games.corrections import (
    CHOICE,
    HEADING,
    NUMBER,
    PIECE,
    PLACE,
    SETTING,
    Correction,
    Corrections,
    Field,
    FieldChoice,
    Form,
)
from companion.games.scene import Piece
from companion.geometry import ABOUT, LEFT, RIGHT, Heading, Square, turned
from companion.kept_names import kept_as
from companion.settings import Option, OptionValue
from companion.words import COMPASS, NOTHING, Text, text, verbatim

V = TypeVar("V")
Made: TypeAlias = tuple[P, tuple[E, ...]]
"""A position after a change, and the events that tell it."""
SET: Final = text("Set")
TURNS: Final = ((text("Left"), LEFT), (text("Right"), RIGHT), (text("Round"), ABOUT))
SYMBOLS: Final = ("north", "east", "south", "west")


class Edit(NamedTuple):
    """A kind of change: what it is about, the question above its preview, the word on its button, and how it is made.

    A question with a hole gets the name of the piece. `make` raises RuleFault where the change cannot be made.
    """

    kind: str
    title: Text
    button: Text
    make: Callable[[Any, Any], Made[Any, Any]] | None = None
    fields: Callable[[Any, int, Any], Iterable[Field]] | None = None
    """The fields in the form of a seat; with a change proposed, the one by which it is altered."""
    entry: FieldChoice | None = None
    """Its entry among what can be done about the course of the turn."""
    aims: str = ""
    """PIECE or MARKER where another square can be touched instead."""
    collects: bool = False
    redeals: bool = False
    """As in the passage of the change."""


@kept_as("ChangeRule key word")
class ChangeRule(NamedTuple):
    """Change a setting, by its word, from the next turn on."""

    key: str
    word: str


RULE: Final = Edit(SETTING, text("Change the setting?"), text("Change"))
"""A game with settings has this for ChangeRule."""


class Edits(Corrections[P, E]):
    """The corrections of a game, made of its edits; a game overrides what it has more."""

    edits: Mapping[type, Edit] = {}
    over: Text = text("the game is over, so nothing in it can be changed any more")
    rule: str = ""
    """The rule by which settings are changed."""

    def __init__(self) -> None:
        self.changes: Mapping[type, str] = {kind: edit.kind for kind, edit in self.edits.items()}

    # ---- What a game says ------------------------------------------------------------------------

    def seats(self, position: P) -> Iterable[int]:
        """Return the seats that play."""
        raise NotImplementedError

    def moment(self, position: P) -> tuple[int, int]:
        """Return the turn, and the part of it, to which a change belongs."""
        raise NotImplementedError

    def is_over(self, position: P) -> bool:
        """Tell whether nothing can be changed any more."""
        return False

    def stand(self, position: P, seat: int) -> tuple[Square | None, Heading]:
        """Return the square of a piece, if any, and which way it faces or would face on another square."""
        raise NotImplementedError

    def options(self, position: P) -> Iterable[Option]:
        """Return the settings."""
        return ()

    def words(self, position: P) -> Mapping[str, str]:
        """Return the word in force for each setting that counts; from the next turn on, where one was changed."""
        return {}

    def with_setting(self, position: P, option: Option, choice: OptionValue) -> P:
        """Return the position with another setting; RuleFault says why it cannot be."""
        raise NotImplementedError

    # ---- What is made of it ----------------------------------------------------------------------

    def changed(self, position: P, change: Change) -> Passage[P, E]:
        """Make a change; RuleFault says in words why it cannot be made (12.2)."""
        if self.is_over(position):
            raise RuleFault(self.over)
        edit = self.edits.get(type(change))
        if edit is None:
            raise RuleFault(text("{value} cannot be changed by hand", value=shown(change)))
        made: Made[P, Any]
        if isinstance(change, ChangeRule):
            made = self._with_rule(position, change)
        else:
            assert edit.make is not None, f"{type(change).__name__} has no function that makes it"
            made = edit.make(position, change)
        after, events = made
        turn, part = self.moment(position)
        steps = one_step(events, after)
        part = 0 if edit.redeals else part
        return Passage(after, turn, part, steps, collects=edit.collects, redeals=edit.redeals)

    def _with_rule(self, position: P, change: ChangeRule) -> Made[P, SetByHand]:
        words = self.words(position)
        option = next(
            (one for one in self.options(position) if one.key in words and one.key == change.key),
            None,
        )
        if option is None:
            raise RuleFault(
                text(
                    "{value} is no setting: choose from {settings}",
                    value=shown(change.key),
                    settings=", ".join(words),
                )
            )
        choice = next((one for one in option.choices if one.word == change.word), None)
        if choice is None:
            raise RuleFault(
                text(
                    "{setting} cannot be {value}: choose from {words}",
                    setting=option.title,
                    value=shown(change.word),
                    words=", ".join(one.word for one in option.choices),
                )
            )
        before = option.choice(words[option.key])
        if choice == before:
            raise RuleFault(
                text("{setting} is {value} already", setting=option.title, value=choice.label)
            )
        if option.fixed:
            raise RuleFault(text("{setting} cannot be changed during a game", setting=option.title))
        after = self.with_setting(position, option, choice)
        return after, (SetByHand(None, option.title, before.label, choice.label, rule=self.rule),)

    def form(self, position: P, seat: int) -> Form:
        """Every field about the piece of a seat."""
        return Form(
            tuple(
                field
                for edit in self.edits.values()
                if edit.fields is not None
                for field in edit.fields(position, seat, None)
            )
        )

    def course(self, position: P) -> tuple[FieldChoice, ...]:
        """The entries of the edits that have one."""
        return tuple(edit.entry for edit in self.edits.values() if edit.entry is not None)

    def settings(self, position: P) -> tuple[Field, ...]:
        """Every setting that may change, explained by the same sentences as in the set-up."""
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

    def about(self, position: P, change: Change, names: Mapping[int, str]) -> Correction:
        """Its question and button, and the field by which it is altered; a piece that does not play is "it"."""
        edit = self.edits[type(change)]
        seat: Any = getattr(change, "seat", None)
        known = type(seat) is int and seat in self.seats(position)
        holes = tuple(
            (hole, names[seat] if known else text("it")) for hole, _ in edit.title.arguments
        )
        fields = edit.fields(position, seat, change) if known and edit.fields else ()
        return Correction(
            edit.title._replace(arguments=holes),
            edit.button,
            next(iter(fields), None),
            getattr(change, "square", None) if edit.aims else None,
            edit.aims,
        )

    def put(self, position: P, seat: int, square: Square, proposed: Change | None) -> Change | None:
        """The piece goes there with the heading that is proposed, else as it faces."""
        if PutOn not in self.edits:
            return None
        if isinstance(proposed, PutOn):
            return PutOn(seat, square, proposed.heading)
        return PutOn(seat, square, self.stand(position, seat)[1])

    def put_marker(self, position: P, number: int, square: Square) -> Change | None:
        """No marker can be moved."""
        return None

    def whereabouts(self, piece: Piece) -> Text:
        """Its square and heading."""
        return text(
            "on {square}, facing {heading}",
            square=piece.square or "",
            heading=COMPASS[piece.heading],
        )

    def stranded(self, position: P, names: Mapping[int, str]) -> Text:
        """Nobody needs help."""
        return NOTHING


# ---- Edits and fields of several games -----------------------------------------------------------


def one_of(
    title: Text, values: Iterable[tuple[V, Text]], now: V, change: Callable[[V], Change | None]
) -> Field:
    """Ask for one of some values, each with its label."""
    picks = (FieldChoice(label, change(one), chosen=one == now) for one, label in values)
    return Field(title, CHOICE, tuple(picks))


def several_of(
    title: Text,
    values: Iterable[tuple[V, Text]],
    now: Collection[V],
    change: Callable[[tuple[V, ...]], Change | None],
    last: Text = NOTHING,
) -> Field:
    """Ask for any of some values, each put in or taken out by a touch; `last` says why the last one stays, where it does."""
    values = tuple(values)
    picks = []
    for value, label in values:
        # In the order in which they are offered, so that equal choices are equal.
        after = tuple(one for one, _ in values if (one in now) != (one == value))
        stays = last if not after else NOTHING
        made = None if stays else change(after)
        picks.append(FieldChoice(label, made, blocked=stays, chosen=value in now))
    return Field(title, CHOICE, tuple(picks))


def counted(title: Text, now: int, change: Callable[[int], Change | None]) -> Field:
    """Ask for one less or one more."""
    ends = (FieldChoice(NOTHING, change(one)) for one in (now - 1, now + 1))
    return Field(title, NUMBER, tuple(ends), verbatim(str(now)))


class Number(NamedTuple):
    """A number that each seat has, counted up and down; `now` is what a seat has, and `what` is its name in a refusal."""

    title: Text
    change: Callable[[int, int], Change]
    now: Callable[[Any, int], int | None]
    what: Text = NOTHING
    most: int = 0

    def fields(self, position: Any, seat: int, change: Any) -> Iterator[Field]:
        """Less, the number, more; what holds in the game already proposes nothing, and what goes too far is refused by the game."""
        now = self.now(position, seat)
        value = now if change is None else change[1]
        if isinstance(value, int):
            yield counted(
                self.title, value, lambda one: None if one == now else self.change(seat, one)
            )

    def checked(self, position: Any, seats: Iterable[int], change: Any) -> int:
        """Return the number that is wanted, from 0 to `most`; RuleFault says why it cannot be."""
        seat, number = seat_of(seats, change[0]), number_of(change[1], 0, self.most, self.what)
        now = verbatim(str(self.now(position, seat)))
        differing(seat, self.what, now, verbatim(str(number)))
        return number


def placing(
    make: Callable[[Any, PutOn], Made[Any, Any]], fields: Callable[[Any, int], Iterable[Field]]
) -> Edit:
    """Put a piece on another square, or turn it; `fields` are those of its form."""
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
    """The piece turned on its square, or more that can be done with it."""
    turns = (
        FieldChoice(label, PutOn(seat, square, turned(heading, quarters)))
        for label, quarters in TURNS
    )
    return Field(text("Turn it"), CHOICE, (*turns, *more))


def _headings(put: PutOn) -> Iterator[Field]:
    """Which way a piece faces that is put down."""
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


def set_words(event: SetByHand, names: Mapping[int, str]) -> Text:
    """Say what was set: "BRASS, damage: 3 (before: 5)", "Lives: 3 (before: 2)"."""
    told = text(
        "{what}: {after} (before: {before})",
        what=event.what,
        after=event.after,
        before=event.before,
    )
    return (
        told if event.seat is None else text("{piece}, {told}", piece=names[event.seat], told=told)
    )


def put_words(event: PlacedByHand, name: str) -> Text:
    """Say where a piece was put that stood on the board: "BRASS: from C4 to E5, facing N"."""
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
    """Say how a piece is turned."""
    turns = {LEFT: text("turn left"), RIGHT: text("turn right"), ABOUT: text("turn round")}
    return turns.get((after - before) % 4, text("keep the heading"))
