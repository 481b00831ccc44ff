"""The sounds of instructions: a small vocabulary, which the screen plays as clockwork noises.

A game puts the word of the most important thing that happens into `Instruction.sound`. An
instruction without a word sounds like its moves. What each word means for players is in
docs/play.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.scene import Instruction

SOUNDS: Final = (
    "win",
    "destroyed",
    "pit",
    "flag",
    "repair",
    "laser",
    "damage",
    "push",
    "gear",
    "belt",
    "card",
    "step",
    "turn",
    "stop",
)
"""The words, the most important first."""
SOUNDS_OF_PAGE: Final = 3
"""The number of sounds of one page that people can tell apart."""
QUIET: Final = "quiet"
"""The word of an instruction that makes no sound, although something moves."""
_RANKS: Final = {word: rank for rank, word in enumerate(SOUNDS)}


def loudest(words: Iterable[str]) -> str:
    """Return the most important of some words, "" if there is none."""
    return min((word for word in words if word in _RANKS), key=_RANKS.__getitem__, default="")


def sound_of(instruction: Instruction) -> str:
    """Return the word of an instruction, else that of its moves; "" for silence."""
    if instruction.sound:
        return loudest((instruction.sound,))
    if instruction.markers or instruction.tokens:
        return "flag"
    if instruction.cards:
        return "card"
    if not instruction.moves:
        return ""
    return "step" if any(move.start != move.end for move in instruction.moves) else "turn"


def sounds_of(instructions: Iterable[Instruction]) -> tuple[str, ...]:
    """Return the most important words of a page, each once, in the order of the instructions."""
    words = tuple(dict.fromkeys(filter(None, map(sound_of, instructions))))
    kept = sorted(words, key=_RANKS.__getitem__)[:SOUNDS_OF_PAGE]
    return tuple(word for word in words if word in kept)
