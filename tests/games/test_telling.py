"""Every event of the engine is told to hands, or has a written reason why not."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.engine import causes, changes
from companion.engine import events as engine_events
from companion.engine.board import board_of
from companion.engine.cards import card_of
from companion.engine.elements.barricade import Barricade
from companion.engine.elements.laser import Laser
from companion.engine.events import Event
from companion.engine.rules import Rules
from companion.engine.state import PARKED, Clank, Race, RaceState
from companion.games import usual_game
from companion.games.clockwork.game import ClockworkDerby
from companion.games.parts import Results
from companion.games.race.telling import SILENT_EVENTS
from companion.geometry import E, N, W
from companion.words import text
from tests.games.instructions import CALLED, instructions_for
from tests.recorded import recorded
from tests.typed import of_kind, present

GAME = of_kind(ClockworkDerby, usual_game())
PLAYED = engine_events.CardPlayed(1, card_of("left@70"))
SAMPLES: dict[Event, str] = {
    engine_events.TurnBegan(1): "",
    engine_events.PoweredDown(1, 2, "6.5.4"): "",
    engine_events.PowerDownAnnounced(1): "",
    engine_events.Dealt(1, 4, (5,), "6.2"): "",
    engine_events.RegisterBegan(1, 1): "",
    engine_events.BeatBegan("pushers"): "",
    engine_events.CardPlayed(1, card_of("left@70")): "",
    engine_events.Turned(1, "C5", N, E, causes.ROTATOR, "7.7"): "rotators",
    engine_events.Moved(1, "C5", "C6", N, N, causes.BELT, None, "7.5.1"): "all belts",
    engine_events.Stopped(1, "C5", N, causes.WALL, None, "7.4.3"): "all belts",
    engine_events.Damaged(1, "C5", 1, 1, causes.LASER, "A5", "7.9"): "board lasers",
    engine_events.Healed(1, "C5", 1, 0, causes.REPAIR, "7.12"): "repair",
    engine_events.Destroyed(1, "C5", causes.CRUSHER, 2, "7.8"): "crushers",
    engine_events.FlagTouched(1, 1, "C5", "7.11.1"): "flags",
    engine_events.CheckpointTouched(1, "C5", N, "7.11.2"): "flags",
    engine_events.Won(1, "10.1"): "flags",
    engine_events.NobodyWon(): "",
    engine_events.Respawned(2, "C1", N, "9.2"): "",
    engine_events.StayedParked(2): "",
    engine_events.TurnEnded(1): "",
    changes.PlacedByHand(1, "C5", "D5", N, N, 0): "",
    changes.ParkedByHand(1, "C5"): "",
    changes.SetByHand(1, text("damage"), text("0"), text("3")): "",
    changes.FlagMoved(1, "A1", "B1"): "",
    engine_events.Jumped(1, "C5", "C6", E, causes.JUMP, "B22"): "rooms",
    engine_events.CardVoid(1, card_of("left@70"), "shut down", "C5", "B28"): "",
    engine_events.StatusBegan(1, "flying", "1", "A2"): "take-offs",
    engine_events.StatusEnded(1, "flying", "A2"): "flags",
    engine_events.CardDrawn(1, 4, None, card_of("left@70"), "A1"): "randomizers",
    engine_events.CardSet(1, 4, None, card_of("left@70"), "E3"): "reset sites",
    engine_events.CardsSwapped(1, 2, 4, "B20"): "",
    engine_events.Remembered("C7", "hits N", "2", "0", "B2f"): "clank lasers",
    engine_events.PieceCame(11, "C6", N, "B26"): "",
    engine_events.PieceGone(11, "C6", "B26"): "clank lasers",
}
"""One event of each kind, and the part of the register in which it happens, "" for none."""


def test_the_samples_are_all_events() -> None:
    """Have a sample for every kind of event, so that a new one must be told."""
    assert {type(event) for event in SAMPLES} == set(get_args(Event))


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_is_about_its_seat_and_its_square(event: Event) -> None:
    """Know the piece and the square of each kind of event that has such a field."""
    assert engine_events.seat_of(event) == getattr(event, "seat", None)
    assert engine_events.square_of(event) == getattr(event, "square", None)


def telling(event: Event) -> tuple[engine_events.Event, ...]:
    """Return the events of instructions with words when this one happens."""
    clanks = (
        Clank(1, square="C5", heading=N),
        Clank(2, PARKED, lives=2, checkpoints=(("C1", N),), death=1),
    )
    # A board of base elements has no rings and copies.
    others = (
        (Clank(11, square="C6", heading=N),) if isinstance(event, engine_events.PieceGone) else ()
    )
    state = RaceState(
        Race(board_of(8, 8, [Laser("A5", W), Barricade("C7", N)], edge="wall"), ("A1",), Rules()),
        clanks,
        turn=1,
        others=others,
    )
    part = SAMPLES[event]
    # The card tells what it does not do.
    before = (
        (engine_events.BeatBegan(part),)
        if part
        else (PLAYED,)
        if isinstance(event, engine_events.CardVoid)
        else ()
    )
    instructions = instructions_for(GAME, state, *before, event)
    assert all(instruction.words and str(instruction.short) for instruction in instructions)
    return tuple(
        one for instruction in instructions for one in instruction.events if one is not PLAYED
    )


@pytest.mark.parametrize(
    "event",
    [event for event in SAMPLES if type(event) not in SILENT_EVENTS],
    ids=lambda event: type(event).__name__,
)
def test_an_event_is_told(event: Event) -> None:
    """Tell an event in an instruction with words."""
    assert telling(event) == (event,)


@pytest.mark.parametrize(
    "event",
    [event for event in SAMPLES if type(event) in SILENT_EVENTS],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_needs_no_words_says_why(event: Event) -> None:
    """Give an untold event a reason and no instruction; `turn_intro` ones are told there."""
    reason = SILENT_EVENTS[type(event)]
    assert reason and telling(event) == ()
    if "turn_intro" in reason:
        (turn_intro,) = present(Results.of(GAME)).turn_intro((event,), CALLED)
        assert turn_intro.words.startswith("BRASS ") and turn_intro.rule == event.rule


def test_news_name_who_is_destroyed_and_what_is_touched() -> None:
    """Name destroyed clanks and touched flags as news of their instruction, and nothing else."""
    pit = engine_events.Destroyed(1, "C5", causes.PIT, 2, "8.3")
    touched = engine_events.FlagTouched(2, 1, "A1", "7.11.1")
    state = RaceState(
        Race(board_of(8, 8, []), ("A1",), Rules()),
        (Clank(1, square="C5", heading=N), Clank(2, square="B1", heading=N)),
        turn=1,
    )
    events = (
        engine_events.BeatBegan("pushers"),
        engine_events.Moved(2, "B1", "A1", N, N, causes.BELT, None, "7.5.1"),
        engine_events.BeatBegan("crushers"),
        pit,
        engine_events.BeatBegan("flags"),
        touched,
        engine_events.Won(2, "10.1"),
    )
    instructions = instructions_for(GAME, state, *events)
    assert [[str(words) for words in one.news] for one in instructions] == [
        [],
        recorded("BRASS-is-destroyed"),
        recorded("COPPER-touches-flag-1"),
    ]
