"""Scenarios of Factory Rally: `reading` reads a file; here it is played round by round, compared, and told as a result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.cards import NO_CARDS, PAUSE, PAUSE_CARD, Slots, cards_dealt, locked_slots
from companion.engine.dealing import deal, program, start_turn
from companion.engine.events import Event
from companion.engine.geometry import HEADINGS
from companion.engine.state import ACTIVE, Clank, State
from companion.engine.touching import LAST_REGISTER
from companion.engine.turn import clean_up, play_register
from companion.formats.facts import INFINITE, facts_of_mode
from companion.formats.misread import Misread
from companion.formats.scenario import NOBODY
from companion.formats.toml_text import KeyPath, TomlText
from companion.games.factory_rally.models import models_of
from companion.games.factory_rally.rule_set import KEY
from companion.games.factory_rally.scenario.reading import RoundPlan, Scenario, read_scenario
from companion.games.kit.scenario import (
    NONE,
    Facts,
    Played,
    compared,
    compared_facts,
    facts_in_words,
)
from companion.games.race.achievements import achieved
from companion.games.race.counters import Counters, counters_of
from companion.games.race.scenario_parts import explained


def play_text(toml: TomlText) -> Played:
    """Play the scenario of a text; FormatFault for anything wrong with it."""
    scenario = read_scenario(toml)
    state, events = scenario.start, list[Event]()
    for number, plan in enumerate(scenario.rounds):
        if state.over:
            break
        state, told = _play_round(scenario, number, plan, state)
        events += told
    counters = counters_of(events, [clank.seat for clank in state.clanks])
    reached = {
        seat: achieved(scenario.before.get(seat, Counters())._asdict(), counted._asdict())
        if state.over
        else ()
        for seat, counted in counters.items()
    }
    facts = {
        "game": KEY,
        "turn": state.turn,
        "register": state.register,
        "over": state.over,
        "winner": state.winner,
        "clanks": {str(clank.seat): _facts_of(state, clank) for clank in state.clanks},
        "statistics": {str(seat): counted._asdict() for seat, counted in counters.items()},
        "achievements": {str(seat): list(ids) for seat, ids in reached.items()},
    }
    return Played(
        facts,
        tuple(_summary(facts)),
        tuple(_differences(scenario, facts)),
        partial(explained, events),
    )


# ---- Playing ----------------------------------------------------------------------------------------------------------------


def _play_round(
    scenario: Scenario, number: int, plan: RoundPlan, state: State
) -> tuple[State, list[Event]]:
    """A round from those who come back to its end, or to the register at which it stops."""
    if number == 0:
        # In the first round burnt slots hold what is written there.
        state = state._replace(
            clanks=tuple(
                clank._replace(slots=plan.programs.get(clank.seat, NO_CARDS))
                for clank in state.clanks
            )
        )
    began = start_turn(state)
    dealt = deal(began.state, None)
    _check_playing(scenario, number, plan, dealt.state)
    programs = {}
    for seat, cards in plan.programs.items():
        clank = dealt.state.clank(seat)
        if clank.status == ACTIVE and not clank.down:
            with scenario.text.reading("turn", number, str(seat)):
                programs[seat] = _programmed(clank, cards)
    programmed = program(dealt.state, programs, plan.push)
    state, events = programmed.state, [*began.events, *dealt.events, *programmed.events]
    for _ in range(plan.registers or LAST_REGISTER):
        if not state.over:
            state, told = play_register(state)
            events += told
    if plan.registers is None and not state.over:
        state, told = clean_up(state)
        events += told
    return state, events


def _check_playing(scenario: Scenario, number: int, plan: RoundPlan, state: State) -> None:
    """Cards, pushes and redraws are of robots that play in this round."""
    said: list[tuple[KeyPath, str, int]] = [
        (("turn", number, str(seat)), "cards", seat)
        for seat, cards in plan.programs.items()
        if any(cards)
    ]
    for key, seats in (("push", plan.push), ("redraw", plan.redraw)):
        said += [(("turn", number, key, place), key, seat) for place, seat in enumerate(seats)]
    for path, what, seat in said:
        clank = state.clank(seat)
        if clank.status != ACTIVE or clank.down:
            condition = "powered down" if clank.down else clank.status
            raise scenario.text.fault(
                path,
                Misread(
                    f"{what} for seat {seat}, which is {condition} in turn {number + 1}",
                    f"{what} for those that play",
                ),
            )


def _programmed(clank: Clank, cards: Slots) -> Slots:
    """The cards with those of burnt slots, which are written with their own card or `-`; an empty one takes the card drawn for it (no. 39)."""
    slots = list(cards)
    for slot in clank.locked:
        written, held = cards[slot - 1], clank.slots[slot - 1]
        if held is not None and written is not None and written != held:
            raise Misread(
                f"{written} in slot {slot} of seat {clank.seat}, which is burnt", f"{held} or -"
            )
        if held is None and written == PAUSE_CARD:
            raise Misread(
                f"{PAUSE} drawn for slot {slot} of seat {clank.seat}",
                "a card of the deck, or - (no. 39)",
            )
        slots[slot - 1] = held if held is not None else written
    if (
        sum(card == PAUSE_CARD for slot, card in enumerate(slots, 1) if slot not in clank.locked)
        > 1
    ):
        raise Misread(f"{PAUSE} in two free slots of seat {clank.seat}", "one in a round (no. 22)")
    return tuple(slots)


# ---- Results ----------------------------------------------------------------------------------------------------------------


def _facts_of(state: State, clank: Clank) -> Facts:
    """What can be said about a robot, its burnt slots and its deal those of the round that would come next."""
    active = clank.status == ACTIVE
    playing = active and not clank.announced
    locked = locked_slots(clank.damage, True) if playing else ()
    return {
        "status": clank.status,
        "model": models_of(state.memory).get(clank.seat),
        "square": clank.square if active else None,
        "heading": HEADINGS[clank.heading] if active else None,
        "damage": clank.damage if active else None,
        "lives": INFINITE if clank.lives is None else clank.lives,
        "next_flag": clank.next_flag,
        "backup": next(
            (f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints[1:]), None
        ),
        "start": next((square or None for square, _ in clank.checkpoints[:1]), None),
        "powered_down": active and clank.announced,
        "locked": list(locked),
        "burnt": {
            str(slot): None if (card := clank.slots[slot - 1]) is None else str(card)
            for slot in locked
        },
        "deal": cards_dealt(clank.damage, True) if playing else 0,
        **facts_of_mode(state, clank.seat),
    }


def _summary(facts: Facts) -> Iterator[str]:
    """When, who has won, then a line for each seat."""
    winner = f"seat {facts['winner']} has won" if facts["winner"] else "nobody has won"
    yield f"turn {facts['turn']}, register {facts['register']}, {winner}"
    keys = ("status", "damage", "lives", "next_flag", "backup", "locked", "deal")
    for seat, robot in facts["clanks"].items():
        yield f"  seat {seat}: {facts_in_words(robot, keys)}"


def _differences(scenario: Scenario, facts: Facts) -> Iterator[str]:
    for seat, expected in sorted(scenario.expected.items()):
        robot = facts["clanks"][str(seat)]
        burnt = [f"{slot}:{card or '-'}" for slot, card in robot["burnt"].items()]
        yield from compared_facts(f"seat {seat}", expected, {**robot, "burnt": burnt})
    if scenario.winner is not None:
        yield from compared_facts(
            "winner", {"winner": scenario.winner}, {"winner": facts["winner"] or NOBODY}
        )
    if scenario.over is not None:
        yield from compared_facts("over", {"over": scenario.over}, facts)
    for seat, counted in sorted(scenario.counted.items()):
        for name, number in counted.items():
            yield from compared_facts(
                f"seat {seat}", {name: number}, facts["statistics"][str(seat)]
            )
    for seat, said in sorted(scenario.reached.items()):
        ids = facts["achievements"][str(seat)]
        if said is None:
            yield from compared(f"seat {seat}", "no achievement", " ".join(ids) or "no achievement")
        for name, holds in (said or {}).items():
            if (name in ids) != holds:
                yield f"seat {seat}: expected {name}{'' if holds else '=no'}, got {' '.join(ids) or NONE}"
