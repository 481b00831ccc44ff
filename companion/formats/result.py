"""What came out of a race or a scenario, in the words of the result format."""
from __future__ import annotations

from typing import Any

from companion.engine.cards import cards_dealt, locked_slots
from companion.engine.geometry import HEADINGS
from companion.engine.state import ACTIVE, Clank, State
from companion.formats.clank_lines import INFINITE, Facts


def result_of(state: State, source: str) -> dict[str, Any]:
    """The result of a state as a JSON object, fields in the order of the format; `source` is the scenario's file.

    `winner` is None while, or if, nobody has won; a scenario's 0 for nobody is not used here. Clanks are in order of seats.
    """
    return {
        "file": source,
        "turn": state.turn,
        "register": state.register,
        "winner": state.winner,
        "clanks": {str(clank.seat): clank_facts(clank, state.race.rules.card_lock) for clank in sorted(state.clanks)},
    }


def clank_facts(clank: Clank, card_lock: bool) -> Facts:
    """What can be said about a clank: its place and condition now, its locks and its deal in the turn that would come next (6.2, 6.3).

    `square`, `heading` and `damage` are None unless it is active; a clank that is not, or that will be powered down, has no locks and
    is dealt nothing.
    """
    active = clank.status == ACTIVE
    plays = active and not clank.announced
    return {
        "status": clank.status,
        "square": clank.square if active else None,
        "heading": HEADINGS[clank.heading] if active else None,
        "damage": clank.damage if active else None,
        "lives": INFINITE if clank.lives is None else clank.lives,
        "next_flag": clank.next_flag,
        "checkpoints": [f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints],
        "powered_down": active and clank.announced,
        # As the next deal would lock and deal; `clank.locked` is of the last deal, and locks follow the damage only then (6.3.2).
        "locked": list(locked_slots(clank.damage, card_lock)) if plays else [],
        "deal": cards_dealt(clank.damage, card_lock) if plays else 0,
    }
