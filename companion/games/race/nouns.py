"""Nouns of elements, statuses and parts of the play: the rulebook's, and those of elements."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from companion.engine.board import Board
from companion.engine.causes import FALL
from companion.engine.element import REVEAL, kinds
from companion.engine.events import Damaged
from companion.engine.extended.piece import GHOST
from companion.engine.statuses import OF_WORD
from companion.formats.entries import read_entries
from companion.games.race.ghosts import ground_of
from companion.games.scene import BACK, BY_HAND
from companion.geometry import Square
from companion.words import NOTHING, Text, text, verbatim


def element_of(rule: str, square: Square, board: Board) -> Text:
    """Return the noun of the element with a rule, on or near a square; NOTHING if there is none."""
    here = next(
        (one.noun for one in board.at(ground_of(square)) if one.rule == rule and one.noun), NOTHING
    )
    return here or _by_rule().get(rule, NOTHING)


def hurt_noun(hit: Damaged) -> Text:
    """Return what hurt a piece, by the word of the element or by its rule."""
    known = hit.cause in kinds() or hit.cause in OF_WORD or hit.cause in _BESIDE
    return noun_of(hit.cause) if known else _by_rule().get(hit.rule) or noun_of(hit.cause)


@cache
def _by_rule() -> Mapping[str, Text]:
    return {kind.rule: kind.noun for kind in kinds().values() if kind.noun}


def noun_of(word: str) -> Text:
    """Return the noun of an element or a status, or any other word unchanged."""
    if word in OF_WORD:
        return OF_WORD[word].title
    if word in _BESIDE:
        return _BESIDE[word]
    kind = kinds().get(word)
    if kind is not None and kind.noun:
        return kind.noun
    return verbatim(word.replace("_", " ").capitalize())


SET_UP: Final = (REVEAL, 40)
"""The beat in which devices open, close, rise and sink (A4)."""
DEVICES: Final = text("Devices")
_BESIDE: Final[Mapping[str, Text]] = {FALL: text("a fall"), GHOST: text("a ghost")}
"""Things that hurt and are no elements."""


@cache
def beat_nouns() -> Mapping[str, Text]:
    """Return what acts in each part of a register, by the name of the part.

    If several kinds share a part, the first one gives the noun.
    """
    found: dict[str, Text] = {}
    for kind in kinds().values():
        if kind.example and kind.noun:
            for element in read_entries(kind.example):
                for beat in element.beats():
                    # All devices set up for the register in one beat, which has a noun for all of
                    # them.
                    found.setdefault(beat.name, DEVICES if beat[:2] == SET_UP else kind.noun)
    return found


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
