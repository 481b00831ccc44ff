"""Games and settings without the names that players have typed: each seat is called by its colour."""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.app.recording import CHOSEN
from companion.journal.base import Entry, Game

NAME, COLOUR = 1, 2
"""Places in what is kept of a seat: who plays it, its name, colour and shape."""
SOMEBODY: Final = "SOMEBODY"
"""Who wanted something, where that is no seat's name."""


def anonymous_game(game: Game, entries: Iterable[Entry]) -> tuple[Game, tuple[Entry, ...]]:
    """A kept game and its entries; played again it comes out as it was, since no name decides anything.

    The header and the entries as they are kept; ValueError, KeyError or TypeError where they are not as an evening writes them.
    """
    header = json.loads(game.header)
    known = _without_names(header["setup"])
    return game._replace(header=json.dumps(header, ensure_ascii=False)), tuple(_entry(entry, known) for entry in entries)


def anonymous_settings(settings: Mapping[str, str]) -> dict[str, Any]:
    """What was chosen, as JSON values; what cannot be read is left out.

    Keys are those of the journal's settings; only what is known to hold names, and to hold nothing else of people, is taken along.
    """
    try:
        facts = json.loads(settings[CHOSEN])
        _without_names(facts["setup"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError, IndexError):
        return {}
    return {CHOSEN: facts}


def _without_names(setup: dict[str, Any]) -> dict[str, str]:
    """Take the names out of a setup; what each is called instead, and each seat by its number as text."""
    known = {}
    # Colours' names, which nobody has typed.
    setup["typed"] = []
    for number, seat in enumerate(setup["seats"], 1):
        # In one line on purpose: the name that was is the key, and the seat's own is put in its place.
        known[seat[NAME]] = known[str(number)] = seat[NAME] = seat[COLOUR].upper()
    return known


def _entry(entry: Entry, known: dict[str, str]) -> Entry:
    """An entry; a name that is given in it is known from then on."""
    said = json.loads(entry.text)
    if "SetName" in said:
        fields = said["SetName"]
        known[fields["name"]] = fields["name"] = known.get(str(fields["seat"]), SOMEBODY)
    elif "Decide" in said:
        fields = said["Decide"]
        # A name that belongs to no seat must not stay either.
        fields["who"] = known.get(fields.get("who", ""), SOMEBODY) if fields.get("who") else ""
    else:
        return entry
    return entry._replace(text=json.dumps(said, ensure_ascii=False))
