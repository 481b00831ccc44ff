"""A kept game as others may read it: without cards of a race that goes on, and without what only some people may know.

Reports and bundles hold games like this. What `clockwork-derby games` shows and exports is for the owner of the table, and whole but for the PINs. A race
that is over is whole here, too, but for the PINs of seats and the seed, from which the next race of the session is dealt. Bundles go to
strangers, so they replace the names that players have typed as well.
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
from companion.session.past.moments import moment_of, turn_of
from companion.session.past.replaying import DECK, begun
from companion.session.past.spelling import read_messages
from companion.session.session import Session
from companion.session.steps import retold
from companion.words import text

LEFT_OUT: Final = "left out"
"""What stands in the place of a secret."""
NAME, COLOUR = 1, 2
"""Places in what is kept of a seat: who plays it, its name, colour and shape."""
SOMEBODY: Final = "SOMEBODY"
"""Who wanted something, where that is no seat's name."""


# ---- Without secrets -------------------------------------------------------------------------------------------------------


class Sealed(NamedTuple):
    """A game that anybody may read, and the messages after its end, which are left out of it; their cards are removed."""

    game: KeptGame
    entries: tuple[Entry, ...]
    covered: tuple[Entry, ...]

    @property
    def words(self) -> str:
        """What was left out, in a sentence; "" where the race is over or none runs."""
        if not self.covered:
            return ""
        return (
            f"The last {len(self.covered)} messages are left out: the game goes on, and they would tell cards that nobody may see yet."
            " Save it again when the game is over, and it is whole."
        )


STAYS: Final = text(
    "it is played with a deck that people have written, and such decks stay on their own computer"
)
"""Why a game is in no report and goes to no other table."""


class StaysHere(DerbyError):
    """A game that does not leave its table, in words that go on after its name."""


def has_own_deck(kept: KeptGame) -> bool:
    """Whether a game is played with a deck that people have written: its text is in it."""
    try:
        return bool(json.loads(kept.header).get(DECK))
    except (AttributeError, RecursionError, TypeError, ValueError):
        return False


def sealed_game(kept: KeptGame, entries: Sequence[Entry]) -> Sealed:
    """The game up to the end of the last turn on which nothing secret depends; played again, it comes out as it was.

    StaysHere for one with a deck that people have written. FormatFault where its beginning cannot be read; ValueError, KeyError or TypeError where header or entries are not what a session writes.
    """
    if has_own_deck(kept):
        raise StaysHere(STAYS)
    whole = _whole_messages(begun(kept.header, find_game, (), f"game {kept.id}").session, entries)
    shown = tuple(map(_without_pin, entries[:whole]))
    game = _with_header(kept, seed=LEFT_OUT)._replace(entries=len(shown))
    # No hashes: whoever tries out all possible cards could find them by their hash.
    return Sealed(
        game, shown, tuple(Entry(entry.number, _covered(entry.text)) for entry in entries[whole:])
    )


def without_pins(kept: KeptGame, entries: Iterable[Entry]) -> tuple[KeptGame, Iterator[Entry]]:
    """Return a game without the PINs of its seats; played again it comes out the same, since a PIN only covers a hand.

    ValueError, KeyError or TypeError where header or entries are not what a session writes.
    """
    return _with_header(kept), map(_without_pin, entries)


def _with_header(kept: KeptGame, **changes: str) -> KeptGame:
    """Return a game whose beginning has no PINs, and other facts where `changes` name them."""
    header = {**json.loads(kept.header), **changes}
    header["setup"].pop(PINS, None)
    return kept._replace(header=json.dumps(header, ensure_ascii=False))


def _whole_messages(session: Session, entries: Sequence[Entry]) -> int:
    """How many messages anybody may read: all where no race runs, else those up to the end of a turn before the present one.

    It is the last turn that ends without hidden cards: the shuffles before would tell those that stay in a pile or a
    hand. It is the first end of that turn, because a table that has gone back to it will deal the same cards again in every turn after it.
    """
    # In the first turn only the beginning is told: cards may lie in the readers already.
    ends = {0: min(1, len(entries))}
    for number, after in enumerate(_played(session, entries), 1):
        session = after
        if session.match is not None and session.page == view.SUMMARY and not _hides(session):
            ends.setdefault(session.match.turn, number)
    if session.match is None or session.page == view.OVER:
        return len(entries)
    turn = turn_of(moment_of(session))
    last = turn if session.page == view.SUMMARY else turn - 1
    return max((number for at, number in ends.items() if at <= last), default=ends[0])


def _hides(session: Session) -> bool:
    """Whether a race has cards now that nobody may know, and that stay where they are.

    Where all cards are shuffled next it does not matter where they were.
    """
    if session.match is None:
        return False
    game, position = session.house.game, session.match.position
    want = game.want(position)
    if isinstance(want, Shuffle) and not want.piles:
        return False
    return bool(game.redacted(position, None) != position)


def _played(session: Session, entries: Sequence[Entry]) -> Iterator[Session]:
    """The session after each message."""
    for message in read_messages([entry.text for entry in entries], changes_of(session.house.game)):
        session = retold(session, message)
        yield session


def lines_of(covered: Sequence[Entry]) -> list[str]:
    """Messages without cards as lines for people."""
    return [f"{entry.number}: {entry.text}" for entry in covered]


def _without_pin(entry: Entry) -> Entry:
    """The entry; one that sets a PIN removes it instead, so that the game can be played again."""
    if '"SetPin"' not in entry.text:
        return entry
    said = json.loads(entry.text)
    said["SetPin"]["pin"] = ""
    return entry._replace(text=json.dumps(said, ensure_ascii=False))


def _covered(text: str) -> str:
    """A message without its cards."""
    said = json.loads(text)
    for fields in said.values():
        for name in ("code", "codes", "pin", "offer"):
            if fields.get(name) is not None:
                fields[name] = LEFT_OUT
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


# ---- Without names ---------------------------------------------------------------------------------------------------------


def anonymous_game(game: KeptGame, entries: Iterable[Entry]) -> tuple[KeptGame, tuple[Entry, ...]]:
    """A game whose players are called by the colours of their seats. It comes out as it was, since no name decides anything.

    ValueError, KeyError or TypeError where header or entries are not what a session writes.
    """
    header = json.loads(game.header)
    known = _without_names(header["setup"])
    return game._replace(header=json.dumps(header, ensure_ascii=False), name=""), tuple(
        _anonymous(entry, known) for entry in entries
    )


def anonymous_settings(settings: Mapping[str, str]) -> dict[str, Any]:
    """The journal's settings as JSON values without names; {} where they cannot be read.

    Only the setup is taken along: it is known where names stand in it, and that nothing else in it concerns people.
    """
    try:
        facts = json.loads(settings[CHOSEN])
        _without_names(facts["setup"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError, IndexError):
        return {}
    return {CHOSEN: facts}


def _without_names(setup: dict[str, Any]) -> dict[str, str]:
    """Remove the names from a setup; the new name of each old one, and of each seat by its number as text."""
    known = {}
    # Nobody has typed the names of colours.
    setup["typed"] = []
    for number, seat in enumerate(setup["seats"], 1):
        # In one line on purpose: the old name is the key, before the new one takes its place.
        known[seat[NAME]] = known[str(number)] = seat[NAME] = seat[COLOUR].upper()
    return known


def _anonymous(entry: Entry, known: dict[str, str]) -> Entry:
    """The entry without names; a name that it gives to a seat is known from then on."""
    said = json.loads(entry.text)
    if "SetName" in said:
        fields = said["SetName"]
        known[fields["name"]] = fields["name"] = known.get(str(fields["seat"]), SOMEBODY)
    elif "Decide" in said:
        fields = said["Decide"]
        # A name that belongs to no seat must go, too.
        fields["who"] = known.get(fields.get("who", ""), SOMEBODY) if fields.get("who") else ""
    else:
        return entry
    return entry._replace(text=json.dumps(said, ensure_ascii=False))
