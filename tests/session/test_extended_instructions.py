"""Instructions on extended boards: obedient hands, rings, copies and boards arrive right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from companion.engine.element import kinds
from companion.engine.events import Event
from companion.engine.rule_questions import RuleQuestion
from companion.engine.state import Clank, RaceState
from companion.engine.turn import play_register
from companion.errors import RuleError
from companion.formats.entries import read_entries
from companion.games import usual_game
from companion.games.api import Step
from companion.games.clockwork.game import ClockworkDerby
from companion.games.corrections import Corrections
from companion.games.parts import scene_diff_of
from companion.games.programmed.turn import RacePosition
from companion.games.race.standing import ring_names
from companion.games.scene import LoosePart, Scene
from companion.geometry import E, N
from companion.words import text
from tests.engine.random_boards import random_extended_board, random_extended_state
from tests.engine.random_changes import random_change
from tests.english import german
from tests.games.instructions import CALLED, PlayedOn, played_on
from tests.recorded import recorded
from tests.session.hands import Hands, places, plain_moves
from tests.session.test_instructions import clank, field, pieces, register
from tests.typed import any_game, of_kind, present

GAME = of_kind(ClockworkDerby, usual_game())


def some_answer(rng: random.Random) -> Callable[[RuleQuestion], str]:
    """Return what gives any answer to a question."""

    def answer(question: RuleQuestion) -> str:
        """Return one of those that exist."""
        return rng.choice(question.options)

    return answer


def registers(rng: random.Random, state: RaceState, turns: int = 2) -> Iterator[PlayedOn]:
    """Yield registers and cleanups of some turns, with the first turn's cards repeated."""
    for _ in range(turns):
        while not state.over:
            played = played_on(state, some_answer(rng))
            state = played.after
            yield played
            if played.before.register == 5:
                state = state._replace(turn=state.turn + 1, register=0)
                break


def followed(rng: random.Random, state: RaceState) -> int:
    """Follow some turns and compare each step; return how many instructions there were."""
    number = 0
    hands = Hands(places(pieces(state)))
    for played in registers(rng, state):
        number += obeyed(hands, RacePosition(played.before, "registers"), played.steps)
        assert hands.places == places(pieces(played.after))
    return number


def obeyed(hands: Hands, before: RacePosition, steps: tuple[Step[RacePosition, Event], ...]) -> int:
    """Carry out some steps and compare each; return how many instructions there were.

    A ring, a flag or a loose part of the board that differs after a step is told in it.
    """
    number = 0
    for step in steps:
        script = GAME.tell(before, step, CALLED)
        number += len(script)
        for one in script:
            hands.carry_out(plain_moves(one), str(one.text))
            assert one.text and one.short and german(one.text)
        first, last = GAME.scene(before), GAME.scene(step.position)
        assert hands.places == places(last.pieces)
        assert script or _rest(first) == _rest(last)
        before = step.position
    return number


def _rest(scene: Scene) -> tuple[object, ...]:
    """Return what hands place beside pieces, and what pieces show."""
    worn_by = {piece.seat: (ring_names(piece), piece.badges) for piece in scene.pieces}
    return worn_by, scene.markers, scene.loose


@pytest.mark.parametrize(
    ("entries", "clanks", "found"),
    [
        (
            ["C1 portal link=a", "C3 portal link=a"],
            [clank(1, "A1", E, "move3@790")],
            "BRASS-2-forward-to-C1-through",
        ),
        (["A1 teleporter"], [clank(1, "A1", E, "move1@490")], "BRASS-by-the-teleporter-to-D1"),
        (
            ["C1 repulsor E"],
            [clank(1, "B1", E, "move3@790")],
            "BRASS-1-forward-to-C1-bounces",
        ),
        (
            ["B1 oil", "C1 oil"],
            [clank(1, "A1", E, "move1@490")],
            "BRASS-1-forward-to-B1-slides",
        ),
        (
            ["A1 mag_lock registers=1"],
            [clank(1, "A1", E, "move1@490")],
            "BRASS-stays-on-A1-its-card",
        ),
        (
            ["B1 door E registers=2"],
            [clank(1, "A1", E, "move2@670")],
            "BRASS-1-forward-to-B1-then",
        ),
        (
            ["A1 antigrav"],
            [clank(1, "A1", E, "move1@490"), clank(2, "B1", N)],
            "Antigravity-pad-Put-a-ring-on",
        ),
        (
            ["A1 copy_machine E"],
            [clank(1, "A1", E, "move1@490")],
            "BRASS-stays-on-A1-Copy-machine",
        ),
        (
            ["B2 ramp E", "C2 bridge axis=EW"],
            [clank(1, "A2", E, "move2@670")],
            "BRASS-2-forward-to-C2-above",
        ),
        (
            ["A1 room cw size=2"],
            [clank(1, "A1", N)],
            "Rotating-room-Turn-the-room-whose",
        ),
    ],
)
def test_the_words(entries: list[str], clanks: list[Clank], found: str) -> None:
    """Word ways, rings, shared squares, copies, decks, rooms and markers."""
    board = field(*(element for entry in entries for element in read_entries(entry)))
    assert [str(one.text) for one in register(board, *clanks)] == recorded(found)


@pytest.mark.parametrize("seed", range(30))
def test_hands_arrive_on_random_extended_boards(seed: int) -> None:
    """Arrive in two turns on a small board crowded with any elements."""
    rng = random.Random(f"extended {seed}")
    followed(
        rng, random_extended_state(rng, random_extended_board(rng, number=rng.choice((15, 30, 50))))
    )


@pytest.mark.parametrize("word", [word for word in kinds() if word != "start"])
def test_hands_arrive_on_boards_of_one_kind(word: str) -> None:
    """Arrive on boards of one element, not rare there."""
    rng = random.Random(word)
    for _ in range(2):
        followed(rng, random_extended_state(rng, random_extended_board(rng, 6, 6, 12, [word])))


def test_going_back_leads_hands_to_where_it_was() -> None:
    """Lead back from the end of a register, with copies and ghosts."""
    rng = random.Random("back")
    for _ in range(40):
        state = random_extended_state(rng, random_extended_board(rng))
        for played in registers(rng, state, 1):
            now, then = (GAME.scene(RacePosition(one, "")) for one in (played.after, played.before))
            hands = Hands(places(now.pieces))
            for one in scene_diff_of(any_game(GAME), now, then, CALLED):
                hands.carry_out(plain_moves(one), str(one.text))
            assert hands.places == places(then.pieces)
            board = scene_diff_of(any_game(GAME), now, now._replace(loose=then.loose), CALLED)
            assert bool(board) == (now.loose != then.loose)


def test_loose_parts_are_set_as_they_lay_then() -> None:
    """Set each changed loose part by its own instruction, and no other."""
    room, barrier, plate = (
        LoosePart(key, "1", text("set {key}", key=key), (square,))
        for key, square in (("room", "A1"), ("barrier", "B1"), ("plate", "C1"))
    )
    before, after = Scene(loose=(room, barrier)), Scene(loose=(room._replace(lies="2"), plate))
    instructions = scene_diff_of(any_game(GAME), before, after, CALLED)
    assert [str(one.text) for one in instructions] == ["set barrier", "set plate", "set room"]
    assert [one.marks for one in instructions] == [("B1",), ("C1",), ("A1",)] and all(
        one.has_other_work for one in instructions
    )
    assert scene_diff_of(any_game(GAME), before, before, CALLED) == ()


def test_corrections_keep_hands_and_screen_in_step() -> None:
    """Tell corrections in mid-turn, with pieces, rings and board as in the game."""
    rng, made = random.Random("by hand"), 0
    carried = (
        "antigrav",
        "napalm",
        "virtualizer",
        "crumbly",
        "gas",
        "copy_machine",
        "melting_beam",
    )
    for number in range(60):
        state = random_extended_state(
            rng, random_extended_board(rng, words=carried if number % 2 else ())
        )
        for _ in range(rng.randint(1, 4)):
            state, _ = play_register(state, some_answer(rng)) if not state.over else (state, ())
        if state.over or state.register == 5:
            continue
        hands, moment = Hands(places(pieces(state))), RacePosition(state, "registers")
        for _ in range(6):
            try:
                passage = present(Corrections.of(GAME)).changed(
                    moment, random_change(rng, moment.state)
                )
            except RuleError:
                continue
            made += 1
            obeyed(hands, moment, passage.steps)
            moment = passage.position
            assert hands.places == places(GAME.pieces(moment))
    assert made > 60
