"""Four images of a race that must be alike: turned, mirrored, other seats, reversed entries."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.engine.board import Board, board_of
from companion.engine.cards import DECK, Card, card_of
from companion.engine.effects import CARD_DRAWN
from companion.engine.element import Element
from companion.engine.rule_questions import Answerer, RuleQuestion
from companion.engine.state import PARKED, Clank, Race, RaceState
from companion.engine.turn import clean_up, play_register
from companion.formats.board import parse_board, write_board
from companion.geometry import Heading, Square, column_row, square_name

_OTHER_HAND: Final = {"left": "right", "right": "left", "cw": "ccw", "ccw": "cw"}
_ACROSS: Final = {"NS": "EW", "EW": "NS"}
COPIES: Final = 10
PARTNERS: Final = {
    card: Card(_OTHER_HAND[card.move], card.priority + (10 if card.move == "left" else -10))
    for card in DECK
    if card.move in _OTHER_HAND
}
"""Left 70 and right 80, and so on. If no clank holds both, exchanging them keeps the order of all
cards."""


class Image(NamedTuple):
    """A view of a race: the images of squares and headings, left and right, and seats."""

    name: str
    square: Callable[[Square, Board], Square]
    way: Callable[[Heading], Heading]
    handed: bool = False
    quarter: bool = False
    seats: Mapping[int, int] = MappingProxyType({})
    entries_reversed: bool = False

    def seat(self, seat: int) -> int:
        """Return the image of the seat of a clank, a copy or a ghost."""
        return seat // COPIES * COPIES + self.seats.get(seat % COPIES, seat % COPIES)

    def place(self, square: Square | None, board: Board) -> Square | None:
        """Return the image of a square of the board or the one above it."""
        if square is None:
            return None
        ground = square.removesuffix("+")
        return self.square(ground, board) + square[len(ground) :]

    def card(self, card: Card | None) -> Card | None:
        """Return the image of a card; in a mirror its partner, which is next to it in the deck."""
        return PARTNERS.get(card, card) if card is not None and self.handed else card

    def element(self, element: Element, board: Board) -> Element:
        """Return the image of an element.

        The named square of a block is its south-west corner again.
        """
        changed = {
            field.name: self._field(field.name, getattr(element, field.name), board)
            for field in fields(element)
        }
        if "size" in {field.name for field in fields(element)} or element.word == "giant_trapdoor":
            corners = [column_row(self.square(square, board)) for square in element.covers()]
            changed["square"] = square_name(
                min(column for column, _ in corners), min(row for _, row in corners)
            )
        return replace(element, **changed)

    def _field(self, name: str, value: Any, board: Board) -> Any:
        if name == "square":
            return self.square(value, board)
        if name in ("heading", "side", "other"):
            return None if value is None else self.way(value)
        if name == "inlets":
            return tuple(sorted(map(self.way, value)))
        if name == "dirs":
            return tuple(map(self.way, value))
        if name == "axis" and self.quarter:
            return _ACROSS[value]
        return _OTHER_HAND.get(value, value) if name == "turn" and self.handed else value

    def clank(self, clank: Clank, board: Board) -> Clank:
        """Return the image of a clank, with its cards."""
        return clank._replace(
            seat=self.seat(clank.seat),
            square=self.place(clank.square, board),
            heading=self.way(clank.heading),
            death=0,
            checkpoints=tuple(
                (self.square(square, board), self.way(heading))
                for square, heading in clank.checkpoints
            ),
            slots=tuple(map(self.card, clank.slots)),
        )

    def board(self, board: Board) -> Board:
        """Return the image of the board, read from its written file."""
        columns, rows = (board.rows, board.columns) if self.quarter else (board.columns, board.rows)
        text = write_board(
            board_of(
                columns,
                rows,
                [self.element(element, board) for element in board.elements],
                edge=board.edge,
            )
        )
        return parse_board(_entries_reversed(text) if self.entries_reversed else text, "an image")

    def state(self, state: RaceState) -> RaceState:
        """Return the image of a race about to play."""
        board = state.race.board
        race = Race(
            self.board(board),
            tuple(self.square(flag, board) for flag in state.race.flags),
            state.race.rules,
        )
        clanks = tuple(sorted(self.clank(clank, board) for clank in state.clanks))
        memory = tuple(
            sorted(
                ((str(self.seat(int(owner))), word), value) for (owner, word), value in state.memory
            )
        )
        return state._replace(race=race, clanks=clanks, memory=memory)


def _entries_reversed(text: str) -> str:
    found = re.search(r"elements = \[\n(.*)\n\]", text, re.DOTALL)
    if found is None:
        return text
    return text[: found.start(1)] + "\n".join(found[1].split("\n")[::-1]) + text[found.end(1) :]


def _kept(square: Square, board: Board) -> Square:
    return square


def _ahead(direction: Heading) -> Heading:
    return direction


SAME: Final = Image("as it is", _kept, _ahead)
REVERSED: Final = Image("with its entries reversed", _kept, _ahead, entries_reversed=True)


def _mirrored(square: Square, board: Board) -> Square:
    column, row = column_row(square)
    return square_name(board.columns - 1 - column, row)


def _turned(square: Square, board: Board) -> Square:
    column, row = column_row(square)
    return square_name(row, board.columns - 1 - column)


MIRRORED: Final = Image("mirrored", _mirrored, lambda direction: -direction % 4, handed=True)
TURNED: Final = Image("turned by 90°", _turned, lambda way: (way + 1) % 4, quarter=True)


def exchanged(seats: Mapping[int, int]) -> Image:
    """Return the image with other seats."""
    return Image("with seats exchanged", _kept, _ahead, seats=seats)


# ---- Play and comparison -------------------------------------------------------------------------


class OutOfCardsError(Exception):
    """No card is left that no other clank could draw."""


def answering(seed: object, image: Image, state: RaceState) -> Answerer:
    """Return what answers questions alike in every image.

    It goes by the clank that is asked, and never chooses a card that another clank could draw.
    Cards that turn left or right are never drawn, since another clank may hold their partner.
    """
    seats = [clank.seat for clank in state.clanks]
    back = {image.seat(clank.seat): clank.seat for clank in state.clanks}
    asked: Counter[int] = Counter()

    def answer(question: RuleQuestion) -> str:
        seat = back[question.seat % COPIES]
        asked[seat] += 1
        rng = random.Random(f"{seed} {seat} {asked[seat]} {question.what}")
        if question.kind != CARD_DRAWN:
            return rng.choice(question.options) if question.what != "reset" else question.options[0]
        cards = [
            card
            for card in map(card_of, question.options)
            if card.move not in _OTHER_HAND
            and card.priority // 10 % len(seats) == seats.index(seat)
        ]
        if not cards:
            raise OutOfCardsError
        return str(rng.choice(cards))

    return answer


def outcome(state: RaceState, image: Image, like: RaceState) -> dict[str, object]:
    """Return what must be alike, in the image; `like` is the race before."""
    board = like.race.board
    pieces = sorted(image.clank(piece, board) for piece in (*state.clanks, *state.others))
    worn = sorted(
        ((image.seat(int(owner)), word), value)
        for (owner, word), value in state.memory
        if owner.isdigit()
    )
    return {"pieces": pieces, "statuses": worn, "deaths": state.deaths, "over": state.over}


def difference(start: RaceState, image: Image, seed: object) -> str:
    """Play a turn and its image; return the difference, "" for none."""
    try:
        return _difference(start, image, seed)
    except OutOfCardsError:
        return ""


def _difference(start: RaceState, image: Image, seed: object) -> str:
    one, other = start, image.state(start)
    answers, others = answering(seed, SAME, start), answering(seed, image, start)
    while one.register < 5 and not one.over:
        one, other = play_register(one, answers).state, play_register(other, others).state
        if fault := _unlike(outcome(one, image, start), outcome(other, SAME, other)):
            return f"register {one.register} {image.name}: {fault}"
    # Clanks that died in one moment return by seat (9.5), and a square may take only one of them.
    if not one.over and sum(clank.status == PARKED for clank in one.clanks) < 2:
        one, other = clean_up(one).state, clean_up(other).state
        if fault := _unlike(outcome(one, image, start), outcome(other, SAME, other)):
            return f"cleanup {image.name}: {fault}"
    return ""


def _unlike(expected: dict[str, object], found: dict[str, object]) -> str:
    return "; ".join(
        f"{key}: {_apart(expected[key], found[key])}"
        for key in expected
        if expected[key] != found[key]
    )


def _apart(one: object, other: object) -> str:
    if isinstance(one, list) and isinstance(other, list):
        return (
            f"{[item for item in one if item not in other]} but "
            f"{[item for item in other if item not in one]}"
        )
    return f"{one} but {other}"
