"""The names of events when the recorded race was first played: its hashes survive renaming."""

from __future__ import annotations

from typing import Final

from companion.engine.cards import Card
from companion.engine.events import (
    BeatBegan,
    CardDrawn,
    CardPlayed,
    CardSet,
    CardsSwapped,
    CardVoid,
    CheckpointTouched,
    Damaged,
    Dealt,
    Destroyed,
    FlagTouched,
    Healed,
    Jumped,
    Moved,
    NobodyWon,
    PieceCame,
    PieceGone,
    PowerDownAnnounced,
    PoweredDown,
    RegisterBegan,
    Remembered,
    Respawned,
    StatusBegan,
    StatusEnded,
    StayedParked,
    Stopped,
    TurnBegan,
    Turned,
    TurnEnded,
    Won,
)
from companion.kept_names import kept_as

NAMES: Final = {
    TurnBegan: "TurnBegan turn rule",
    PoweredDown: "PoweredDown seat repaired rule",
    PowerDownAnnounced: "PowerDownAnnounced seat rule",
    Dealt: "Dealt seat count locked rule",
    RegisterBegan: "RegisterBegan turn register rule",
    BeatBegan: "BeatBegan name rule",
    CardPlayed: "CardPlayed seat card rule",
    Turned: "Turned seat square before after cause rule",
    Moved: "Moved seat start end heading way cause by rule",
    Stopped: "Stopped seat square way reason other rule",
    Damaged: "Damaged seat square points damage cause by rule",
    Healed: "Healed seat square points damage cause rule",
    Destroyed: "Destroyed seat square cause lives rule",
    FlagTouched: "FlagTouched seat flag square rule",
    CheckpointTouched: "CheckpointTouched seat square heading rule",
    Won: "Won seat rule",
    NobodyWon: "NobodyWon rule",
    Respawned: "Respawned seat square heading rule",
    StayedParked: "StayedParked seat rule",
    TurnEnded: "TurnEnded turn rule",
    Jumped: "Jumped seat start end heading cause rule",
    CardVoid: "CardVoid seat card reason square rule",
    StatusBegan: "StatusBegan seat status value rule",
    StatusEnded: "StatusEnded seat status rule",
    CardDrawn: "CardDrawn seat slot before card rule",
    CardSet: "CardSet seat slot before card rule",
    CardsSwapped: "CardsSwapped seat slot other rule",
    Remembered: "Remembered owner word before value rule",
    PieceCame: "PieceCame seat square heading rule",
    PieceGone: "PieceGone seat square rule",
    Card: "Card move priority",
}
"""Each class of events, and the cards in them, with its kept name and those of its fields."""


def keep_event_names() -> None:
    """Write events by these names from now on."""
    for kind, words in NAMES.items():
        kept_as(words)(kind)
