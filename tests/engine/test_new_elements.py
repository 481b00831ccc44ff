"""A new element is one new file: hooks for later elements, tried with small local ones."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.engine.board import board_of
from companion.engine.cards import card_of
from companion.engine.causes import BEAM, BELT, CARD, PUSH
from companion.engine.effects import Destroy, Effect, Heal, Hurt, Shift, Spin
from companion.engine.element import (
    BARRIER,
    BOARD,
    MOVE,
    NO_EFFECTS,
    Beat,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
)
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.wall import Wall
from companion.engine.events import BeatBegan, CardPlayed, Damaged, Destroyed, Moved
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, RaceState
from companion.engine.turn import PlayOutcome, play_register
from companion.geometry import E, Heading, N
from tests.typed import of_kind


@dataclass(frozen=True, slots=True)
class Door(Element):
    """A wall in even registers, which damages a clank that drives against it."""

    side: Heading

    word = "door"
    layer = BARRIER

    def gates(self) -> tuple[Heading, ...]:
        """Return its own side."""
        return (self.side,)

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Return whether it is shut: in even registers."""
        return view.register % 2 == 0

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return one damage for a clank that drove against it."""
        return (Hurt(1, "door", self.square, "B2"),) if cause == CARD else NO_EFFECTS


@dataclass(frozen=True, slots=True)
class Curtain(Element):
    """A barrier for clanks in every register, but not for light."""

    side: Heading

    word = "curtain"
    layer = BARRIER

    def gates(self) -> tuple[Heading, ...]:
        """Return its own side."""
        return (self.side,)

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Return True for anything but a beam."""
        return cause != BEAM


@dataclass(frozen=True, slots=True)
class Molasses(Element):
    """A square that turns Move 3 into Move 1, swallows Back, and doubles turn cards."""

    word = "molasses"

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Return fewer squares, or none."""
        if drive.move == "back":
            return None, NO_EFFECTS
        return drive._replace(squares=1) if drive.move == "move3" else drive, NO_EFFECTS

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Return the same turn again."""
        return (Spin(quarters, "molasses", "B10"),)


@dataclass(frozen=True, slots=True)
class Slide(Element):
    """A square that moves a resting clank one square east, and repairs a pushed one by one."""

    word = "slide"
    enters_by = frozenset({PUSH})

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return one square east, pushing."""
        return (Shift(E, "slide", "", "B30", "B30"),)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return one damage less."""
        return (Heal(1, "slide", "B27"),)


@dataclass(frozen=True, slots=True)
class Trap(Element):
    """A square that destroys at a card, a turn, a rest or a drive against its east edge."""

    when: str

    word = "trap"

    def gates(self) -> tuple[Heading, ...]:
        """Return its east edge, if it acts on a drive against it."""
        return (E,) if self.when == "bump" else ()

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Return True."""
        return True

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return destruction."""
        return (Destroy("trap", "B99"),)

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Return destruction, or nothing."""
        return drive, (Destroy("trap", "B99"),) if self.when == "plan" else NO_EFFECTS

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Return destruction, or nothing."""
        return (Destroy("trap", "B99"),) if self.when == "turned" else NO_EFFECTS

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return destruction, or nothing."""
        return (Destroy("trap", "B99"),) if self.when == "rest" else NO_EFFECTS


@dataclass(frozen=True, slots=True)
class Sling(Element):
    """A square that moves a clank brought by a belt one square east, pushing."""

    word = "sling"
    enters_by = frozenset({BELT})

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Return one square east."""
        return (Shift(E, "sling", "", "B31", "B31"),)


@dataclass(frozen=True, slots=True)
class Current(Element):
    """A square that moves north between the belts and the pushers."""

    word = "current"

    def beats(self) -> tuple[Beat, ...]:
        """Return a beat with its own order."""
        return (Beat(BOARD, 100, "currents", "C10"),)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Return one square north."""
        return (Shift(N, "belt", "", "C10", "C10"),)


@dataclass(frozen=True, slots=True)
class Siren(Element):
    """An element that turns all clanks of its row about, after the moves."""

    word = "siren"

    def beats(self) -> tuple[Beat, ...]:
        """Return a beat at the end of the moves."""
        return (Beat(MOVE, 290, "sirens", "B29"),)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[str, ...]:
        """Return its row, eastward."""
        return board.beam(self.square, E)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Return a half turn."""
        return (Spin(2, "siren", "B29"),)


def play(
    elements: list[Element],
    cards: dict[int, str],
    clanks: dict[int, str],
    register: int = 1,
    damage: int = 2,
) -> PlayOutcome:
    """Play one register on a 5×5 board: cards and places by seat, every clank facing east."""
    race = Race(board_of(5, 5, elements, edge="wall"), ("E5",), Rules())
    slots = {
        seat: tuple(card_of(cards[seat]) if seat in cards else None for _ in range(5))
        for seat in clanks
    }
    pieces = tuple(
        Clank(
            seat,
            square=square,
            heading=E,
            damage=damage,
            checkpoints=((square, E),),
            slots=slots[seat],
        )
        for seat, square in clanks.items()
    )
    return play_register(RaceState(race, pieces, turn=1, register=register - 1))


def test_a_barrier_may_stop_steps_in_some_registers_and_bump() -> None:
    """Open a barrier in register 1, shut it in register 2 with damage, from both sides.

    It uses `gates`, `blocks` and `bump`.
    """
    assert play([Door("B1", E)], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"
    for noted in (Door("B1", E), Door("C1", 3)):
        after, events = play([noted], {1: "move2@670"}, {1: "A1"}, register=2)
        assert (after.clank(1).square, after.clank(1).damage) == ("B1", 3)
        assert [event.cause for event in events if isinstance(event, Damaged)] == ["door"]


def test_a_barrier_stops_a_pushed_row_and_a_belt() -> None:
    """Stop a pushed row and a belt at a shut door; only a driver would be damaged."""
    after = play([Door("B1", E)], {1: "move1@490"}, {1: "A1", 2: "B1"}, register=2).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["A1", "B1"]
    after = play([Door("B1", E), Belt("B1", E)], {}, {1: "B1"}, register=2).state
    assert (after.clank(1).square, after.clank(1).damage) == ("B1", 2)
    assert play([Door("B1", E), Belt("B1", E)], {}, {1: "B1"}).state.clank(1).square == "C1"


def test_a_barrier_stops_beams_and_shots_while_it_is_shut() -> None:
    """Let a laser and a shot through an open door and a curtain, but not a shut door."""
    for barrier, register, hurt in (
        (Door("B1", E), 1, True),
        (Door("B1", E), 2, False),
        (Curtain("B1", E), 2, True),
    ):
        lit = play([barrier, Laser("A1", 3)], {}, {1: "D1"}, register).state.clank(1).damage
        shot = play([barrier], {}, {1: "A1", 2: "D1"}, register).state.clank(2).damage
        assert (lit, shot) == ((3, 3) if hurt else (2, 2))
    assert play([Curtain("B1", E)], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "B1"


def test_a_square_may_change_or_forbid_the_card() -> None:
    """Change Move 3 into Move 1 and Back into nothing by `plan`, and keep other cards."""
    assert play([Molasses("A1")], {1: "move3@790"}, {1: "A1"}).state.clank(1).square == "B1"
    assert play([Molasses("B1")], {1: "back@430"}, {1: "B1"}).state.clank(1).square == "B1"
    assert play([Molasses("A1")], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"


def test_a_square_may_add_to_a_turn_card() -> None:
    """Make a right turn a half turn by `turned`."""
    assert play([Molasses("A1")], {1: "right@80"}, {1: "A1"}).state.clank(1).heading == 3


def test_a_square_may_move_on_whoever_rests_there() -> None:
    """Move a resting clank on by `rest`, pushing, but not one that drives over."""
    after = play([Slide("B1")], {1: "move1@490"}, {1: "A1", 2: "C1"}).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["C1", "D1"]
    assert play([Slide("B1")], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"


def test_a_square_may_act_on_who_enters_by_some_cause_only() -> None:
    """Repair a pushed clank by `enter` with `enters_by`, but not one that drives on."""
    after = play([Slide("C1")], {1: "move1@490"}, {1: "A1", 2: "B1"}).state
    assert [after.clank(seat).damage for seat in (1, 2)] == [2, 1 + 1]
    assert play([Slide("C1")], {1: "move3@790"}, {1: "A1"}).state.clank(1).damage == 2


@pytest.mark.parametrize(
    ("when", "card", "end"),
    [
        ("plan", "move2@670", "A1"),
        ("turned", "right@80", "A1"),
        ("rest", "move1@490", "B1"),
        ("bump", "move2@670", "A1"),
    ],
)
def test_whoever_a_square_destroys_leaves_before_the_next_card(
    when: str, card: str, end: str
) -> None:
    """Park a destroyed clank at once, so that the next card finds its square empty."""
    after, events = play([Trap(end, when)], {1: card, 2: "left@70"}, {1: "A1", 2: "A2"})
    assert after.clank(1).status == "parked"
    destroyed_or_played = [event for event in events if isinstance(event, (Destroyed, CardPlayed))]
    assert [type(event) for event in destroyed_or_played] == [CardPlayed, Destroyed, CardPlayed]
    assert (destroyed_or_played[1].seat, of_kind(Destroyed, destroyed_or_played[1]).square) == (
        1,
        end,
    )


def test_squares_act_on_all_who_entered_though_one_moves_another_on() -> None:
    """Act on all that entered, although the first one pushes the second from its square."""
    after = play(
        [Belt("A1", E), Belt("B1", E), Sling("B1"), Sling("C1")], {}, {1: "A1", 2: "B1"}
    ).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["C1", "E1"]


def test_a_beat_of_its_own_falls_into_place() -> None:
    """Play a new order between belts and pushers by `beats`, without a list."""
    after, events = play([Belt("A1", E), Current("B1"), Wall("D4", N)], {}, {1: "A1"})
    assert after.clank(1).square == "B2"
    assert [event.name for event in events if isinstance(event, BeatBegan)] == [
        "all belts",
        "currents",
    ]
    assert [event.end for event in events if isinstance(event, Moved)] == ["B1", "B2"]


def test_an_element_may_reach_beyond_its_square() -> None:
    """Turn all clanks of a row by `reach`, and no others."""
    after = play([Siren("A1")], {}, {1: "B1", 2: "E1", 3: "B2"}).state
    assert [after.clank(seat).heading for seat in (1, 2, 3)] == [3, 3, 1]
