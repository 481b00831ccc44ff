"""What people can put right in a race: where clanks and flags are, what clanks have, the course of the turn, the settings (rulebook 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from companion.engine.board import Board
from companion.engine.changes import (
    BoardChange,
    MoveFlag,
    Park,
    PutOn,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
    SetTouched,
)
from companion.engine.state import OUT, PARKED, Checkpoint
from companion.games.api import Position
from companion.games.corrections import (
    CHOICE,
    COURSE,
    HEADING,
    LIST,
    MARKER,
    NUMBER,
    PIECE,
    PLACE,
    SETTING,
    VALUE,
    Correction,
    Field,
    FieldChoice,
    Form,
    setting_fields,
)
from companion.games.kit.edit import SET, SYMBOLS, TURNS, ChangeRule
from companion.games.race.wording import facing
from companion.games.scene import Piece
from companion.geometry import Heading, Square, turned
from companion.kept_names import kept_as
from companion.settings import Option
from companion.words import NOTHING, Text, listed, text, verbatim

MOST_LIVES: Final = 3
"""As many as a race begins with at most."""
# Resting now and next too is not offered: people push again in the turn they rest (6.5.7).
POWERS: Final = (
    (text("Awake"), (False, False)),
    (text("Rests now"), (True, False)),
    (text("Rests next"), (False, True)),
)
"""What a clank can do this turn and the next, as `SetPower` says it."""
NO_LIMIT: Final = text("no limit")


@kept_as("Redeal")
class Redeal(NamedTuple):
    """Collect the cards of this turn and deal once more; only while programs are chosen."""


@kept_as("EndTurn")
class EndTurn(NamedTuple):
    """Skip the remaining registers and clean up."""


RaceChange: TypeAlias = BoardChange | Redeal | EndTurn | ChangeRule
"""What people may change in a race."""
CHANGES: Final[Mapping[type, str]] = {
    PutOn: PLACE,
    Park: PLACE,
    MoveFlag: PLACE,
    SetDamage: VALUE,
    SetLives: VALUE,
    SetNextFlag: VALUE,
    SetTouched: VALUE,
    SetCheckpoints: VALUE,
    SetPower: VALUE,
    Redeal: COURSE,
    EndTurn: COURSE,
    ChangeRule: SETTING,
}
TITLES: Final[Mapping[type, tuple[Text, Text]]] = {
    SetTouched: (text("Change its flags?"), SET),
    SetDamage: (text("Change the damage?"), SET),
    SetLives: (text("Change the lives?"), SET),
    SetNextFlag: (text("Change the next flag?"), SET),
    SetCheckpoints: (text("Change checkpoints?"), SET),
    SetPower: (text("Change resting?"), SET),
    MoveFlag: (text("Move the flag?"), text("Move it")),
    Redeal: (text("Deal again?"), text("Deal again")),
    EndTurn: (text("End the turn?"), text("End it")),
    ChangeRule: (text("Change the setting?"), text("Change")),
}
"""The question above each preview, and the word on its button."""


class Sheet(NamedTuple):
    """What people may look up and change about one clank besides its place: `lives` None for no limit, `checkpoints` the last one at the end.

    `down`: sits this turn out; `announced`: will sit out the next. `near` are the free squares around its last checkpoint, nearest first.
    `touched` says of each flag whether it has touched it, where flags count in any order; None where they count in theirs, () where they do not count.
    """

    seat: int
    damage: int
    lives: int | None
    next_flag: int
    checkpoints: tuple[Checkpoint, ...]
    down: bool
    announced: bool
    near: tuple[Square, ...]
    touched: tuple[bool, ...] | None = None


class Correctable(Protocol):
    """The part of a race from which its forms are made."""

    options: tuple[Option, ...]

    def board_options(self, board: Board | None) -> tuple[Option, ...]:
        """The settings that mean something on some boards only."""

    def pieces(self, position: Position) -> tuple[Piece, ...]:
        """Every clank."""

    def sheet(self, position: Position, seat: int) -> Sheet:
        """What can be looked up about one clank."""

    def words(self, position: Position) -> Mapping[str, str]:
        """The word in force for each setting."""


class RaceCorrections:
    """The forms of a race."""

    changes = CHANGES

    def __init__(self, race: Correctable) -> None:
        self._race = race

    def form(self, position: Position, seat: int) -> Form:
        """Its place, what it has, where it comes back; for one that is parked the free squares around its checkpoint are pointed out."""
        sheet, piece = self._race.sheet(position, seat), self._piece(position, seat)
        placing = _turning(piece, piece.square) if piece.square is not None else _returning(sheet)
        fields = (
            placing,
            _damage(sheet, sheet.damage),
            _lives(sheet, sheet.lives),
            *(
                [_next_flag(sheet, sheet.next_flag)]
                if sheet.touched is None
                else [_touched(sheet, None)]
                if sheet.touched
                else []
            ),
            _power(sheet, (sheet.down, sheet.announced)),
            _checkpoints(piece, sheet),
        )
        hint = text("Give it a life first.") if piece.status == OUT else NOTHING
        return Form(fields, sheet.near if piece.square is None else (), hint)

    def course(self, position: Position) -> tuple[FieldChoice, ...]:
        """Another deal, the end of the turn."""
        return (
            FieldChoice(
                text("Deal again"),
                Redeal(),
                text("Collect this turn's cards and deal again"),
                symbol="page",
            ),
            FieldChoice(
                text("End the turn"),
                EndTurn(),
                text("Skip the remaining registers and clean up"),
                symbol="stop",
            ),
        )

    def settings(self, position: Position) -> tuple[Field, ...]:
        """Every setting with its words."""
        now = self._race.words(position)
        options = (
            option
            for option in (*self._race.options, *self._race.board_options(None))
            if option.key in now and not option.fixed
        )
        return setting_fields(options, now, ChangeRule)

    def about(self, position: Position, change: RaceChange, names: Mapping[int, str]) -> Correction:
        """The clank that is put somewhere is called by its name; one that does not race is "it"."""
        racing = [piece.seat for piece in self._race.pieces(position)]
        seat = getattr(change, "seat", None)
        name = names[seat] if type(seat) is int and seat in racing else text("it")
        # Whatever stands in a change that comes from elsewhere, it can be altered only where it can be counted on from.
        sheet = (
            self._race.sheet(position, seat)
            if type(seat) is int and seat in racing and _sound(change)
            else None
        )
        field = (
            _ALTERED[type(change)](sheet, change)
            if sheet is not None and type(change) in _ALTERED
            else None
        )
        if isinstance(change, PutOn):
            return Correction(
                text("Put {clank} there?", clank=name),
                text("Put it there"),
                field,
                change.square,
                PIECE,
            )
        if isinstance(change, Park):
            return Correction(text("Send {clank} to parking?", clank=name), text("To parking"))
        title, button = TITLES[type(change)]
        return (
            Correction(title, button, field, change.square, MARKER)
            if isinstance(change, MoveFlag)
            else Correction(title, button, field)
        )

    def put(
        self, position: Position, seat: int, square: Square, proposed: RaceChange | None
    ) -> PutOn:
        """With the heading that is proposed, else as it faces, or as at the checkpoint to which it would come back."""
        if isinstance(proposed, PutOn):
            return PutOn(seat, square, proposed.heading)
        piece = self._piece(position, seat)
        return PutOn(
            seat,
            square,
            piece.heading
            if piece.square is not None
            else _heading_back(self._race.sheet(position, seat)),
        )

    def put_marker(self, position: Position, number: int, square: Square) -> MoveFlag:
        """A flag is laid there."""
        return MoveFlag(number, square)

    def whereabouts(self, piece: Piece) -> Text:
        """Its square and heading, or that it has none."""
        if piece.square is not None:
            return text(
                "on {square}, facing {heading}", square=piece.square, heading=facing(piece.heading)
            )
        return text("is out") if piece.status == OUT else text("is parked")

    def stranded(self, position: Position, names: Mapping[int, str]) -> Text:
        """Those who wait for a free checkpoint (12.1)."""
        parked = [
            names[piece.seat] for piece in self._race.pieces(position) if piece.status == PARKED
        ]
        if len(parked) == 1:
            return text(
                "{clank} has no free checkpoint: touch it to bring it back.", clank=parked[0]
            )
        return (
            text(
                "{clanks} have no free checkpoint: touch one to bring it back.",
                clanks=listed(parked),
            )
            if parked
            else NOTHING
        )

    def _piece(self, position: Position, seat: int) -> Piece:
        return next(piece for piece in self._race.pieces(position) if piece.seat == seat)


def _sound(change: Any) -> bool:
    """Whether every value of a change is a number; whether its square will do is for the game to say, and no limit of lives is None."""
    values = (value for field, value in change._asdict().items() if field != "square")
    return all(
        isinstance(value, int) or (value is None and isinstance(change, SetLives))
        for value in values
    )


# ---- Where a clank is ------------------------------------------------------------------------------------------------------


def _turning(piece: Piece, square: Square) -> Field:
    """The clank turned on its square, or sent to the parking row."""
    turns = (
        FieldChoice(label, PutOn(piece.seat, square, turned(piece.heading, quarters)))
        for label, quarters in TURNS
    )
    return Field(
        text("Turn it"), CHOICE, (*turns, FieldChoice(text("To parking"), Park(piece.seat)))
    )


def _returning(sheet: Sheet) -> Field:
    """The free squares around its checkpoint, the nearest first (12.1)."""
    heading = _heading_back(sheet)
    return Field(
        text("Bring it back"),
        CHOICE,
        tuple(
            FieldChoice(verbatim(square), PutOn(sheet.seat, square, heading))
            for square in sheet.near
        ),
    )


def _heading_back(sheet: Sheet) -> Heading:
    """Which way it faces when it comes back, as the cleanup would put it (9.3)."""
    return sheet.checkpoints[-1][1]


def _headings(sheet: Sheet, put: PutOn) -> Field:
    """Which way a clank shall face that is put down."""
    return Field(
        text("Facing"),
        HEADING,
        tuple(
            FieldChoice(
                facing(heading),
                put._replace(heading=heading),
                chosen=heading == put.heading,
                symbol=symbol,
            )
            for heading, symbol in enumerate(SYMBOLS)
        ),
    )


def _checkpoints(piece: Piece, sheet: Sheet) -> Field:
    """Where it comes back, the place touched last first; one can be forgotten, its own square added."""
    kept = sheet.checkpoints
    picks = [_place(sheet, number) for number in reversed(range(len(kept)))]
    if piece.square is not None and (piece.square, piece.heading) not in kept:
        # A square stands in the list once: touched again it moves to the end with the new heading (7.11.2).
        others = tuple(place for place in kept if place[0] != piece.square)
        label = text(
            "This square: {square}, facing {heading}",
            square=piece.square,
            heading=facing(piece.heading),
        )
        picks.append(
            FieldChoice(
                label,
                SetCheckpoints(sheet.seat, (*others, (piece.square, piece.heading))),
                text("Add"),
            )
        )
    return Field(text("Comes back on"), LIST, tuple(picks))


def _place(sheet: Sheet, number: int) -> FieldChoice:
    """One checkpoint, to be forgotten; the last one cannot be, for there would be no place to come back to."""
    square, heading = sheet.checkpoints[number]
    label = text("{square}, facing {heading}", square=square, heading=facing(heading))
    if len(sheet.checkpoints) == 1:
        return FieldChoice(label)
    return FieldChoice(
        label,
        SetCheckpoints(sheet.seat, sheet.checkpoints[:number] + sheet.checkpoints[number + 1 :]),
        text("Remove"),
    )


# ---- What a clank has ------------------------------------------------------------------------------------------------------


def _number(
    title: Text, value: Text, now: RaceChange, less: RaceChange, more: RaceChange | None
) -> Field:
    """Less, value, more. Nothing here bounds a value: beyond one is a change that the game refuses.

    What holds in the race already proposes nothing; without `more` there is no more.
    """
    ends = [
        FieldChoice(NOTHING, None if change == now else change)
        for change in (less, more)
        if change is not None
    ]
    if more is None:
        ends.append(FieldChoice(NOTHING, blocked=text("There is no limit already.")))
    return Field(title, NUMBER, tuple(ends), value)


def _damage(sheet: Sheet, damage: int) -> Field:
    """Damage, one point at a time."""
    seat = sheet.seat
    return _number(
        text("Damage"),
        verbatim(str(damage)),
        SetDamage(seat, sheet.damage),
        SetDamage(seat, damage - 1),
        SetDamage(seat, damage + 1),
    )


def _lives(sheet: Sheet, lives: int | None) -> Field:
    """Lives, one at a time; from no limit down to as many as a race has at most."""
    seat, now = sheet.seat, SetLives(sheet.seat, sheet.lives)
    if lives is None:
        return _number(text("Lives"), NO_LIMIT, now, SetLives(seat, MOST_LIVES), None)
    return _number(
        text("Lives"),
        verbatim(str(lives)),
        now,
        SetLives(seat, lives - 1),
        SetLives(seat, lives + 1),
    )


def _next_flag(sheet: Sheet, flag: int) -> Field:
    """The flag to touch next."""
    seat = sheet.seat
    return _number(
        text("Next flag"),
        verbatim(str(flag)),
        SetNextFlag(seat, sheet.next_flag),
        SetNextFlag(seat, flag - 1),
        SetNextFlag(seat, flag + 1),
    )


def _touched(sheet: Sheet, wanted: SetTouched | None) -> Field:
    """Each flag by itself; what is proposed shows as chosen."""
    now = list(sheet.touched or ())
    if wanted is not None and 0 < wanted.flag <= len(now):
        now[wanted.flag - 1] = wanted.touched
    return Field(
        text("Flags"),
        CHOICE,
        tuple(
            FieldChoice(
                text("Flag {flag}", flag=flag),
                SetTouched(sheet.seat, flag, not touched),
                chosen=touched,
            )
            for flag, touched in enumerate(now, 1)
        ),
    )


def _power(sheet: Sheet, wanted: tuple[bool, bool]) -> Field:
    """Awake, or resting in this turn or the next; what holds in the race proposes nothing, what is proposed shows as chosen."""
    now = sheet.down, sheet.announced
    return Field(
        text("Power"),
        CHOICE,
        tuple(
            FieldChoice(
                label,
                None if power == now else SetPower(sheet.seat, *power),
                chosen=power == wanted,
            )
            for label, power in POWERS
        ),
    )


_ALTERED: Final[Mapping[type, Callable[[Sheet, Any], Field]]] = {
    PutOn: _headings,
    SetDamage: lambda sheet, change: _damage(sheet, change.damage),
    SetLives: lambda sheet, change: _lives(sheet, change.lives),
    SetNextFlag: lambda sheet, change: _next_flag(sheet, change.flag),
    SetTouched: _touched,
    SetPower: lambda sheet, change: _power(sheet, (change.down, change.announced)),
}
"""By which field each change can still be altered."""
