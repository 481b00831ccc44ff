"""Facts that games with rules and cards tell alike (`companion.games.parts.Facts`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games.scene import AboutCard, Face, Known
from companion.words import NOTHING, Text, listed, sentences, text


def rule_facts(rule: str, paragraphs: Iterable[Text]) -> tuple[Known, ...]:
    """Return a rule in full as the only fact about it, () if it is not known."""
    words = sentences(*paragraphs)
    return (Known(text("The rule"), words, rule),) if words else ()


def cards_around(about: AboutCard, called: Callable[[int, Face], Text]) -> Text:
    """Return whose cards come before and after a card; `called` names a seat with its card."""
    seats = [seat for seat, _ in about.cards]
    at = seats.index(about.seat) if about.seat in seats else 0
    before, after = (
        listed([called(seat, face) for seat, face in cards], "")
        for cards in (about.cards[:at], about.cards[at + 1 :])
    )
    return sentences(
        text("Before it: {cards}.", cards=before) if before else NOTHING,
        text("After it: {cards}.", cards=after) if after else NOTHING,
    )
