"""Events in plain words: each line says when, who, what and by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from companion.content import load_board
from companion.engine import causes, changes
from companion.engine import events as events
from companion.engine.cards import Card
from companion.engine.events import Event
from companion.formats.event_sentences import event_sentence
from companion.games.clockwork.scenario import parse_scenario, play_scenario
from companion.games.race.scenario_parts import explained
from companion.geometry import E, N, S, W
from companion.words import text
from tests.recorded import recorded

FOLDER = Path(__file__).parent.parent / "scenarios"

EXAMPLES: list[tuple[Event, str]] = [
    (events.TurnBegan(2), "begins"),
    (events.PoweredDown(1, 4, "6.5.2"), "S1-is-powered-down-and-loses"),
    (events.PowerDownAnnounced(1), "S1-announces-a-power-down-for"),
    (events.Dealt(1, 9, (), "6.2.1"), "S1-is-dealt-9-cards"),
    (events.Dealt(1, 1, (2, 3, 4, 5), "6.3.1"), "S1-is-dealt-1-card-locked"),
    (events.Dealt(1, 4, (5,), "6.3.1"), "S1-is-dealt-4-cards-locked"),
    (events.RegisterBegan(2, 3), "begins"),
    (events.BeatBegan("fast belts"), "fast-belts"),
    (events.CardPlayed(1, Card("move1", 490)), "S1-plays-move1-490"),
    (events.Turned(1, "E7", N, E, causes.CARD, "7.2.3"), "S1-turns-to-the-right-on"),
    (
        events.Turned(1, "E7", N, W, causes.BELT, "7.5.4"),
        "S1-is-turned-by-the-belt",
    ),
    (events.Turned(1, "E7", N, S, causes.CARD, "7.2.3"), "S1-turns-about-on-E7-facing"),
    (events.Moved(1, "E6", "E7", N, N, causes.CARD, None, "7.2.4"), "S1-drives-from-E6-to-E7"),
    (events.Moved(1, "E7", "E6", N, S, causes.CARD, None, "7.2.4"), "S1-backs-up-from-E7-to"),
    (events.Moved(2, "E7", "E8", N, N, causes.PUSH, 1, "7.3.1"), "S2-is-pushed-from-E7-to"),
    (
        events.Moved(1, "E7", "E8", N, N, causes.BELT, None, "7.5.1"),
        "S1-is-carried-from-E7-to",
    ),
    (
        events.Moved(1, "E7", "E8", N, N, causes.PUSHER, None, "7.6.2"),
        "S1-is-pushed-from-E7-to",
    ),
    (
        events.Stopped(1, "E7", N, causes.WALL, None, "7.2.5"),
        "S1-stays-on-E7-going-N-there",
    ),
    (
        events.Stopped(1, "E7", N, causes.ROW, 2, "7.3.2"),
        "S1-stays-on-E7-going-N-S2-ahead",
    ),
    (
        events.Stopped(1, "E7", N, causes.JAM, 2, "13.2"),
        "S1-stays-on-E7-going-N-S2-stays",
    ),
    (
        events.Stopped(1, "E7", N, causes.CLAIM, None, "13.7"),
        "S1-stays-on-E7-going-N-somebody",
    ),
    (
        events.Stopped(1, "E7", N, causes.TORN, None, "7.6.4"),
        "S1-stays-on-E7-going-N-it",
    ),
    (
        events.Damaged(1, "E7", 2, 5, causes.LASER, "E1", "7.9.2"),
        "S1-on-E7-takes-2-damage-from-the-laser",
    ),
    (
        events.Damaged(1, "E7", 1, 5, causes.SHOT, 2, "7.10.1"),
        "S1-on-E7-takes-1-damage-from-the-shot",
    ),
    (
        events.Healed(1, "E7", 2, 3, causes.REPAIR, "7.12.1"),
        "S1-on-E7-loses-2-damage",
    ),
    (
        events.Destroyed(1, "E7", causes.PIT, 2, "8.2"),
        "S1-falls-into-the-pit-on",
    ),
    (
        events.Destroyed(1, "E7", causes.EDGE, 1, "13.1"),
        "S1-goes-over-the-edge-of",
    ),
    (events.Destroyed(1, "E7", causes.CRUSHER, 0, "7.8"), "S1-is-crushed-on-E7-and"),
    (
        events.Destroyed(1, "E7", causes.LASER, None, "8.1"),
        "S1-is-destroyed-on-E7-by-a",
    ),
    (events.FlagTouched(1, 2, "E7", "7.11.1"), "S1-touches-flag-2-on-E7"),
    (events.CheckpointTouched(1, "E7", S, "7.11.2"), "S1-will-come-back-to-E7"),
    (events.Won(1, "10.1"), "S1-has-touched-the-last-flag"),
    (events.NobodyWon(), "every-clank-is-out-nobody-wins"),
    (events.Respawned(1, "E7", S, "9.2"), "S1-comes-back-on-E7-facing"),
    (events.StayedParked(1), "S1-stays-in-the-parking-row"),
    (events.TurnEnded(2), "ends"),
    (changes.PlacedByHand(1, "E7", "E8", N, S, 3), "S1-is-put-from-E7-to"),
    (
        changes.PlacedByHand(1, None, "E8", N, S, 0),
        "S1-is-put-from-the-parking",
    ),
    (changes.ParkedByHand(1, "E7"), "S1-is-sent-from-E7-to"),
    (
        changes.SetByHand(1, text("damage"), text("5"), text("3")),
        "S1s-damage-is-set-from-5",
    ),
    (
        changes.SetByHand(None, text("Lives"), text("3"), text("no limit")),
        "Lives-is-set-from-3-to",
    ),
    (changes.FlagMoved(2, "E3", "B4"), "flag-2-is-laid-from-E3"),
    (events.Moved(1, "E7", "E6", N, S, causes.BOUNCE, None, "B14"), "S1-bounces-from-E7-to-E6"),
    (
        events.Moved(1, "E7", "E6", N, S, causes.FLIP_BELT, None, "C8"),
        "S1-is-moved-from-E7-to",
    ),
    (
        events.Moved(11, "E7", "E8", N, N, causes.PUSH, 2, "7.3.1"),
        "S1s-copy-is-pushed-from-E7",
    ),
    (
        events.Damaged(1, "E7", 1, 5, "spiky_wall", "E7", "B2d"),
        "S1-on-E7-takes-1-damage-from-the-spiky",
    ),
    (
        events.Damaged(1, "E7", 1, 5, "ghost", 22, "D9"),
        "S1-on-E7-takes-1-damage-from-S2s",
    ),
    (
        events.Damaged(1, "E7", 1, 5, "burning", 1, "D6"),
        "S1-on-E7-takes-1-damage-from-burning",
    ),
    (
        events.Damaged(1, "E7", 2, 5, causes.FALL, "", "3.4"),
        "S1-on-E7-takes-2-damage-from-the-fall",
    ),
    (
        events.Destroyed(1, "E7", "accelerator", None, "C1"),
        "S1-is-destroyed-on-E7-by-an",
    ),
    (events.Jumped(1, "E7", "K3", N, causes.JUMP, "B22"), "S1-jumps-from-E7-to-K3"),
    (
        events.Jumped(1, "E7", "E8", E, causes.GEAR, "C14"),
        "S1-is-carried-round-from-E7",
    ),
    (
        events.CardVoid(1, Card("move1", 490), "mag_lock", "E7", "B6"),
        "S1s-move1-490-has-no-effect",
    ),
    (events.StatusBegan(1, "flying", "1", "A2"), "S1-is-now-flying"),
    (events.StatusBegan(1, "burnt", "2,3", "B23"), "S1-is-now-burnt-2-3"),
    (events.StatusEnded(1, "flying", "A2"), "S1-is-flying-no-more"),
    (events.CardDrawn(1, 4, None, Card("move1", 490), "A1"), "S1-draws-move1-490-into-slot"),
    (events.CardDrawn(1, 0, None, Card("move1", 490), "F2"), "S1-draws-move1-490"),
    (
        events.CardSet(1, 4, Card("uturn", 10), Card("move1", 490), "E3"),
        "S1-chooses-move1-490-into-slot",
    ),
    (events.CardsSwapped(1, 2, 4, "B20"), "S1s-cards-in-slots-2-and"),
    (
        events.Remembered("group a", "flipped", "", "1", "B24"),
        "group-a-flipped-is-1-before",
    ),
    (events.PieceCame(13, "E7", N, "B26"), "S3s-copy-comes-onto-E7-facing"),
    (events.PieceGone(23, "E7", "D9"), "S3s-ghost-leaves-the-board-from"),
]


@pytest.mark.parametrize(("event", "words"), EXAMPLES)
def test_an_event_in_words(event: Event, words: str) -> None:
    """Name seats, squares and numbers of the event."""
    assert event_sentence(event, lambda seat: f"S{seat}") == recorded(words)


def test_every_kind_of_event_has_words() -> None:
    """Cover every kind of event by an example, so that a new one needs words."""
    assert {type(event) for event, _ in EXAMPLES} == set(get_args(Event))


def test_lines_say_when_and_why() -> None:
    """Begin each line with turn and register, or the cleanup, and end with the rule."""
    file = FOLDER / "E013-move1-pushes-into-pit.scenario.toml"
    text = file.read_text("utf-8").replace("registers = 1", "")
    events = play_scenario(parse_scenario(text, file.name, load_board)).events
    lines = [str(line) for line in explained(events, lambda seat: f"S{seat}")]
    assert lines[0] == "turn 1: begins  [5]"
    assert any(
        line.startswith("turn 1 register 1: S1 drives from ") and line.endswith("  [7.2.4]")
        for line in lines
    )
    assert lines == recorded("turn-1-register-1-S2-falls")
    assert any(
        line.startswith("turn 1 cleanup: S2 stays in the parking row") and line.endswith("  [9.4]")
        for line in lines
    )
    assert lines[-1] == recorded("turn-1-cleanup-ends-9")


def test_a_cleanup_alone_can_be_told() -> None:
    """Name no turn for a cleanup alone, whose events do not have it."""
    (line,) = explained([events.TurnEnded(3)], str)
    assert [str(line)] == recorded("a-turn-cleanup-ends-9")


def test_all_scenarios_can_be_told() -> None:
    """Explain every event of all scenarios, with its rule."""
    for file in sorted([*FOLDER.glob("*.scenario.toml"), *FOLDER.glob("own/*.scenario.toml")]):
        scenario = parse_scenario(file.read_text("utf-8"), file.name, load_board)
        for line in map(str, explained(play_scenario(scenario).events, str)):
            assert line.startswith("turn ") and line.endswith("]") and "\n" not in line
