"""Every instruction names its cause: what, where, and which number came first, truthfully."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from companion.content import board_names, load_board
from companion.engine import events as engine_events
from companion.engine.board import Board
from companion.engine.changes import ParkedByHand
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotating_belt import RotatingBelt
from companion.engine.elements.rotator import Rotator
from companion.engine.elements.wall import Wall
from companion.engine.events import Moved, Stopped
from companion.engine.rules import PASS, REGISTER_AND_TURN, TURN, Rules
from companion.engine.state import PARKED, Clank, Race, RaceState
from companion.geometry import E, N, S, W
from tests.engine.random_races import random_board, random_state
from tests.english import german
from tests.games.instructions import CALLED, Explained, PlayedOn, explained_events, played_on
from tests.recorded import recorded
from tests.session.test_instructions import GAME, clank, explained_register, field

EVERY = (1, 2, 3, 4, 5)


def cause(one: Explained) -> str:
    """Return its cause in one line."""
    return " ".join(map(str, one.cause))


def causes(*parts: object, **how: object) -> list[str]:
    """Return the causes of a register's instructions."""
    return [cause(one) for one in explained_register(*parts, **how)]  # type: ignore[arg-type]


def cleaned(*clanks: Clank, board: Board | None = None) -> list[str]:
    """Return the causes of a cleanup's instructions."""
    state = RaceState(Race(board or field(), ("H8",), Rules()), clanks, turn=1, register=5)
    return [cause(one) for one in played_on(state).explained(GAME)]


def parked(seat: int, *checkpoints: str, death: int = 1) -> Clank:
    """Return a clank that waits for the cleanup."""
    return Clank(
        seat, PARKED, lives=2, checkpoints=tuple((square, N) for square in checkpoints), death=death
    )


BELTS = field(Belt("D4", N), Belt("D5", N))
TABLE: dict[str, list[str]] = {
    "two cards": causes(field(), clank(1, "A1", N, "move3@810"), clank(2, "C1", N, "move2@780")),
    "three cards": causes(
        field(),
        clank(1, "A1", N, "left@70"),
        clank(2, "C1", N, "move2@780"),
        clank(3, "E1", N, "right@80"),
    ),
    "one card": causes(field(), clank(1, "A1", N, "right@80")),
    "locked slot": causes(
        field(),
        clank(1, "A1", N, "right@80", locked=(1, 2)),
        clank(2, "C1", N, "left@70", locked=(2,)),
    ),
    "equal numbers": causes(field(), clank(1, "A1", N, "left@70"), clank(2, "C1", N, "left@70")),
    "wall": causes(field(Wall("E6", E)), clank(1, "D6", E, "move2@670")),
    "wall noted beyond": causes(field(Wall("F6", W)), clank(1, "E6", E, "move1@490")),
    "mount of a pusher": causes(field(Pusher("D5", S, EVERY)), clank(1, "D4", N, "move1@490")),
    "mount of a laser": causes(field(Laser("D5", S)), clank(1, "D4", N, "move1@490")),
    "parking row": causes(field(), clank(1, "D1", N, "back@430")),
    "walled border": causes(field(edge="wall"), clank(1, "D8", N, "move1@490")),
    "push": causes(field(), clank(1, "D4", N, "move1@490"), clank(2, "D5")),
    "push of a row": causes(
        field(), clank(1, "D4", N, "move1@490"), clank(2, "D5"), clank(3, "D6")
    ),
    "push that a wall ends": causes(
        field(Wall("D6", N)), clank(1, "D4", N, "move2@670"), clank(2, "D5")
    ),
    "pit": causes(field(Pit("D6")), clank(1, "D4", N, "move3@790")),
    "last life": causes(field(Pit("D5")), clank(1, "D4", N, "move1@490", lives=1)),
    "lives without end": causes(
        field(Pit("D5")), clank(1, "D4", N, "move1@490", lives=None), rules=Rules(lives=None)
    ),
    "open edge": causes(field(), clank(1, "D7", N, "move2@670"), clank(2, "D8")),
    "belt over the edge": causes(field(Belt("D8", N)), clank(1, "D8")),
    "rotating belt over the edge": causes(
        field(RotatingBelt("H4", (E, N, N, N, N))), clank(1, "H4")
    ),
    "rotating belt round a corner": causes(
        field(Belt("D4", E), RotatingBelt("E4", (S, N, N, N, N))), clank(1, "D4", W)
    ),
    "belt": causes(field(Belt("D4", E)), clank(1, "D4")),
    "fast belt round a corner": causes(field(Belt("D4", E, "fast"), Belt("E4", N)), clank(1, "D4")),
    "belt that pushes": causes(field(Belt("D4", N)), clank(1, "D4"), clank(2, "D5")),
    "ring": causes(
        field(Belt("D4", E), Belt("E4", N), Belt("E5", W), Belt("D5", S)),
        *(clank(seat, square) for seat, square in enumerate(("D4", "E4", "E5", "D5"), 1)),
    ),
    "jam": causes(
        field(Belt("D4", N), Belt("D5", N), Wall("D5", N)), clank(1, "D4"), clank(2, "D5")
    ),
    "idle belt": causes(
        field(Belt("D4", N, "fast"), Belt("D5", E), Wall("D5", E)),
        clank(1, "D4"),
        clank(2, "D5"),
    ),
    "two belts onto one square": causes(
        field(Belt("D4", E), Belt("F4", W)), clank(1, "D4"), clank(2, "F4")
    ),
    "two belts that push one clank": causes(
        field(Belt("D4", E), Belt("E3", N)), clank(1, "D4"), clank(2, "E3"), clank(3, "E4")
    ),
    "head on": causes(field(Belt("D4", E), Belt("E4", W)), clank(1, "D4"), clank(2, "E4")),
    "pusher": causes(field(Pusher("D4", W, (1, 3))), clank(1, "D4")),
    "pusher in every register": causes(field(Pusher("D4", W, EVERY)), clank(1, "D4")),
    "two pushers": causes(field(Pusher("D4", W, (1,)), Pusher("D4", N, (1, 2))), clank(1, "D4")),
    "rotators": causes(
        field(Rotator("D4", "cw"), Rotator("F4", "ccw")), clank(1, "D4"), clank(2, "F4")
    ),
    "crusher": causes(field(Crusher("D4", (1, 4))), clank(1, "D4")),
    "laser": causes(field(Laser("A4", W, 2)), clank(1, "D4", damage=8)),
    "shots": causes(field(), clank(1, "D4", E), clank(2, "F4", W), shots=True),
    "next flag": causes(field(), clank(1, "D4", N), flags=("D4",)),
    "flag out of order": causes(field(Rotator("D4", "cw")), clank(1, "D4", N), flags=("A1", "D4")),
    "flag that was touched": causes(
        field(),
        clank(1, "D3", N, "move1@490", next_flag=2),
        flags=("D4", "A1"),
        rules=Rules(PASS, PASS),
    ),
    "flag that counts later": causes(
        field(), clank(1, "D3", N, "move1@490"), flags=("D4", "A1"), rules=Rules(TURN, PASS)
    ),
    "hollow repair point": causes(field(Repair("D4", 1)), clank(1, "D4", damage=3)),
    "repair point with a gear": causes(
        field(Repair("D4", 2)), clank(1, "D3", N, "move1@490", damage=3)
    ),
    "back": cleaned(parked(1, "C1", "D4")),
    "back on an older checkpoint": cleaned(
        parked(1, "C1", "D4"), parked(3, "D4", death=2), clank(2, "D4")
    ),
    "no checkpoint at all": cleaned(parked(1)),
    "one after another": cleaned(parked(1, "D4"), parked(3, "C1", "D4", death=2)),
}
"""The causes of events, instruction by instruction."""


@pytest.mark.parametrize("what", TABLE)
def test_the_cause_names_what_did_it(what: str) -> None:
    """Name the cause of every kind of event, in a small position."""
    assert TABLE[what] == recorded(what)


def test_all_damage_after_the_fifth_register() -> None:
    """Name damage of a setting, and a correction."""
    state = RaceState(
        Race(field(Repair("D4", 1)), ("H8",), Rules(healing=REGISTER_AND_TURN)),
        (clank(1, "D4", damage=5),),
        turn=1,
        register=4,
    )
    assert [cause(one) for one in played_on(state).explained(GAME)][-1] == recorded(
        "After-register-5-the-repair-point"
    )
    (put_right,) = explained_events(GAME, state, ParkedByHand(1, "D4"))
    assert cause(put_right) == recorded("This-was-corrected-in-the-menu")


def test_an_element_that_nobody_knows_is_named_by_its_own_word() -> None:
    """Name an unknown element by its own word."""
    state = RaceState(Race(field(), ("H8",), Rules()), (clank(1, "D4"),), turn=1)
    (slid,) = explained_events(
        GAME,
        state,
        engine_events.BeatBegan("oil"),
        Moved(1, "D4", "D5", N, N, "oil", None, "E999"),
    )
    assert cause(slid) == recorded("The-cause-is-on-D4-oil")


def whole_turns(seed: int, races: int) -> Iterable[PlayedOn]:
    """Yield registers and cleanups on shipped and crowded random boards.

    They have eight clanks each and any settings.
    """
    rng = random.Random(seed)
    for number in range(races):
        state = random_state(
            rng,
            load_board(board_names()[number % len(board_names())])
            if number % 2
            else random_board(rng, 8, 8),
        )
        while not state.over:
            played = played_on(state)
            yield played
            state = played.after
            if played.before.register == 5:
                break


def test_no_instruction_is_without_a_cause_and_none_says_what_is_not_so() -> None:
    """Have a cause with a square, a clank or a number, true to position or events."""
    seen = 0
    for played in whole_turns(11, 28):
        before, events = played.before, played.events
        numbers = {
            card.priority
            for clank in before.clanks
            if not clank.down and before.register < 5 and (card := clank.slots[before.register])
        }
        pushes = {
            (CALLED[event.seat], CALLED[event.by])
            for event in events
            if isinstance(event, Moved) and event.by is not None
        }
        walls = before.race.board.walls
        stopped = {CALLED[event.seat] for event in events if isinstance(event, Stopped)}
        for one in played.explained(GAME):
            words = cause(one)
            seen += 1
            assert re.search(r"\b[A-Z]+[0-9]+\b|\b[0-9]+\b|" + "|".join(CALLED.values()), words), (
                str(one.instruction.text),
                words,
            )
            assert one.cause == tuple(dict.fromkeys(one.cause)) and all(
                str(cause).endswith(".") and not str(cause).endswith("..") for cause in one.cause
            )
            for first, second in re.findall(r"(\d+) goes before (\d+)", words):
                assert int(first) > int(second) and {int(first), int(second)} <= numbers
            for whom, by in re.findall(r"([\w, ]+) (?:was|were) pushed by (\w+)", words):
                edge = "edge of the board" in words
                assert (
                    edge or {(name, by) for name in re.split(", | and ", whom.strip())} <= pushes
                ), words
            for side, square in re.findall(
                r"wall (?:of the \w+ )?on the (\w+) side of (\w+)", words
            ):
                assert (square, ("north", "east", "south", "west").index(side)) in walls
            for whom in re.findall(r"(\w+) cannot (?:push|go)", words):
                assert whom in stopped
    assert seen > 1300


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            explained_register(
                field(Wall("E6", E)), clank(1, "E6", E, "move1@490"), clank(2, "A1", N, "left@70")
            ),
            "490-kommt-vor-70-Die-Wand",
        ),
        (
            explained_register(
                field(Wall("D6", N)), clank(1, "D5", N, "move1@490"), clank(2, "D6")
            ),
            "Nur-BRASS-spielt-in-diesem-Register",
        ),
        (
            explained_register(
                field(Belt("D4", N)), clank(1, "D4"), clank(2, "D5"), clank(3, "D6")
            ),
            "COPPER-und-AZURE-wurden-von-BRASS",
        ),
        (
            explained_register(field(Pusher("D4", W, (1, 3))), clank(1, "D4")),
            "Der-Schieber-auf-der-Westseite-von",
        ),
        (
            explained_register(field(Laser("A4", W, 2)), clank(1, "D4")),
            "BRASS-auf-D4-steht-in-den",
        ),
        (
            explained_register(field(Belt("D4", E), Belt("F4", W)), clank(1, "D4"), clank(2, "F4")),
            "BRASS-und-COPPER-kämen-zugleich-auf",
        ),
    ],
)
def test_causes_in_german(found: list[Explained], words: str) -> None:
    """Use German cases for sides, registers and several clanks."""
    assert " ".join(map(german, found[0].cause)) == recorded(words)
