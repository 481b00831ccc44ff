"""Every instruction names its cause: what did it, where, and which number went before which; and no cause says what is not so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from companion.content import board_names, load_board
from companion.engine import events as told_events
from companion.engine.board import Board
from companion.engine.changes import ParkedByHand
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.engine.elements.wall import Wall
from companion.engine.events import Moved, Stopped
from companion.engine.rules import PASS, REGISTER_AND_TURN, TURN, Rules
from companion.engine.state import PARKED, Clank, Race, State
from companion.geometry import E, N, S, W
from tests.engine.random_races import random_board, random_state
from tests.english import german
from tests.games.instructed import CALLED, Explained, PlayedOn, explained_events, played_on
from tests.recorded import recorded
from tests.session.test_instructions import GAME, clank, explained_register, field

EVERY = (1, 2, 3, 4, 5)
ALONE = "BRASS alone plays a card in this register: {}."


def cause(one: Explained) -> str:
    """Its cause in one line."""
    return " ".join(map(str, one.cause))


def causes(*parts: object, **how: object) -> list[str]:
    """The causes of a register's instructions."""
    return [cause(one) for one in explained_register(*parts, **how)]  # type: ignore[arg-type]


def cleaned(*clanks: Clank, board: Board | None = None) -> list[str]:
    """The causes of a cleanup's instructions."""
    state = State(Race(board or field(), ("H8",), Rules()), clanks, turn=1, register=5)
    return [cause(one) for one in played_on(state).explained(GAME)]


def parked(seat: int, *checkpoints: str, death: int = 1) -> Clank:
    """A clank that waits for the cleanup."""
    return Clank(
        seat, PARKED, lives=2, checkpoints=tuple((square, N) for square in checkpoints), death=death
    )


BELTS = field(Belt("D4", N), Belt("D5", N))
TABLE: dict[str, tuple[list[str], list[str]]] = {
    "two cards": (
        causes(field(), clank(1, "A1", N, "move3@810"), clank(2, "C1", N, "move2@780")),
        ["810 goes before 780.", "810 goes before 780."],
    ),
    "three cards": (
        causes(
            field(),
            clank(1, "A1", N, "left@70"),
            clank(2, "C1", N, "move2@780"),
            clank(3, "E1", N, "right@80"),
        ),
        ["780 goes before 80.", "80 goes before 70.", "80 goes before 70."],
    ),
    "one card": (causes(field(), clank(1, "A1", N, "right@80")), [ALONE.format(80)]),
    "locked slot": (
        causes(
            field(),
            clank(1, "A1", N, "right@80", locked=(1, 2)),
            clank(2, "C1", N, "left@70", locked=(2,)),
        ),
        [
            "80 goes before 70. Slot 1 of BRASS is locked, so that its card is played again.",
            "80 goes before 70.",
        ],
    ),
    "equal numbers": (
        causes(field(), clank(1, "A1", N, "left@70"), clank(2, "C1", N, "left@70")),
        ["BRASS and COPPER both play 70, and the lower seat goes first."] * 2,
    ),
    "wall": (
        causes(field(Wall("E6", E)), clank(1, "D6", E, "move2@670")),
        [f"{ALONE.format(670)} The wall on the east side of E6 stops BRASS."],
    ),
    "wall noted beyond": (
        causes(field(Wall("F6", W)), clank(1, "E6", E, "move1@490")),
        [f"{ALONE.format(490)} The wall on the east side of E6 stops BRASS."],
    ),
    "mount of a pusher": (
        causes(field(Pusher("D5", S, EVERY)), clank(1, "D4", N, "move1@490")),
        [f"{ALONE.format(490)} The wall of the pusher on the north side of D4 stops BRASS."],
    ),
    "mount of a laser": (
        causes(field(Laser("D5", S)), clank(1, "D4", N, "move1@490")),
        [f"{ALONE.format(490)} The wall of the laser on the north side of D4 stops BRASS."],
    ),
    "parking row": (
        causes(field(), clank(1, "D1", N, "back@430")),
        [f"{ALONE.format(430)} The parking row beside D1 stops BRASS."],
    ),
    "walled border": (
        causes(field(edge="wall"), clank(1, "D8", N, "move1@490")),
        [f"{ALONE.format(490)} The border of the board on the north side of D8 stops BRASS."],
    ),
    "push": (
        causes(field(), clank(1, "D4", N, "move1@490"), clank(2, "D5")),
        [f"{ALONE.format(490)} COPPER was pushed by BRASS."],
    ),
    "push of a row": (
        causes(field(), clank(1, "D4", N, "move1@490"), clank(2, "D5"), clank(3, "D6")),
        [f"{ALONE.format(490)} COPPER and COBALT were pushed by BRASS."],
    ),
    "push that a wall ends": (
        causes(field(Wall("D6", N)), clank(1, "D4", N, "move2@670"), clank(2, "D5")),
        [
            f"{ALONE.format(670)} COPPER was pushed by BRASS. The wall on the north side of D6 stops COPPER, so that BRASS cannot push."
        ],
    ),
    "pit": (
        causes(field(Pit("D6")), clank(1, "D4", N, "move3@790")),
        [
            f"{ALONE.format(790)} D6 is a pit. BRASS has 2 lives left and comes back after register 5, on D4 if nobody stands there."
        ],
    ),
    "last life": (
        causes(field(Pit("D5")), clank(1, "D4", N, "move1@490", lives=1)),
        [
            f"{ALONE.format(490)} D5 is a pit. BRASS has lost its last life and is out.",
            "BRASS has no life left.",
        ],
    ),
    "lives without end": (
        causes(
            field(Pit("D5")), clank(1, "D4", N, "move1@490", lives=None), rules=Rules(lives=None)
        ),
        [
            f"{ALONE.format(490)} D5 is a pit. BRASS comes back after register 5, on D4 if nobody stands there."
        ],
    ),
    "open edge": (
        causes(field(), clank(1, "D7", N, "move2@670"), clank(2, "D8")),
        [
            f"{ALONE.format(670)} COPPER was pushed by BRASS. No wall stands at the border of the board beside D8."
            " COPPER has 2 lives left and comes back after register 5, on D8 if nobody stands there."
            " BRASS has 2 lives left and comes back after register 5, on D7 if nobody stands there."
        ],
    ),
    "belt over the edge": (
        causes(field(Belt("D8", N)), clank(1, "D8")),
        [
            "The belt on D8 runs north. No wall stands at the border of the board beside D8."
            " BRASS has 2 lives left and comes back after register 5, on D8 if nobody stands there."
        ],
    ),
    "belt": (causes(field(Belt("D4", E)), clank(1, "D4")), ["The belt on D4 runs east."]),
    "fast belt round a corner": (
        causes(field(Belt("D4", E, "fast"), Belt("E4", N)), clank(1, "D4")),
        [
            "The fast belt on D4 runs east. The belt on E4 bends to the north.",
            "The belt on E4 runs north.",
        ],
    ),
    "belt that pushes": (
        causes(field(Belt("D4", N)), clank(1, "D4"), clank(2, "D5")),
        ["COPPER was pushed by BRASS. The belt on D4 runs north."],
    ),
    "ring": (
        causes(
            field(Belt("D4", E), Belt("E4", N), Belt("E5", W), Belt("D5", S)),
            *(clank(seat, square) for seat, square in enumerate(("D4", "E4", "E5", "D5"), 1)),
        ),
        [
            "The belts on D4, E4, E5 and D5 lead round in a ring, so that all move at once. The belt on E4 bends to the north. The belt on E5 bends to the west."
            " The belt on D5 bends to the south. The belt on D4 bends to the east."
        ],
    ),
    "jam": (
        causes(field(Belt("D4", N), Belt("D5", N), Wall("D5", N)), clank(1, "D4"), clank(2, "D5")),
        [
            "The wall on the north side of D5 stops COPPER. COPPER on D5 has to stay, and BRASS cannot come there."
        ],
    ),
    "idle belt": (
        causes(
            field(Belt("D4", N, "fast"), Belt("D5", E), Wall("D5", E)),
            clank(1, "D4"),
            clank(2, "D5"),
        ),
        [
            "COPPER on D5 stands on a belt too, and no belt pushes it.",
            "The wall on the east side of D5 stops COPPER. COPPER on D5 has to stay, and BRASS cannot come there.",
        ],
    ),
    "two belts onto one square": (
        causes(field(Belt("D4", E), Belt("F4", W)), clank(1, "D4"), clank(2, "F4")),
        ["BRASS and COPPER would come onto E4 at once, so nobody moves."],
    ),
    "two belts that push one clank": (
        causes(field(Belt("D4", E), Belt("E3", N)), clank(1, "D4"), clank(2, "E3"), clank(3, "E4")),
        ["BRASS and COPPER would come onto E4 at once, so nobody moves."],
    ),
    "head on": (
        causes(field(Belt("D4", E), Belt("E4", W)), clank(1, "D4"), clank(2, "E4")),
        ["BRASS and COPPER would change places, so nobody moves."],
    ),
    "pusher": (
        causes(field(Pusher("D4", W, (1, 3))), clank(1, "D4")),
        ["The pusher on the west side of D4 pushes in registers 1 and 3."],
    ),
    "pusher in every register": (
        causes(field(Pusher("D4", W, EVERY)), clank(1, "D4")),
        ["The pusher on the west side of D4 pushes in every register."],
    ),
    "two pushers": (
        causes(field(Pusher("D4", W, (1,)), Pusher("D4", N, (1, 2))), clank(1, "D4")),
        ["D4 has pushers that act at once, on these sides: north and west."],
    ),
    "rotators": (
        causes(field(Rotator("D4", "cw"), Rotator("F4", "ccw")), clank(1, "D4"), clank(2, "F4")),
        ["The rotator on D4 turns right.", "The rotator on F4 turns left."],
    ),
    "crusher": (
        causes(field(Crusher("D4", (1, 4))), clank(1, "D4")),
        [
            "The crusher on D4 closes in registers 1 and 4. BRASS has 2 lives left and comes back after register 5, on D4 if nobody stands there."
        ],
    ),
    "laser": (
        causes(field(Laser("A4", W, 2)), clank(1, "D4", damage=8)),
        [
            "BRASS on D4 stands in the 2 beams of the laser on the west side of A4.",
            "The tenth damage destroys BRASS. BRASS has 2 lives left and comes back after register 5, on D4 if nobody stands there.",
        ],
    ),
    "shots": (
        causes(field(), clank(1, "D4", E), clank(2, "F4", W), shots=True),
        [
            "COPPER on F4 faces W, and BRASS on D4 is the first in line. BRASS on D4 faces E, and COPPER on F4 is the first in line."
        ],
    ),
    "next flag": (
        causes(field(), clank(1, "D4", N), flags=("D4",)),
        ["Flag 1 lies on D4 and is the next one for BRASS. Flag 1 is the last one."],
    ),
    "flag out of order": (
        causes(field(Rotator("D4", "cw")), clank(1, "D4", N), flags=("A1", "D4")),
        [
            "The rotator on D4 turns right.",
            "Flag 2 on D4 is a checkpoint. It does not count as a flag yet: flag 1 comes first for BRASS.",
        ],
    ),
    "flag that was touched": (
        causes(
            field(),
            clank(1, "D3", N, "move1@490", next_flag=2),
            flags=("D4", "A1"),
            rules=Rules(PASS, PASS),
        ),
        [f"{ALONE.format(490)} Flag 1 on D4 is a checkpoint. BRASS has touched this flag before."],
    ),
    "flag that counts later": (
        causes(
            field(), clank(1, "D3", N, "move1@490"), flags=("D4", "A1"), rules=Rules(TURN, PASS)
        ),
        [
            f"{ALONE.format(490)} Flag 1 on D4 is a checkpoint. By the setting Flag hit it counts as a flag only later."
        ],
    ),
    "hollow repair point": (
        causes(field(Repair("D4", 1)), clank(1, "D4", damage=3)),
        ["The repair point on D4 is hollow: it takes away 1 damage."],
    ),
    "repair point with a gear": (
        causes(field(Repair("D4", 2)), clank(1, "D3", N, "move1@490", damage=3)),
        [
            ALONE.format(490),
            "The repair point on D4 is a checkpoint.",
            "The repair point on D4 shows a gear: it takes away up to 2 damage.",
        ],
    ),
    "back": (
        cleaned(parked(1, "C1", "D4")),
        ["D4 is the checkpoint that BRASS touched last, and nobody stands there."],
    ),
    "back on an older checkpoint": (
        cleaned(parked(1, "C1", "D4"), parked(3, "D4", death=2), clank(2, "D4")),
        ["COPPER stands on D4; C1 is the checkpoint before.", "COPPER stands on D4."],
    ),
    "no checkpoint at all": (cleaned(parked(1)), ["BRASS has no checkpoint."]),
    "one after another": (
        cleaned(parked(1, "D4"), parked(3, "C1", "D4", death=2)),
        [
            "D4 is the checkpoint that BRASS touched last, and nobody stands there.",
            "BRASS stands on D4; C1 is the checkpoint before.",
        ],
    ),
}
"""What happens, and the causes that are told of it, instruction by instruction."""


@pytest.mark.parametrize("found, expected", TABLE.values(), ids=TABLE)
def test_the_cause_names_what_did_it(found: list[str], expected: list[str]) -> None:
    """Every kind of thing that happens, in a small position."""
    assert found == expected


def test_all_damage_after_the_fifth_register() -> None:
    """What the setting adds is told as such, and so is a change by hand."""
    state = State(
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
    """What an element beyond ours does has a cause, too."""
    state = State(Race(field(), ("H8",), Rules()), (clank(1, "D4"),), turn=1)
    (slid,) = explained_events(
        GAME,
        state,
        told_events.BeatBegan("oil"),
        Moved(1, "D4", "D5", N, N, "oil", None, "E999"),
    )
    assert cause(slid) == recorded("The-cause-is-on-D4-oil")


def whole_turns(seed: int, races: int) -> Iterable[PlayedOn]:
    """Registers and cleanups of turns on shipped boards and on crowded random ones, eight clanks each, any settings."""
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
    """Thousands of instructions: each has a cause that names a square, a clank or a number, and what it says stands in the position or in the events."""
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
                str(told).endswith(".") and not str(told).endswith("..") for told in one.cause
            )
            for first, second in re.findall(r"(\d+) goes before (\d+)", words):
                assert int(first) > int(second) and {int(first), int(second)} <= numbers
            for whom, by in re.findall(r"([\w, ]+) (?:was|were) pushed by (\w+)", words):
                edge = "border of the board" in words
                assert (
                    edge or {(name, by) for name in re.split(", | and ", whom.strip())} <= pushes
                ), words
            for side, square in re.findall(
                r"wall (?:of the \w+ )?on the (\w+) side of (\w+)", words
            ):
                assert (square, ("north", "east", "south", "west").index(side)) in walls
            for whom in re.findall(r"(\w+) cannot (?:push|come)", words):
                assert whom in stopped
    assert seen > 1300


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            explained_register(
                field(Wall("E6", E)), clank(1, "E6", E, "move1@490"), clank(2, "A1", N, "left@70")
            ),
            "490 kommt vor 70. Die Wand auf der Ostseite von E6 hält BRASS auf.",
        ),
        (
            explained_register(
                field(Wall("D6", N)), clank(1, "D5", N, "move1@490"), clank(2, "D6")
            ),
            "Nur BRASS spielt in diesem Register eine Karte: 490. Die Wand auf der Nordseite von D6 hält COPPER auf, also kann BRASS nicht schieben.",
        ),
        (
            explained_register(
                field(Belt("D4", N)), clank(1, "D4"), clank(2, "D5"), clank(3, "D6")
            ),
            "COPPER und COBALT wurden von BRASS geschoben. Das Band auf D4 läuft nach Norden.",
        ),
        (
            explained_register(field(Pusher("D4", W, (1, 3))), clank(1, "D4")),
            "Der Schieber auf der Westseite von D4 schiebt in den Registern 1 und 3.",
        ),
        (
            explained_register(field(Laser("A4", W, 2)), clank(1, "D4")),
            "BRASS auf D4 steht in den 2 Strahlen des Lasers auf der Westseite von A4.",
        ),
        (
            explained_register(field(Belt("D4", E), Belt("F4", W)), clank(1, "D4"), clank(2, "F4")),
            "BRASS und COPPER kämen zugleich auf E4, also bewegt sich keiner.",
        ),
    ],
)
def test_causes_in_german(found: list[Explained], words: str) -> None:
    """Sides, registers and several clanks in their German cases."""
    assert " ".join(map(german, found[0].cause)) == words
