"""The forms of the debugging menu for Cardbot Derby: where robots are, their targets and piles, the course of the round, the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from companion.engine.changes import PutOn
from companion.games.api import Position
from companion.games.cardbot.changing import FIXED, CardbotChange, EndRound, SetTargets, ShufflePile
from companion.games.cardbot.engine.state import Robot, State
from companion.games.corrections import (
    CHOICE,
    COURSE,
    HEADING,
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
from companion.games.race.corrections import SET, SYMBOLS, TURNS, ChangeRule
from companion.games.race.wording import facing
from companion.games.scene import Piece
from companion.geometry import Square, turned
from companion.settings import Option
from companion.words import NOTHING, Text, text, verbatim

CHANGES: Final[Mapping[type, str]] = {
    PutOn: PLACE,
    SetTargets: VALUE,
    ShufflePile: VALUE,
    EndRound: COURSE,
    ChangeRule: SETTING,
}
TITLES: Final[Mapping[type, tuple[Text, Text]]] = {
    SetTargets: (text("Change the targets?"), SET),
    ShufflePile: (text("Shuffle the pile?"), text("Shuffle")),
    EndRound: (text("End the round?"), text("End it")),
    ChangeRule: (text("Change the setting?"), text("Change")),
}
"""The question above each preview, and the word on its button."""


class Correctable(Protocol):
    """The part of the game from which its forms are made."""

    options: tuple[Option, ...]

    def words(self, position: Position) -> Mapping[str, str]:
        """The word in force for each setting."""


class CardbotCorrections:
    """The forms; `state_of` finds the state in a position of the game."""

    changes = CHANGES

    def __init__(self, game: Correctable, state_of: Callable[[Position], State]) -> None:
        self._game, self._state_of = game, state_of

    def form(self, position: Position, seat: int) -> Form:
        """Its heading, its targets, its pile; a touch on a place puts it there."""
        robot = self._state_of(position).robot(seat)
        shuffle = Field(text("Pile"), CHOICE, (FieldChoice(text("Shuffle"), ShufflePile(seat)),))
        return Form((_turning(robot), _targets(robot, robot.targets), shuffle))

    def course(self, position: Position) -> tuple[FieldChoice, ...]:
        """The end of the round."""
        return (
            FieldChoice(
                text("End the round"),
                EndRound(),
                text("Skip the remaining commands and clear up"),
                symbol="stop",
            ),
        )

    def settings(self, position: Position) -> tuple[Field, ...]:
        """Every setting that can change in the midst of a game, with its words."""
        options = (option for option in self._game.options if option.key not in FIXED)
        return setting_fields(options, self._game.words(position), ChangeRule)

    def about(
        self, position: Position, change: CardbotChange, names: Mapping[int, str]
    ) -> Correction:
        """A robot that is put somewhere can still be turned, and targets can still be counted up and down."""
        state, seat = self._state_of(position), getattr(change, "seat", None)
        known = type(seat) is int and seat in state.seats
        if isinstance(change, PutOn):
            name = names[change.seat] if known else text("it")
            field = _headings(change) if known and type(change.heading) is int else None
            return Correction(
                text("Put {robot} there?", robot=name),
                text("Put it there"),
                field,
                change.square,
                PIECE,
            )
        title, button = TITLES[type(change)]
        if isinstance(change, SetTargets) and known and type(change.targets) is int:
            return Correction(title, button, _targets(state.robot(change.seat), change.targets))
        return Correction(title, button)

    def put(
        self, position: Position, seat: int, square: Square, proposed: CardbotChange | None
    ) -> PutOn:
        """With the heading that is proposed, else as it faces."""
        return PutOn(
            seat,
            square,
            proposed.heading
            if isinstance(proposed, PutOn)
            else self._state_of(position).robot(seat).heading,
        )

    def put_marker(self, position: Position, number: int, square: Square) -> None:
        """Targets are cards of the grid: nobody moves them."""

    def whereabouts(self, piece: Piece) -> Text:
        """Its place and heading."""
        return text(
            "on {square}, facing {heading}",
            square=piece.square or "",
            heading=facing(piece.heading),
        )

    def stranded(self, position: Position, names: Mapping[int, str]) -> Text:
        """Nobody: every robot is always on the grid."""
        return NOTHING


def _turning(robot: Robot) -> Field:
    """The robot turned on its place."""
    return Field(
        text("Turn it"),
        CHOICE,
        tuple(
            FieldChoice(label, PutOn(robot.seat, robot.square, turned(robot.heading, quarters)))
            for label, quarters in TURNS
        ),
    )


def _headings(put: PutOn) -> Field:
    """Which way a robot shall face that is put down."""
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


def _targets(robot: Robot, targets: int) -> Field:
    """Targets, one at a time; what holds in the game already proposes nothing."""
    ends: tuple[Any, ...] = tuple(
        FieldChoice(NOTHING, None if number == robot.targets else SetTargets(robot.seat, number))
        for number in (targets - 1, targets + 1)
    )
    return Field(text("Targets"), NUMBER, ends, verbatim(str(targets)))
