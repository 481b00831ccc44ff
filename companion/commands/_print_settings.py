"""What was chosen for the last evening, for those who print: the settings, and what the clanks are called and look like."""
from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from companion.app.recording import CHOSEN
from companion.commands._options import state_of
from companion.commands._sources import journal_in
from companion.engine.rules import Rules, rules_from
from companion.games.clockwork import ClockworkDerby
from companion.press.clanks import LIVERIES, Livery
from companion.session.beginning import setup_from
from companion.session.session import Setup


def current_rules(state: str | None) -> Rules:
    """The settings chosen last in a state folder (None: the usual one), the usual settings where nothing was; JournalFault as for a game."""
    setup = _chosen(state)
    return Rules() if setup is None else rules_from(dict(setup.words))


def current_liveries(state: str | None) -> tuple[Livery, ...]:
    """Names, colours and shapes chosen last for seats 1 to 8, or those that clanks begin with."""
    setup = _chosen(state)
    if setup is None:
        return LIVERIES
    return tuple(Livery(number, seat.name, seat.colour, seat.shape) for number, seat in enumerate(setup.seats, 1))


def _chosen(state: str | None) -> Setup | None:
    """The setup that was kept last; None where none was, or none that this version can read."""
    with journal_in(state_of(Namespace(state=state))) as journal:
        settings: Mapping[str, str] = journal.settings()
    try:
        facts: Any = json.loads(settings[CHOSEN])
        return setup_from(facts["setup"], ClockworkDerby())
    # What cannot be read must not keep anybody from printing.
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError):
        return None
