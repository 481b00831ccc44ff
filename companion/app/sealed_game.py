"""A kept game as everybody may read it: what would tell cards of a race that goes on is left out, and so is what only one person may know.

Reports and bundles hold it; what `clockwork-derby games` shows and exports is the builder's, and whole. A race that is over is whole here too, but for
two things: the PINs of seats, and the seed, from which the next race of the evening is dealt.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.games.clockwork import ClockworkDerby
from companion.journal.base import Entry, Game
from companion.session import view
from companion.session.beginning import PINS, begun
from companion.session.moments import moment_of, turn_of
from companion.session.session import Session
from companion.session.spelling import read_messages
from companion.session.steps import stepped

LEFT_OUT: Final = "left out"
"""What stands in the place of a secret."""


class Sealed(NamedTuple):
    """A game that may be read, and the messages at its end that were left out of it, without their cards: no race comes out of these."""

    game: Game
    entries: tuple[Entry, ...]
    covered: tuple[Entry, ...]

    @property
    def words(self) -> str:
        """What was left out, in a sentence; "" where the race is over or none runs."""
        if not self.covered:
            return ""
        return (
            f"The last {len(self.covered)} messages are left out: the race goes on, and they would tell cards that nobody may see yet."
            " Save it again when the race is over, and it is whole."
        )


def sealed_game(kept: Game, entries: Sequence[Entry]) -> Sealed:
    """The game up to the end of the last turn that nothing secret depends on; played again it comes out as it was up to there.

    FormatFault where what it starts from cannot be read; ValueError, KeyError or TypeError where header or entries are not as an evening writes them.
    """
    whole = _whole_messages(begun(kept.header, ClockworkDerby(), (), f"game {kept.id}").session, entries)
    shown = tuple(map(_without_pin, entries[:whole]))
    header = json.loads(kept.header)
    header["seed"] = LEFT_OUT
    header["setup"].pop(PINS, None)
    game = kept._replace(header=json.dumps(header, ensure_ascii=False), entries=len(shown))
    # A hash tells a card to whoever tries out all that it can be.
    return Sealed(game, shown, tuple(Entry(entry.number, _covered(entry.text)) for entry in entries[whole:]))


def _whole_messages(session: Session, entries: Sequence[Entry]) -> int:
    """How many messages may be read: all where no race goes on, else those up to the first end of the turn before the one that is played.

    The first, because whoever has gone back to that turn will be dealt the same cards again in all that followed it.
    """
    # Where the race has just begun only that is told: cards may lie in the readers already.
    ends = {0: min(1, len(entries))}
    for number, after in enumerate(_played(session, entries), 1):
        session = after
        if session.match is not None and session.page == view.SUMMARY:
            ends.setdefault(session.match.turn, number)
    if session.match is None or session.page == view.OVER:
        return len(entries)
    turn = turn_of(moment_of(session))
    return ends.get(turn if session.page == view.SUMMARY else max(0, turn - 1), ends[0])


def _played(session: Session, entries: Sequence[Entry]) -> Iterator[Session]:
    """The evening after each message."""
    for message in read_messages([entry.text for entry in entries]):
        session, _ = stepped(session, message)
        yield session


def lines_of(covered: Sequence[Entry]) -> list[str]:
    """Messages without cards as lines for people."""
    return [f"{entry.number}: {entry.text}" for entry in covered]


def _without_pin(entry: Entry) -> Entry:
    """An entry; where a PIN was chosen none is chosen instead, so that it can be played again."""
    said = json.loads(entry.text)
    if "SetPin" not in said:
        return entry
    said["SetPin"]["pin"] = ""
    return entry._replace(text=json.dumps(said, ensure_ascii=False))


def _covered(text: str) -> str:
    """A message without its cards."""
    said = json.loads(text)
    for fields in said.values():
        for name in ("code", "codes", "pin"):
            if fields.get(name) is not None:
                fields[name] = LEFT_OUT
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
