"""A new element is one new file: the seams that later elements use, tried with small ones that live only here."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.engine.board import Board, board_of
from companion.engine.cards import card_of
from companion.engine.causes import BEAM, BELT, CARD, PUSH
from companion.engine.effects import Destroy, Effect, Heal, Hurt, Shift, Spin
from companion.engine.element import BARRIER, BOARD, MOVE, NO_EFFECTS, Beat, Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.wall import Wall
from companion.engine.events import BeatBegan, CardPlayed, Damaged, Destroyed, Moved
from companion.engine.looking import Drive, Look, Rider
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, State
from companion.engine.turn import Outcome, play_register
from companion.geometry import E, Heading, N
from tests.typed import of_kind


@dataclass(frozen=True, slots=True)
class Door(Element):
    """A wall in even registers, which hurts who drives against it."""

    side: Heading

    word = "door"
    layer = BARRIER

    def gates(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Shut in even registers."""
        return look.register % 2 == 0

    def bump(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """One damage for a clank that drove against it."""
        return (Hurt(1, "door", self.square, "B2"),) if cause == CARD else NO_EFFECTS


@dataclass(frozen=True, slots=True)
class Curtain(Element):
    """Stops clanks in every register and lets light through."""

    side: Heading

    word = "curtain"
    layer = BARRIER

    def gates(self) -> tuple[Heading, ...]:
        """Its own side."""
        return (self.side,)

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Anything but a beam."""
        return cause != BEAM


@dataclass(frozen=True, slots=True)
class Molasses(Element):
    """Turns Move 3 into Move 1 and swallows Back; a turn card here turns twice."""

    word = "molasses"

    def plan(
        self, rider: Rider, drive: Drive, look: Look
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Fewer squares, or none."""
        if drive.move == "back":
            return None, NO_EFFECTS
        return drive._replace(squares=1) if drive.move == "move3" else drive, NO_EFFECTS

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """The same turn again."""
        return (Spin(quarters, "molasses", "B10"),)


@dataclass(frozen=True, slots=True)
class Slide(Element):
    """Whoever comes to rest here slides one square east; whoever is pushed onto it is repaired by one."""

    word = "slide"
    enters_by = frozenset({PUSH})

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """One square east, pushing."""
        return (Shift(E, "slide", "", "B30", "B30"),)

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """One damage less."""
        return (Heal(1, "slide", "B27"),)


@dataclass(frozen=True, slots=True)
class Trap(Element):
    """Destroys whoever plays a card here, turns here, rests here or drives against its east edge, as its `when` says."""

    when: str

    word = "trap"

    def gates(self) -> tuple[Heading, ...]:
        """Its east edge, where it is one to be driven against."""
        return (E,) if self.when == "bump" else ()

    def blocks(self, way: Heading, cause: str, look: Look) -> bool:
        """Always."""
        return True

    def bump(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Deadly."""
        return (Destroy("trap", "B99"),)

    def plan(
        self, rider: Rider, drive: Drive, look: Look
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Deadly, or nothing."""
        return drive, (Destroy("trap", "B99"),) if self.when == "plan" else NO_EFFECTS

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """The same."""
        return (Destroy("trap", "B99"),) if self.when == "turned" else NO_EFFECTS

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """The same."""
        return (Destroy("trap", "B99"),) if self.when == "rest" else NO_EFFECTS


@dataclass(frozen=True, slots=True)
class Sling(Element):
    """Whoever a belt brings here is slung one square east, and pushes."""

    word = "sling"
    enters_by = frozenset({BELT})

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """One square east."""
        return (Shift(E, "sling", "", "B31", "B31"),)


@dataclass(frozen=True, slots=True)
class Current(Element):
    """Moves north between the belts and the pushers."""

    word = "current"

    def beats(self) -> tuple[Beat, ...]:
        """At an order of its own."""
        return (Beat(BOARD, 100, "currents", "C10"),)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One square north."""
        return (Shift(N, "belt", "", "C10", "C10"),)


@dataclass(frozen=True, slots=True)
class Siren(Element):
    """Acts on the whole of its row, after the moves, and turns everybody there about."""

    word = "siren"

    def beats(self) -> tuple[Beat, ...]:
        """At the end of the moves."""
        return (Beat(MOVE, 290, "sirens", "B29"),)

    def reach(self, board: Board, register: int | None = None) -> tuple[str, ...]:
        """Its row, eastward."""
        return board.beam(self.square, E)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """A half turn."""
        return (Spin(2, "siren", "B29"),)


def play(
    elements: list[Element],
    cards: dict[int, str],
    clanks: dict[int, str],
    register: int = 1,
    damage: int = 2,
) -> Outcome:
    """One register on a 5×5 board: cards and places by seat, every clank facing east."""
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
    return play_register(State(race, pieces, turn=1, register=register - 1))


def test_a_barrier_may_stop_steps_in_some_registers_and_bump() -> None:
    """`gates`, `blocks` and `bump`: open in register 1, shut and hurting in register 2, from both sides of the edge."""
    assert play([Door("B1", E)], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"
    for noted in (Door("B1", E), Door("C1", 3)):
        after, events = play([noted], {1: "move2@670"}, {1: "A1"}, register=2)
        assert (after.clank(1).square, after.clank(1).damage) == ("B1", 3)
        assert [event.cause for event in events if isinstance(event, Damaged)] == ["door"]


def test_a_barrier_stops_a_pushed_row_and_a_belt() -> None:
    """A shut door holds a whole row, and a belt that carries against it; only the driver would be hurt."""
    after = play([Door("B1", E)], {1: "move1@490"}, {1: "A1", 2: "B1"}, register=2).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["A1", "B1"]
    after = play([Door("B1", E), Belt("B1", E)], {}, {1: "B1"}, register=2).state
    assert (after.clank(1).square, after.clank(1).damage) == ("B1", 2)
    assert play([Door("B1", E), Belt("B1", E)], {}, {1: "B1"}).state.clank(1).square == "C1"


def test_a_barrier_stops_beams_and_shots_while_it_is_shut() -> None:
    """A map laser and a shot come through an open door, not through a shut one, and through a curtain that stops clanks."""
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
    """`plan`: Move 3 becomes Move 1, Back becomes nothing, other cards stay."""
    assert play([Molasses("A1")], {1: "move3@790"}, {1: "A1"}).state.clank(1).square == "B1"
    assert play([Molasses("B1")], {1: "back@430"}, {1: "B1"}).state.clank(1).square == "B1"
    assert play([Molasses("A1")], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"


def test_a_square_may_add_to_a_turn_card() -> None:
    """`turned`: a right turn becomes a half turn."""
    assert play([Molasses("A1")], {1: "right@80"}, {1: "A1"}).state.clank(1).heading == 3


def test_a_square_may_move_on_whoever_rests_there() -> None:
    """`rest`: the card's own clank slides on and pushes; driving over it does nothing."""
    after = play([Slide("B1")], {1: "move1@490"}, {1: "A1", 2: "C1"}).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["C1", "D1"]
    assert play([Slide("B1")], {1: "move2@670"}, {1: "A1"}).state.clank(1).square == "C1"


def test_a_square_may_act_on_who_enters_by_some_cause_only() -> None:
    """`enter` with `enters_by`: being pushed on repairs, driving on does not."""
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
    """Whatever it was that the clank did there: parked at once, so that the next card finds its square empty."""
    after, events = play([Trap(end, when)], {1: card, 2: "left@70"}, {1: "A1", 2: "A2"})
    assert after.clank(1).status == "parked"
    told = [event for event in events if isinstance(event, (Destroyed, CardPlayed))]
    assert [type(event) for event in told] == [CardPlayed, Destroyed, CardPlayed]
    assert (told[1].seat, of_kind(Destroyed, told[1]).square) == (1, end)


def test_squares_act_on_all_who_entered_though_one_moves_another_on() -> None:
    """Two are brought to squares that sling: the first pushes the second from its own before that has acted."""
    after = play(
        [Belt("A1", E), Belt("B1", E), Sling("B1"), Sling("C1")], {}, {1: "A1", 2: "B1"}
    ).state
    assert [after.clank(seat).square for seat in (1, 2)] == ["C1", "E1"]


def test_a_beat_of_its_own_falls_into_place() -> None:
    """`beats`: a new order between belts and pushers is played there, without anybody listing it."""
    after, events = play([Belt("A1", E), Current("B1"), Wall("D4", N)], {}, {1: "A1"})
    assert after.clank(1).square == "B2"
    assert [event.name for event in events if isinstance(event, BeatBegan)] == [
        "all belts",
        "currents",
    ]
    assert [event.end for event in events if isinstance(event, Moved)] == ["B1", "B2"]


def test_an_element_may_reach_beyond_its_square() -> None:
    """`reach`: everybody in the row is turned about, nobody else."""
    after = play([Siren("A1")], {}, {1: "B1", 2: "E1", 3: "B2"}).state
    assert [after.clank(seat).heading for seat in (1, 2, 3)] == [3, 3, 1]
