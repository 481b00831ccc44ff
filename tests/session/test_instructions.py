"""Instructions carried out in order, without other knowledge, lead to the engine's position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.content import board_names, load_board
from companion.engine.board import Board, board_of
from companion.engine.cards import card_of
from companion.engine.element import Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.engine.elements.wall import Wall
from companion.engine.events import Damaged
from companion.engine.rules import Rules
from companion.engine.state import PARKED, Clank, Race, RaceState
from companion.games import usual_game
from companion.games.clockwork.game import ClockworkDerby
from companion.games.parts import Facts
from companion.games.programmed.turn import RacePosition
from companion.games.scene import Instruction, Piece
from companion.geometry import E, N, S, W
from tests.engine.random_races import random_board, random_state
from tests.games.instructions import Explained, played_on
from tests.recorded import recorded
from tests.session.hands import Hands, places, plain_moves
from tests.typed import of_kind, present

GAME = of_kind(ClockworkDerby, usual_game())


def pieces(state: RaceState) -> tuple[Piece, ...]:
    """Return the clanks of an engine's state as the game shows them."""
    return GAME.pieces(RacePosition(state, ""))


def carried_out(state: RaceState) -> RaceState:
    """Play a turn by hands that carry out instructions alone, compared after each part."""
    hands = Hands(places(pieces(state)))
    while not state.over:
        played = played_on(state)
        state = played.after
        for instruction in played.instructions(GAME):
            hands.carry_out(plain_moves(instruction), instruction.words)
        assert hands.places == places(pieces(state))
        if played.before.register == 5:
            break
    return state


RULES = Rules()


def register(
    board: Board,
    *clanks: Clank,
    rules: Rules = RULES,
    flags: tuple[str, ...] = ("H8",),
    shots: bool = False,
) -> list[Instruction]:
    """Return the instructions for the first register; shots only on request."""
    return [
        one.instruction
        for one in explained_register(board, *clanks, rules=rules, flags=flags, shots=shots)
    ]


def explained_register(
    board: Board,
    *clanks: Clank,
    rules: Rules = RULES,
    flags: tuple[str, ...] = ("H8",),
    shots: bool = False,
) -> list[Explained]:
    """Return the same instructions, each with its causes."""
    state = RaceState(Race(board, flags, rules), clanks, turn=1)
    return [
        one
        for one in played_on(state).explained(GAME)
        if shots or one.instruction.part != "clank lasers"
    ]


def words(*parts: object, **how: object) -> list[str]:
    """Return their sentences."""
    return [str(instruction.words) for instruction in register(*parts, **how)]  # type: ignore[arg-type]


def clank(seat: int, square: str, heading: int = N, card: str = "", **facts: Any) -> Clank:
    """Return a clank with one card."""
    slots = (card_of(card) if card else None, None, None, None, None)
    return Clank(
        seat, square=square, heading=heading, slots=slots, checkpoints=((square, heading),), **facts
    )


def field(*elements: Element, edge: str = "pit") -> Board:
    """Return a field of eight by eight with some elements."""
    return board_of(8, 8, list(elements), edge=edge)


@pytest.mark.parametrize("name", board_names())
def test_hands_arrive_on_every_shipped_board(name: str) -> None:
    """Arrive in 150 crowded turns on each shipped board, with every setting."""
    rng = random.Random(f"hands/{name}")
    for _ in range(150):
        carried_out(random_state(rng, load_board(name)))


def test_hands_arrive_on_random_boards() -> None:
    """Arrive in a thousand turns on small crowded boards, with trains and loops."""
    rng = random.Random("hands")
    for _ in range(100):
        board = random_board(rng)
        for _ in range(10):
            carried_out(random_state(rng, board))


def test_two_steps_of_a_card_are_one_instruction() -> None:
    """Name pushed clanks in the same sentence (E008)."""
    assert words(field(), clank(1, "E5", N, "move2@670"), clank(2, "E7", W)) == recorded(
        "BRASS-2-forward-to-E7-pushing"
    )


def test_back_and_turns_say_which_way() -> None:
    """Keep the heading in Back, and name the new one in turns."""
    assert words(field(), clank(1, "E5", N, "back@430"), clank(2, "A1", N, "left@70")) == recorded(
        "BRASS-1-back-to-E4"
    )
    assert words(field(), clank(1, "E5", E, "uturn@10")) == recorded(
        "BRASS-turn-round-now-facing-W"
    )


def test_a_wall_is_named_as_the_reason() -> None:
    """Name the wall that stops a card (E002, E010, E021)."""
    wall = Wall("E6", N)
    assert words(field(wall), clank(1, "E6", N, "move1@490")) == recorded(
        "BRASS-stays-on-E6-a-wall"
    )
    assert words(field(wall), clank(1, "E5", N, "move3@790")) == recorded(
        "BRASS-1-forward-to-E6-then"
    )
    assert words(field(wall), clank(1, "E5", N, "move1@490"), clank(2, "E6")) == recorded(
        "BRASS-stays-on-E5-it-cannot"
    )
    assert words(field(), clank(1, "E1", N, "back@430")) == recorded(
        "BRASS-stays-on-E1-the-parking"
    )


def test_a_fall_says_where_to_put_the_clank() -> None:
    """Send a falling clank to the parking row (E013-E015, E022, E023)."""
    pit = Pit("D5")
    assert words(field(pit), clank(1, "D4", N, "move3@790")) == recorded(
        "BRASS-1-forward-and-falls-into"
    )
    assert words(field(pit), clank(1, "D3", N, "move1@490"), clank(2, "D4")) == recorded(
        "BRASS-1-forward-to-D4-pushing"
    )
    assert words(field(pit), clank(1, "D3", N, "move3@790"), clank(2, "D4"))[0] == recorded(
        "put-BRASS-and-COPPER-on-the"
    )
    assert words(field(), clank(1, "D8", N, "move1@490")) == recorded(
        "BRASS-1-forward-and-goes-over"
    )


def test_a_clank_that_falls_goes_from_its_square_to_parking() -> None:
    """Lead the path to the pit, with the parking row as its end."""
    (only,) = register(field(Pit("D5")), clank(1, "D3", N, "move2@670"))
    (move,) = only.moves
    assert (move.start, move.end, move.path) == ("D3", None, ("D3", "D4", "D5"))


def test_a_belt_turns_round_its_corner() -> None:
    """Tell square, turn and new heading of a belt's corner together (E062)."""
    board = field(Belt("C5", E), Belt("D5", S))
    assert words(board, clank(4, "C5", N)) == recorded("Belt-JADE-to-D5-turn-right")


def test_the_front_of_a_train_goes_first() -> None:
    """Move the front of a train first, in any seats (E036)."""
    board = field(Belt("B5", E), Belt("C5", E), Belt("D5", E))
    assert words(board, clank(1, "B5"), clank(2, "C5"), clank(3, "D5")) == recorded(
        "Belt-AZURE-to-E5"
    )


def test_a_full_loop_is_one_instruction() -> None:
    """Move a full loop of four together (E037)."""
    board = field(Belt("B2", N), Belt("B3", E), Belt("C3", S), Belt("C2", W))
    (only,) = register(board, clank(1, "B2"), clank(2, "B3"), clank(3, "C3"), clank(4, "C2"))
    assert str(only.words) == recorded("Belt-all-at-once") and len(only.moves) == 4


def test_a_belt_that_pushes_names_the_pushed() -> None:
    """Tell mover and pushed clank of a belt together (E042)."""
    assert words(field(Belt("B5", E)), clank(1, "B5"), clank(2, "C5")) == recorded(
        "Belt-BRASS-to-C5-pushing-COPPER"
    )


def test_who_has_to_stay_on_a_belt_is_told_with_the_reason() -> None:
    """Give the reason why two belts to one square carry no one (E038)."""
    (notice,) = register(field(Belt("B5", E), Belt("D5", W)), clank(1, "B5"), clank(2, "D5"))
    assert notice.moves == () and notice.rule == "13.7"
    assert str(notice.words) == recorded("Belt-BRASS-stays-on-B5-two")


def test_pushers_rotators_and_crushers_speak() -> None:
    """Begin with the name of the device (E083, E092, E026)."""
    assert words(field(Pusher("C5", W, (1,))), clank(1, "C5")) == recorded("Pusher-BRASS-to-D5")
    assert words(field(Rotator("C5", "cw")), clank(1, "C5", N)) == recorded(
        "Rotator-BRASS-on-C5-turn-right"
    )
    assert words(field(Crusher("C5", (1,))), clank(1, "C5")) == recorded(
        "Crusher-BRASS-is-destroyed-on-C5"
    )


def test_lasers_are_notices_with_their_beams() -> None:
    """Tell laser damage as a notice with its beam (E118, E119)."""
    (notice,) = register(field(Laser("A5", W, 2), edge="wall"), clank(1, "C5", N, damage=3))
    assert str(notice.words) == recorded("Lasers-BRASS-takes-2-damage-now") and notice.moves == ()
    (beam,) = notice.beams
    assert (beam.squares[0], beam.squares[-1], beam.direction, beam.strength, beam.aimed) == (
        "A5",
        "H5",
        E,
        2,
        False,
    )


def test_shots_name_the_shooter_and_end_at_the_target() -> None:
    """Draw a shot's line from the shooter to its target (E125)."""
    (notice,) = register(field(edge="wall"), clank(1, "C5", E), clank(2, "E5", N), shots=True)
    assert str(notice.words) == recorded("Shots-BRASS-hits-COPPER-for-1")
    assert notice.beams[0].squares == ("C5", "D5", "E5") and notice.beams[0].aimed


def test_the_tenth_damage_sends_a_clank_to_parking() -> None:
    """Tell the tenth hit, then the clank to remove (E132)."""
    hit, away = register(field(Laser("A5", W), edge="wall"), clank(1, "C5", N, damage=9))
    assert str(hit.words) == recorded("Lasers-BRASS-takes-1-damage-which")
    assert (
        str(away.words) == recorded("Lasers-BRASS-is-destroyed-on-C5") and away.moves[0].end is None
    )


def test_many_hits_are_told_three_clanks_at_a_time() -> None:
    """Name five clanks of a beam in two notices, by seat, in large words (E118)."""
    row = [clank(seat, f"{column}5", N) for seat, column in enumerate("CDEFG", 1)]
    first, second = register(field(Laser("A5", W), edge="wall"), *row)
    assert [of_kind(Damaged, event).seat for event in first.events] == [1, 2, 3]
    assert [of_kind(Damaged, event).seat for event in second.events] == [4, 5]
    assert str(second.words) == recorded("Lasers-JADE-takes-1-damage-now")


def test_flags_repairs_and_the_win_are_told() -> None:
    """Tell touches at the end of a register by themselves (E096, E108)."""
    board = field(Repair("C5", 2), edge="wall")
    assert words(board, clank(1, "C4", N, "move1@490", damage=3), flags=("C5", "D5")) == recorded(
        "BRASS-1-forward-to-C5"
    )
    assert words(board, clank(1, "H8"), flags=("H8",)) == recorded("BRASS-touches-flag-1-and-has")


def test_who_comes_back_is_put_from_parking() -> None:
    """Name square and heading of a returning clank.

    One without a free checkpoint stays (9.2, 9.4).
    """
    dead = Clank(5, PARKED, lives=2, checkpoints=(("C1", N),), death=1)
    late = Clank(6, PARKED, lives=2, checkpoints=(("C1", N),), death=2)
    state = RaceState(Race(field(), ("A1",), Rules()), (dead, late), turn=1, register=5, deaths=2)
    back, stays = played_on(state).instructions(GAME)
    assert (
        str(back.words) == recorded("RUBY-from-parking-to-C1-facing")
        and back.moves[0].start is None
        and back.rule == "9.2"
    )
    assert str(stays.words) == recorded("SILVER-stays-in-the-parking-row") and stays.moves == ()


def test_every_rule_behind_an_instruction_has_a_sentence() -> None:
    """Have a sentence for every rule behind an instruction on random boards."""
    rng = random.Random("why")
    for _ in range(60):
        state = random_state(rng, random_board(rng))
        for instruction in played_on(state).instructions(GAME):
            assert present(Facts.of(GAME)).why(instruction.rule), instruction
