"""Events in plain words, one line each, with the rule or ruling behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.diesel.engine import dealing
from companion.games.diesel.engine import events as engine_events
from companion.games.diesel.engine.asking import NO
from companion.games.diesel.engine.dealing import Refusal
from companion.games.diesel.engine.events import Doer, Event
from companion.games.kit.scenario import EventWords, Namer, ScenarioLine, line_of
from companion.named_tuples import NamedTuple


class PlayedStep(NamedTuple):
    """The events of a step."""

    turn: int
    strength: int | None
    """The strength, None at the reveal and at the end of the turn."""
    events: tuple[Event, ...]


def explained(steps: Iterable[PlayedStep], name: Namer) -> Iterator[ScenarioLine]:
    """Yield a line for each event, such as `turn 2 strength 1: … [DDR15]`."""
    for turn, strength, events in steps:
        when = f"turn {turn}" if strength is None else f"turn {turn} strength {strength}"
        yield from (line_of(when, event, _WORDS, name) for event in events)


def refusal_line(refused: Refusal, turn: int, name: Namer) -> ScenarioLine:
    """Return the line for a refusal, which keeps a turn from happening."""
    words = _REFUSED[refused.fault].format(card=refused.card)
    return ScenarioLine(
        f"turn {turn}", f"{name(refused.seat)} {words}, nothing of the turn happens", "DDR26"
    )


_REFUSED: Final[Mapping[str, str]] = {
    dealing.COUNT: "does not lay down as many cards as the turn needs",
    dealing.UNKNOWN: "lays down a card that is not of this deck",
    dealing.NOT_IN_USE: "lays down {card}, which is not in use with so many players",
    dealing.ELSEWHERE: "lays down {card}, which lies elsewhere",
    dealing.NOT_IN_HAND: "lays down {card}, which is not in this hand",
    dealing.TOO_MANY: "lays down {card}, and all cards of its type are known already",
    dealing.CHOICE: "gives {card} an answer that is not legal",
}


def _by(doers: Iterable[Doer]) -> str:
    return " and ".join(f"{card} of seat {seat}" for seat, card in doers)


_IDLE: Final[Mapping[str, str]] = {
    engine_events.NO_TARGET: "finds nothing to act on",
    engine_events.NOT_ALONE: "does not act, there is another one of its type",
    engine_events.DECLINED: "is not used",
    engine_events.CONTESTED: "gets nothing, another one wants the same combatant",
    engine_events.GONE: "comes too late, what it wants was hit in the same step",
}


def _gained(event: engine_events.Gained, name: Namer) -> str:
    start = "what lies aside" if event.start is None else name(event.start)
    instead = ", instead of its being discarded" if event.claimed else ""
    return f"{name(event.seat)} gains {event.card} from {start}{instead}, by {_by(event.by)}"


def _chosen(event: engine_events.Chosen, name: Namer) -> str:
    return (
        f"{name(event.seat)} chooses {'not to use it' if event.answer == NO else event.answer} "
        f"for {event.asker}"
    )


def _won(event: engine_events.DerbyWon, name: Namer) -> str:
    names = " and ".join(map(name, event.winners))
    how = {
        engine_events.BY_ABILITY: f"by {_by(event.cards)}",
        engine_events.BY_TOTAL: "with the highest total",
        engine_events.BY_COMBATANTS: "level on strength, with most combatants",
        engine_events.BY_SHARED: "level on strength and combatants",
    }[event.by]
    return f"{names} {'wins' if len(event.winners) == 1 else 'win'} Derby {event.derby}, {how}"


_WORDS: Final[EventWords] = {
    engine_events.Deployed: lambda event, name: f"{name(event.seat)} reveals {event.card}",
    engine_events.Claiming: lambda event, name: (
        f"{name(event.seat)} gains by {event.card} what would be discarded, to the end of the turn"
    ),
    engine_events.Chosen: _chosen,
    engine_events.Copied: lambda event, name: (
        f"{event.card} of {name(event.seat)} does what {_by([event.of])} says"
    ),
    engine_events.Idle: lambda event, name: (
        f"{event.card} of {name(event.seat)} {_IDLE[event.why]}"
    ),
    engine_events.Discarded: lambda event, name: (
        f"{event.card} of {name(event.seat)} is discarded, by {_by(event.by)}"
    ),
    engine_events.StoodIn: lambda event, name: (
        f"{event.card} of {name(event.seat)} is hit instead of {event.saved}, by {_by(event.by)}"
    ),
    engine_events.Gained: _gained,
    engine_events.Kept: lambda event, name: (
        f"{name(event.seat)} keeps {event.card}, which would be discarded by {_by(event.by)}"
    ),
    engine_events.Swapped: lambda event, name: (
        f"{event.card} of {name(event.seat)} and {event.other_card} of {name(event.other_seat)} "
        f"change places"
    ),
    engine_events.TurnedDown: lambda event, name: (
        f"{event.card} of {name(event.seat)} is turned face down, by {_by(event.by)}"
    ),
    engine_events.Looked: lambda event, name: (
        f"{name(event.seat)} looks at what lies aside, for {event.card}"
    ),
    engine_events.Passed: lambda event, name: "everybody passes the hand to the left",
    engine_events.LastDiscarded: lambda event, name: (
        f"{name(event.seat)} discards {event.card or 'the last card'} from the hand"
    ),
    engine_events.Weakened: lambda event, name: (
        f"{event.card} of {name(event.seat)} counts {event.strength}, because of "
        f"{_by([event.other])}"
    ),
    engine_events.Counted: lambda event, name: (
        f"{name(event.seat)} has a total of {event.total} with {event.combatants} combatants"
    ),
    engine_events.DerbyWon: _won,
    engine_events.TokenGiven: lambda event, name: (
        f"{name(event.seat)} has {event.tokens} token{'s' if event.tokens > 1 else ''} now"
    ),
    engine_events.GameWon: lambda event, name: (
        f"{name(event.seat)} wins the game with {event.tokens} tokens"
    ),
}
