"""Events in plain words, one line each, with the rule or ruling behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.games.cardbot.engine import events as cardbot_events
from companion.games.cardbot.engine import piles
from companion.games.cardbot.engine.cards import cards_in_words
from companion.games.cardbot.engine.events import Event
from companion.games.cardbot.engine.piles import Refusal
from companion.games.kit.scenario import EventWords, Namer, ScenarioLine, line_of
from companion.geometry import HEADINGS

_TURNS: Final = {1: "to the right", 2: "about", 3: "to the left"}
_RESET: Final = (
    cardbot_events.CardsReturned,
    cardbot_events.TargetReached,
    cardbot_events.PileShuffled,
    cardbot_events.Won,
)


def explained(events: Iterable[Event], number: int, name: Namer) -> Iterator[ScenarioLine]:
    """Yield a line for each event of a round, such as `round 1 command 2: … [CB10]`."""
    when = f"round {number}"
    for event in events:
        if isinstance(event, cardbot_events.CommandBegan):
            when = f"round {number} command {event.command}"
        elif isinstance(event, _RESET):
            when = f"round {number} reset"
        yield line_of(when, event, _WORDS, name)


def refusal_line(refused: Refusal, number: int, name: Namer) -> ScenarioLine:
    """Return the line for a slot that keeps a round from beginning."""
    holds = _KINDS[refused.kind].format(card=refused.card.text if refused.card else "")
    words = f"slot {refused.slot} of the program for {name(refused.seat)} {holds}, nothing begins"
    return ScenarioLine(f"round {number}", words, "CBR34")


_KINDS: Final[Mapping[str, str]] = {
    piles.EMPTY: "holds no card",
    piles.FOREIGN: "holds {card}, a card of another pile",
    piles.TAKEN: "holds {card}, which lies under a target",
    piles.TWICE: "holds {card}, which lies in an earlier slot",
    piles.UNDRAWN: "holds {card}, which was not drawn",
}


def _card_played(event: cardbot_events.CardPlayed, name: Namer) -> str:
    by = "" if event.enactor == event.seat else f", enacted by seat {event.enactor}"
    return f"{name(event.seat)} acts as number {event.place} with {event.card.text}{by}"


def _turned(event: cardbot_events.Turned, name: Namer) -> str:
    return (
        f"{name(event.seat)} turns {_TURNS[(event.after - event.before) % 4]} on {event.square}, "
        f"facing {HEADINGS[event.after]}"
    )


def _moved(event: cardbot_events.Moved, name: Namer) -> str:
    way = f"from {event.start} to {event.end}"
    verb = {
        cardbot_events.MOVE: f"moves {way}",
        cardbot_events.SHOVE: f"is shoved {way} by {name(event.mover)}",
        cardbot_events.PING: f"pings {way}, out of the way of {name(event.mover)}",
        cardbot_events.SLIDE: f"slides {way}",
        cardbot_events.BELT: f"is carried {way} by a belt",
        cardbot_events.TELEPORT: f"is teleported {way}",
    }[event.cause]
    return f"{name(event.seat)} {verb}"


def _stayed(event: cardbot_events.Stayed, name: Namer) -> str:
    reason = {
        cardbot_events.EDGE: f"going {HEADINGS[event.direction]}, there is no place",
        cardbot_events.BLOCKED: f"going {HEADINGS[event.direction]}, "
        f"there is no empty place for who is in the way",
        cardbot_events.STICKY: "which is sticky, and does not turn",
        cardbot_events.NOTHING: f"facing {HEADINGS[event.direction]} as before",
    }[event.reason]
    return f"{name(event.seat)} stays on {event.square}, {reason}"


def _ping_chosen(event: cardbot_events.PingChosen, name: Namer) -> str:
    how = "as was chosen" if event.chosen else "the right-hand one, for nobody chose"
    return (
        f"who is in the way of {name(event.mover)} goes to the {HEADINGS[event.side]} side, {how}"
    )


def _won(event: cardbot_events.Won, name: Namer) -> str:
    names = " and ".join(map(name, event.seats))
    return f"{names} {'wins' if len(event.seats) == 1 else 'win together'}"


_WORDS: Final[EventWords] = {
    cardbot_events.RoundBegan: lambda event, name: (
        f"begins, {name(event.first)} is first among equals"
    ),
    cardbot_events.CommandBegan: lambda event, name: "begins",
    cardbot_events.CardPlayed: _card_played,
    cardbot_events.Turned: _turned,
    cardbot_events.Moved: _moved,
    cardbot_events.Stayed: _stayed,
    cardbot_events.PingChosen: _ping_chosen,
    cardbot_events.Visited: lambda event, name: (
        f"{name(event.seat)} was on {event.square}, its target {event.target}"
    ),
    cardbot_events.CardsReturned: lambda event, name: (
        f"{cards_in_words(event.cards)} go under the pile of {name(event.seat)}"
    ),
    cardbot_events.TargetReached: lambda event, name: (
        f"{name(event.seat)} has target {event.target}: {event.card.text} leaves its pile and "
        f"lies under {event.square}"
    ),
    cardbot_events.PileShuffled: lambda event, name: f"the pile of {name(event.seat)} is shuffled",
    cardbot_events.Won: _won,
}
