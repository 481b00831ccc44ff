"""Seal a saved game for others: without cards of a running race, and without secrets.

Reports and bundles hold sealed games. `clockwork-derby games` shows and exports whole games without
PINs, because it is for the owner of the table. A finished race is whole here, too, except for PINs
and the seed, which decides the next race of the session. Bundles go to strangers, so typed names
are replaced in them as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.app.recording import CHOSEN
from companion.errors import DerbyError
from companion.games import find_game
from companion.games.asking import Shuffle
from companion.games.corrections import changes_of
from companion.journal.base import Entry, KeptGame
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.lobby.kept_setup import PINS
from companion.session.past.replaying import DECK, session_of_header
from companion.session.past.spelling import read_messages
from companion.session.past.undo_points import turn_of, undo_point_of
from companion.session.readiness import custody
from companion.session.session import Session
from companion.session.steps import replay_step
from companion.words import text

LEFT_OUT: Final = "left out"
"""The replacement of a secret."""
NAME, COLOUR = 1, 2
"""Indexes in the facts of a seat: its player, name, colour, shape."""
SOMEBODY: Final = "SOMEBODY"
"""The name for a decision by nobody with a seat."""


# ---- Without secrets ----


class SealedGame(NamedTuple):
    """A game that anybody may read."""

    game: KeptGame
    entries: tuple[Entry, ...]
    covered: tuple[Entry, ...]
    """The messages after its end, without their cards."""

    @property
    def words(self) -> str:
        """Say what was left out; "" if the race is over or none runs."""
        if not self.covered:
            return ""
        return (
            f"The last {len(self.covered)} messages are left out: the game goes on, and they "
            "would tell cards that nobody may see yet."
            " Save it again when the game is over, and it is whole."
        )


STAYS: Final = text(
    "it is played with a deck that somebody wrote, and such decks stay on their own computer"
)
"""The reason for which a game is in no report and goes to no other table."""


class StaysHereError(DerbyError):
    """A game that does not leave its table; the words follow its name in a sentence."""


def has_own_deck(kept: KeptGame) -> bool:
    """Return whether a game is played with a deck of its table, whose text it contains."""
    try:
        return bool(json.loads(kept.header).get(DECK))
    except (AttributeError, RecursionError, TypeError, ValueError):
        return False


def sealed_game(kept: KeptGame, entries: Sequence[Entry]) -> SealedGame:
    """Return the game up to the last turn that hides nothing; its replay has the same result.

    Raises:
        StaysHereError: The game is played with a deck of its table.
        FormatError: Its header cannot be read.
        ValueError, KeyError, TypeError: Header or entries were not written by a session.
    """
    if has_own_deck(kept):
        raise StaysHereError(STAYS)
    whole = _whole_messages(
        session_of_header(kept.header, find_game, (), f"game {kept.id}").session, entries
    )
    shown = tuple(map(_without_pin, entries[:whole]))
    game = _with_header(kept, seed=LEFT_OUT)._replace(entries=len(shown))
    # No hashes: trying all possible cards would find them.
    return SealedGame(
        game, shown, tuple(Entry(entry.number, _covered(entry.text)) for entry in entries[whole:])
    )


def without_pins(kept: KeptGame, entries: Iterable[Entry]) -> tuple[KeptGame, Iterator[Entry]]:
    """Return a game without the PINs of its seats; its replay has the same result.

    Raises:
        ValueError, KeyError, TypeError: Header or entries were not written by a session.
    """
    return _with_header(kept), map(_without_pin, entries)


def _with_header(kept: KeptGame, **changes: str) -> KeptGame:
    """Return a game whose header has no PINs, with `changes`."""
    header = {**json.loads(kept.header), **changes}
    header["setup"].pop(PINS, None)
    return kept._replace(header=json.dumps(header, ensure_ascii=False))


def _whole_messages(session: Session, entries: Sequence[Entry]) -> int:
    """Return how many messages anybody may read: all if no race runs, else those of earlier turns.

    It counts to the last turn that ends without hidden cards, because its shuffles would reveal
    cards that stay in a pile or a hand. It takes the first end of that turn, because after a rewind
    to it the same cards are dealt again in the later turns.
    """
    # Of the first turn only the beginning is shown: cards may be in the readers already.
    ends = {0: min(1, len(entries))}
    messages = read_messages([entry.text for entry in entries], changes_of(session.config.game))
    for number, message in enumerate(messages, 1):
        session = replay_step(session, message)
        if session.match is not None and session.page == view.SUMMARY and not _hides(session):
            ends.setdefault(session.match.shown.turn, number)
    if session.match is None or session.page == view.OVER:
        return len(entries)
    turn = turn_of(undo_point_of(session))
    last = turn if session.page == view.SUMMARY else turn - 1
    return max((number for at, number in ends.items() if at <= last), default=ends[0])


def _hides(session: Session) -> bool:
    """Return whether a race has hidden cards that stay where they are.

    If all cards are shuffled next, their places do not matter.
    """
    if session.match is None:
        return False
    game, position = session.config.game, session.match.position
    seen = game.redacted(position, None)
    if isinstance(game.next_step(position), Shuffle):
        holders = custody(session, session.match)
        return game.dealt(seen, game.deck, holders) != game.dealt(position, game.deck, holders)
    return bool(seen != position)


def lines_of(covered: Sequence[Entry]) -> list[str]:
    """Return messages without cards as lines of text."""
    return [f"{entry.number}: {entry.text}" for entry in covered]


def _without_pin(entry: Entry) -> Entry:
    """Return an entry; one that sets a PIN removes it instead, so that the game can be replayed."""
    if '"SetPin"' not in entry.text:
        return entry
    said = json.loads(entry.text)
    said["SetPin"]["pin"] = ""
    return entry._replace(text=json.dumps(said, ensure_ascii=False))


def _covered(text: str) -> str:
    """Return a message without its cards."""
    said = json.loads(text)
    for fields in said.values():
        for name in ("code", "codes", "pin", "offer"):
            if fields.get(name) is not None:
                fields[name] = LEFT_OUT
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


# ---- Without names ----


def anonymous_game(game: KeptGame, entries: Iterable[Entry]) -> tuple[KeptGame, tuple[Entry, ...]]:
    """Return a game whose players are named by the colours of their seats.

    Its replay has the same result, because names decide nothing.

    Raises:
        ValueError, KeyError, TypeError: Header or entries were not written by a session.
    """
    header = json.loads(game.header)
    known = _without_names(header["setup"])
    nameless = list(entries)
    for place, entry in enumerate(nameless):
        said = json.loads(entry.text)
        if "SetName" in said:
            fields = said["SetName"]
            known[fields["name"]] = fields["name"] = known.get(str(fields["seat"]), SOMEBODY)
        elif "Decide" in said:
            fields = said["Decide"]
            # A name of no seat must go, too.
            fields["who"] = known.get(fields.get("who", ""), SOMEBODY) if fields.get("who") else ""
        else:
            continue
        nameless[place] = entry._replace(text=json.dumps(said, ensure_ascii=False))
    kept = game._replace(header=json.dumps(header, ensure_ascii=False), name="")
    return kept, tuple(nameless)


def anonymous_settings(settings: Mapping[str, str]) -> dict[str, Any]:
    """Return the journal's settings as JSON values without names; {} if they cannot be read.

    Only the setup is included, because it is known where it has names.
    """
    try:
        facts = json.loads(settings[CHOSEN])
        _without_names(facts["setup"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError, IndexError):
        return {}
    return {CHOSEN: facts}


def _without_names(setup: dict[str, Any]) -> dict[str, str]:
    """Remove the names from a setup; return new names by old name and by seat number."""
    known = {}
    # No colour's name was typed.
    setup["typed"] = []
    for number, seat in enumerate(setup["seats"], 1):
        # One line on purpose: the old name is the key before the new one replaces it.
        known[seat[NAME]] = known[str(number)] = seat[NAME] = seat[COLOUR].upper()
    return known
