"""Instructions: each event once, and obedient hands arrive where the rules do."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.api import Step
from companion.games.asking import Custody
from companion.games.cardbot import invariants
from companion.games.cardbot.engine.events import (
    CardsReturned,
    Event,
    GameEvent,
    PileShuffled,
    TargetReached,
)
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.engine.turn import end_round, play_command
from companion.games.cardbot.narration.components import CardbotComponents
from companion.games.cardbot.narration.recap import CardbotResults
from companion.games.cardbot.narration.standing import pieces_of
from companion.games.cardbot.narration.telling import SILENT_EVENTS, at_work, causes, tell, working
from companion.games.cardbot.narration.wording import TELEPORTS, part_words
from companion.games.cardbot.places import board_of_grid
from companion.games.scene import Instruction, MovePicture, Scene
from tests.catalogues import spoken
from tests.games.cardbot.plays import NAMES, Played, as_played, commanded, rounds, standing
from tests.games.cardbot.positions import begun
from tests.games.instructions import Explained
from tests.recorded import recorded

GERMAN = spoken("de")
SEEDS = st.integers(0, 10**6)
RESULTS = CardbotResults()
PILES = (CardsReturned, TargetReached, PileShuffled)


def instructions_of(played: Played) -> tuple[Instruction, ...]:
    """Return the instructions for a piece of play."""
    return tuple(one.instruction for one in explained(played))


def steps_of(played: Played) -> tuple[Step[CardbotState, GameEvent], ...]:
    """Return its steps for hands; a reset is one step."""
    return played.steps or (Step(played.events, played.after),)


def explained(played: Played) -> tuple[Explained, ...]:
    """Return its instructions, each with its causes."""
    found, before = [], played.before
    for step in steps_of(played):
        for one in tell(before, step.events, NAMES):
            found.append(Explained(one, causes(before, step.events, one, NAMES)))
        before = step.position
    return tuple(found)


def words(played: Played) -> list[str]:
    """Return their sentences."""
    return [str(one.text) for one in instructions_of(played)]


def cause_words(played: Played, part: str = "cards", number: int = 0) -> str:
    """Return why one of them happened."""
    return " ".join(
        map(str, [one for one in explained(played) if one.instruction.part == part][number].cause)
    )


def obeyed(
    state: CardbotState, instructions: tuple[Instruction, ...]
) -> dict[int, tuple[str, int]]:
    """Return places and headings of robots after all instructions in order."""
    stands = {robot.seat: (robot.square, robot.heading) for robot in state.robots}
    for instruction in instructions:
        ring = _is_ring(instruction.moves)
        for move in instruction.moves:
            assert stands[move.seat] == (move.start, move.before)
            taken = [
                seat
                for seat, (square, _) in stands.items()
                if square == move.end and seat != move.seat
            ]
            # Only who is lifted together with others finds its place taken.
            assert not taken or (
                ring and (instruction.part == TELEPORTS or "all at once" in instruction.words)
            )
            stands[move.seat] = (move.end or "", move.after)
        assert len({square for square, _ in stands.values()}) == len(stands)
    return stands


def _is_ring(moves: tuple[MovePicture, ...]) -> bool:
    starts = {move.start for move in moves}
    return len(moves) > 1 and all(move.end in starts for move in moves)


@given(SEEDS)
@settings(max_examples=60)
def test_who_only_obeys_arrives_where_the_rules_do(seed: int) -> None:
    """Arrive where the rules do on crowded grids, with every extra, through resets."""
    for played in rounds(seed):
        stands = obeyed(played.before, instructions_of(played))
        assert stands == {
            robot.seat: (robot.square, robot.heading) for robot in played.after.robots
        }


@given(st.data())
@settings(max_examples=100)
def test_who_only_obeys_arrives_there_on_any_grid(data: st.DataObject) -> None:
    """Arrive there on any grid, with crossing belts, slippery places and random sides."""
    state, sides = data.draw(begun()), list[int | None]()
    while (outcome := play_command(state, sides, in_steps=True)).choice is not None:
        sides.append(data.draw(st.sampled_from((None, *outcome.choice.sides))))
    played = as_played(state, outcome)
    assert obeyed(state, instructions_of(played)) == {
        robot.seat: (robot.square, robot.heading) for robot in played.after.robots
    }


@given(SEEDS)
@settings(max_examples=60)
def test_every_event_is_told_once(seed: int) -> None:
    """Tell every event once in order, but piles together, or say why it is left out."""
    for played in rounds(seed):
        instructions = [one.instruction for one in explained(played)]
        events = [event for one in instructions for event in one.events]
        assert sorted(map(repr, events)) == sorted(
            repr(event) for event in played.events if type(event) not in SILENT_EVENTS
        )
        for one, cause in explained(played):
            assert (
                one.words
                and str(one.short)
                and one.rule
                and str(part_words(one.part)) != one.part.upper()
            )
            assert "{" not in one.words and all("{" not in str(words) for words in cause)


@given(SEEDS)
@settings(max_examples=30)
def test_of_piles_that_the_app_holds_hands_hear_nothing(seed: int) -> None:
    """Tell hands only the won targets of the app's piles."""
    for played in rounds(seed):
        custody = dict.fromkeys(played.before.seats, Custody.APP)
        instructions = tell(played.before, played.events, NAMES, custody)
        missing = [
            event
            for event in played.events
            if type(event) not in SILENT_EVENTS
            and not any(event in one.events for one in instructions)
        ]
        assert all(
            isinstance(event, PILES) and not isinstance(event, TargetReached) for event in missing
        )
        assert not any("pile," in one.words or "shuffle" in one.words for one in instructions)


@given(SEEDS)
@settings(max_examples=60)
def test_robots_between_steps_stand_where_hands_have_put_them(seed: int) -> None:
    """Show robots between steps as hands have put them, without a broken invariant."""
    for played in rounds(seed):
        before = played.before
        for step in steps_of(played):
            assert obeyed(before, tell(before, step.events, NAMES)) == {
                robot.seat: (robot.square, robot.heading) for robot in step.position.robots
            }
            before = step.position
        assert before == played.after
        assert sum((step.events for step in steps_of(played)), ()) == played.events
        assert invariants.unsound(played.after) == ()
        found = pieces_of(played.after)
        assert invariants.breaches(played.before.grid, played.events, found) == ()


@given(SEEDS)
@settings(max_examples=30)
def test_ways_back_find_their_places_free(seed: int) -> None:
    """Find the places of ways back free, from end to beginning of a round."""
    games = list(rounds(seed))
    first, last = games[0].before, games[-1].after
    stands = {robot.seat: robot.square for robot in last.robots}
    for one in CardbotComponents().scene_diff(
        Scene(pieces=pieces_of(last)), Scene(pieces=pieces_of(first)), NAMES
    ):
        for move in one.moves:
            stands[move.seat] = move.end or ""
        assert len(set(stands.values())) == len(stands)
    assert stands == {robot.seat: robot.square for robot in first.robots}


def test_all_kinds_of_events_come_up_in_games_by_chance() -> None:
    """Meet all kinds of events in random games, so that the tests above cover them."""
    seen = {
        type(event) for seed in range(60) for played in rounds(seed, 2) for event in played.events
    }
    assert seen == set(get_args(Event))


# ---- Sentences -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (
            commanded(standing("1 D4 N"), {1: "A"}),
            "Ace-of-hearts-BRASS-moves-to-D5",
        ),
        (
            commanded(standing("1 A5 W", "2 C1 N"), {1: "T"}),
            "10-of-hearts-BRASS-moves-over",
        ),
        (
            commanded(standing("1 E5 N"), {1: "5"}),
            "5-of-hearts-BRASS-turns-right",
        ),
        (
            commanded(standing("1 E5 N"), {1: "6"}),
            "6-of-hearts-BRASS-turns-round",
        ),
        (
            commanded(standing("1 E5 E", "2 F5 N"), {1: "A"}),
            "Ace-of-hearts-BRASS-moves-to-F5-it",
        ),
        (
            commanded(standing("1 E5 E", "2 F5 N", "3 G5 N"), {1: "A"}, "N"),
            "Ace-of-hearts-BRASS-moves-to-F5-COPPER",
        ),
        (
            commanded(standing("1 F1 N"), {1: "A"}),
            "Ace-of-hearts-BRASS-moves-to-F2",
        ),
        (
            commanded(standing("1 D2 E", "2 E2 N"), {1: "A"}),
            "Ace-of-hearts-BRASS-moves-to-E2",
        ),
        (
            commanded(standing("1 B1 S"), {1: "K"}),
            "King-of-hearts-BRASS-stays-on",
        ),
        (
            commanded(standing("1 C5 N"), {1: "9"}),
            "9-of-hearts-BRASS-cannot-turn",
        ),
        (
            commanded(standing("1 E6 N", "2 E7 N", "3 D7 N", "4 F7 N"), {1: "A"}),
            "Ace-of-hearts-BRASS-stays-on",
        ),
    ],
)
def test_a_card_in_one_sentence(played: Played, words: str) -> None:
    """Tell a card, its robot's move and the moved robots in one sentence, also in German."""
    one = instructions_of(played)[0]
    assert [one.words, one.text.said(GERMAN)] == recorded(words)
    assert one.seat == 1 and one.card == played.before.programs[1][0].text


def test_cards_that_change_nothing_are_one_notice() -> None:
    """Tell cards that change nothing in one notice, each with its reason."""
    (one, cause), *rest = explained(
        commanded(standing("1 A1 N", "2 C5 N", "3 E1 N"), {1: "8", 2: "6", 3: "4"})
    )
    assert one.words == recorded("8-of-hearts-nothing-changes-for")
    assert not one.moves and not rest
    assert [str(words) for words in cause] == recorded("8-quarter-turns-to-the-right")


def test_hands_move_the_robot_in_the_way_first() -> None:
    """Move the robot in the way first, to free its place (CBR20)."""
    one = instructions_of(commanded(standing("1 E5 E", "2 F5 N"), {1: "A"}))[0]
    assert [(move.seat, move.start, move.end) for move in one.moves] == [
        (2, "F5", "G5"),
        (1, "E5", "F5"),
    ]
    assert one.rule == "CB10"


def test_belts_teleports_and_slippery_places_tell_what_they_do() -> None:
    """Tell each belt as one instruction, teleports, and slides that end nowhere."""
    played = commanded(standing("1 D4 N", "2 D5 N", "3 F3 N", "4 D3 N", "5 B4 N"), {})
    assert words(played)[-3:] == recorded("Belt-of-clubs-BRASS-to-D3")
    assert cause_words(played, "clubs") == recorded("The-belt-of-clubs-runs-south")


def test_a_full_ring_goes_all_at_once() -> None:
    """Move a full ring in one instruction (CBR09)."""
    ring = [f"{seat} {column}3 N" for seat, column in enumerate("ABCDEFG", 1)]
    one = instructions_of(commanded(standing(*ring), {}))[-1]
    assert one.words == recorded("Belt-of-spades-all-at-once")
    assert len(one.moves) == 7


def test_two_robots_change_places_by_teleport() -> None:
    """Swap two robots by teleport in one instruction (CBR26)."""
    one = instructions_of(commanded(standing("1 B4 N", "2 G7 N"), {}))[-1]
    assert one.words == recorded("Teleports-BRASS-on-B4-and-COPPER")
    assert {(move.seat, move.start, move.end) for move in one.moves} == {
        (1, "B4", "G7"),
        (2, "G7", "B4"),
    }


def test_a_belt_goes_by_its_suit_only_where_there_are_two() -> None:
    """Name a belt's suit only if there are two."""
    assert words(commanded(standing("1 D5 N", layout="basic"), {}))[-1] == recorded(
        "Belt-BRASS-to-D4"
    )


def test_who_is_stuck_tries_again() -> None:
    """Say that a stuck robot tries again, once per command, and which way (CBR25)."""
    state = standing("1 F2 S", "2 F1 N", "3 E1 N", "4 G1 N")
    played = commanded(state, {})
    assert words(played)[-1] == recorded("Slippery-places-BRASS-stays-on-F2")
    assert cause_words(played, "slippery") == recorded("F2-is-slippery-and-BRASS-tries")
    played = commanded(standing("1 A5 E"), {})
    assert words(played)[-1] == recorded("Slippery-places-BRASS-slides-on-from")


# ---- Causes --------------------------------------------------------------------------------------


def test_a_cause_names_whose_card_came_first_and_who_drives() -> None:
    """Give the order of cards and drivers as causes: value, earlier and next commands, seats.

    Cards to come are not told.
    """
    state = standing("1 A1 N", "2 C1 N", "3 E1 N")
    assert cause_words(commanded(state, {1: "A", 2: "K"})) == recorded(
        "The-ace-goes-before-the-king"
    )
    assert cause_words(commanded(state, {1: "A 9", 2: "K 9"})) == recorded(
        "BRASS-and-COPPER-play-equal-cards"
    )
    assert cause_words(commanded(state, {1: "9", 2: "9"}, None)) == recorded(
        "BRASS-and-COPPER-have-equal-cards"
    )
    by_next = commanded(state, {1: "9 2", 2: "9 3"}, number=1)
    assert cause_words(by_next) == recorded("COPPER-and-BRASS-play-equal-cards")


def test_a_cause_knows_the_cards_that_were_told_before() -> None:
    """Remember earlier cards after a side was chosen in mid-command (CB11)."""
    played = commanded(standing("1 A1 N", "2 C1 N"), {1: "A", 2: "K"})
    last = played.events[[getattr(event, "seat", 0) for event in played.events].index(2) :]
    (one, *_) = tell(played.before, last, NAMES)
    assert str(causes(played.before, last, one, NAMES)[0]) == recorded(
        "The-ace-goes-before-the-king"
    )


def test_a_cause_says_why_a_robot_pings_and_who_chose() -> None:
    """Say why a robot pings, and whether the side was chosen, timed out, or the only one."""
    state = standing("1 E5 E", "2 F5 N", "3 G5 N")
    assert cause_words(commanded(state, {1: "A"}, "S")) == recorded("JADE-stands-on-G5-so-COPPER")
    late = commanded(state, {1: "A"}, None)
    assert cause_words(late) == recorded("Seat-2-chose-no-side-in")
    belt = commanded(standing("1 D4 N", "2 D3 N", "3 D2 N"), {}, "E")
    assert cause_words(belt, "clubs") == recorded("JADE-stands-on-D2-so-COPPER")
    edge = commanded(standing("1 A6 N", "2 A7 N", "3 B7 N"), {1: "A"})
    assert cause_words(edge) == recorded("Beyond-A7-the-grid-ends-so")


# ---- Targets and the reset -----------------------------------------------------------------------


def reset(state: CardbotState) -> Played:
    """Return the reset, five commands later."""
    outcome = end_round(state._replace(command=5))
    return Played(state, outcome.events, outcome.state)


def test_a_target_is_told_when_it_is_reached_and_its_card_at_the_reset() -> None:
    """Tell a reached target first, and its cards at the reset (CB16, CB17)."""
    played = commanded(standing("1 B6 N", "2 C1 N"), {1: "A"})
    assert words(played)[-1] == recorded("BRASS-reaches-target-1-on-B7")
    news = [str(line) for one in instructions_of(played) for line in one.news]
    assert news == recorded("BRASS-reaches-target-1-on-B7-2"), (
        "a long list pins it above everything"
    )
    cleared = reset(played.after)
    assert words(cleared) == recorded("Seat-2-give-the-five-cards")
    custody = dict.fromkeys((1, 2), Custody.APP)
    (notice,) = tell(cleared.before, cleared.events, NAMES, custody)
    assert notice.words == recorded("BRASS-has-won-target-1-its")


def test_several_targets_of_one_round_are_handled_in_one_go() -> None:
    """Handle several targets of a round together, with one shuffle.

    The driver handles the pile of the random robot.
    """
    state = standing("1 A1 N", "2 C1 N", "3 E1 N", "4 B5 N", people=3)
    state = state.with_robot(state.robot(4)._replace(visited=("B7", "C2")))
    assert words(reset(commanded(state, {}).after))[-1] == recorded("Seat-1-take-cards-out-of")


def test_the_end_names_all_winners() -> None:
    """Name all winners, who share the win."""
    state = standing("1 A1 N 2", "2 C1 N 2")
    for seat in (1, 2):
        state = state.with_robot(state.robot(seat)._replace(visited=("F7",)))
    assert words(reset(commanded(state, {}).after))[-1] == recorded(
        "BRASS-and-COPPER-have-all-three"
    )


# ---- Besides instructions ------------------------------------------------------------------------


def test_what_befell_a_robot_is_told_in_a_few_words() -> None:
    """Tell a robot's turn in few words: places, targets, actions of others."""
    played = commanded(standing("1 E5 E", "2 F5 N", "3 G5 N"), {1: "A"}, "N")
    assert str(RESULTS.turn_note(played.events, 1)) == recorded("moved-1-place")
    assert str(RESULTS.turn_note(played.events, 2)) == recorded("moved-1-place-pushed-aside-once")
    assert not RESULTS.turn_note(played.events, 3)


def test_before_the_commands_stands_who_is_first_among_equals() -> None:
    """Name the first of equal cards before the commands, for history and records."""
    played = commanded(standing("2 A1 N", "3 C1 N"), {})
    (one,) = RESULTS.turn_intro(played.events, NAMES)
    assert one.words == recorded("Where-all-else-is-equal-seat") and one.rule == "CBR02"
    assert RESULTS.log_lines(played.events, NAMES) == ((one.words, one.rule),)


def test_what_acts_is_shown_on_the_map() -> None:
    """Show what acts on the map: belts with robots, teleports, slippery places."""
    played = commanded(standing("1 D6 N", "2 B4 N", "3 F1 N", rules=Rules()), {3: "A"})
    by_part = {one.part: working(played.before.grid, one) for one in instructions_of(played)}
    assert by_part["clubs"] == ("D7", "D6", "D5", "D4")
    assert by_part["teleports"] == ("B4", "G7")
    assert working(played.before.grid, instructions_of(played)[0]) == ("F2",)
    works = at_work(
        played.before.grid,
        board_of_grid(played.before.grid),
        next(one for one in instructions_of(played) if one.part == "teleports"),
    )
    assert {element.square for element in works.acting} == {"B4", "G7"}
