"""Names of the parts of the play: those of the rulebook, and the beats of other elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.race.nouns import beat_nouns
from companion.games.scene import BACK, BY_HAND
from companion.words import Text, text, verbatim

CARDS, TOUCHING, REPAIRS, ENDING, RETURNS, RINGS_OFF = (
    "cards",
    "flags",
    "repair",
    "end of the race",
    "cleanup",
    "rings",
)
"""Parts of the play that are no beats of the board."""
LABELS: Final[Mapping[str, Text]] = {
    "fast belts": text("Fast belt"),
    "all belts": text("Belt"),
    "pushers": text("Pusher"),
    "rotators": text("Rotator"),
    "crushers": text("Crusher"),
    "board lasers": text("Lasers"),
    "clank lasers": text("Shots"),
    TOUCHING: text("Flags"),
    REPAIRS: text("Repair"),
    ENDING: text("End of the race"),
    RETURNS: text("Cleanup"),
    BY_HAND: text("Correction"),
    BACK: text("Back"),
    RINGS_OFF: text("Rings and markers"),
    "burning clanks": text("Fire"),
    "ghosts": text("Ghosts"),
    "hyper belts": text("Hyper belt"),
    "slow belts": text("Slow belt"),
    "double belts": text("Double belt"),
}
"""The first word of instructions in each part of a register."""
PARTS: Final[Mapping[str, Text]] = {
    "fast belts": text("fast belts"),
    "all belts": text("all belts"),
    "pushers": text("pushers"),
    "rotators": text("rotators"),
    "crushers": text("crushers"),
    "board lasers": text("board lasers"),
    "clank lasers": text("shots"),
    CARDS: text("cards"),
    TOUCHING: text("flags"),
    REPAIRS: text("repair"),
    ENDING: text("end of the race"),
    RETURNS: text("cleanup"),
    BY_HAND: text("correction"),
    RINGS_OFF: text("rings and markers"),
    "burning clanks": text("fire"),
    "ghosts": text("ghosts"),
    "hyper belts": text("hyper belts"),
    "slow belts": text("slow belts"),
    "double belts": text("double belts"),
}
"""The name of each part."""


def label(part: str) -> Text:
    """Return the first word of instructions of a part."""
    return LABELS.get(part) or beat_nouns().get(part) or verbatim(part.capitalize())


def part_words(part: str) -> Text:
    """Return the name of a part. An unknown beat has its own name."""
    return PARTS.get(part) or beat_nouns().get(part) or verbatim(part)
