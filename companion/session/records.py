"""What a session says of races that end, for the records of people, and what it hears of them: who has played how often, with which sums.

A race is told when its end is reached, and taken back when somebody goes back over it. Only seats count that a person plays whose name somebody has typed.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.base import Finished
from companion.session.history import recap_of
from companion.session.session import Result, Session, replace
from companion.session.view import OVER


class PersonTold(NamedTuple):
    """What is to be kept of one person: the name, whether the race was won, what was counted, and what was reached with it."""

    name: str
    won: bool
    counts: Mapping[str, int]
    reached: tuple[str, ...]


class KeepRecord(NamedTuple):
    """Keep a finished race for its people, once, whatever is known of it already; answer with `CallRecords`, or say with `Noticed` why it cannot be kept."""

    key: str
    game: str
    version: int
    board: str
    people: tuple[PersonTold, ...]


class DropRecord(NamedTuple):
    """Somebody has gone back over the end of this race: it counts no longer. Answered likewise."""

    key: str


class ForgetPerson(NamedTuple):
    """Keep nothing more of this person. Answered likewise."""

    name: str


class Known(NamedTuple):
    """What is kept of one person in one game: races, how many won, sums, bests of a single race, achievements, and the keys of the races."""

    game: str
    name: str
    races: int
    won: int
    totals: Mapping[str, int]
    bests: Mapping[str, int]
    reached: tuple[str, ...]
    keys: tuple[str, ...]


class CallRecords(NamedTuple):
    """Everybody of whom something is kept, as the app starts and whenever that changes."""

    people: tuple[Known, ...]


RecordCommand = KeepRecord | DropRecord | ForgetPerson
"""What a session asks of the records."""


def on_call_records(session: Session, message: CallRecords) -> Result:
    """Known from now on."""
    return replace(session, people_known=message.people), ()


def recorded(before: Session, after: Session) -> tuple[RecordCommand, ...]:
    """What is to be kept, or not any more, because a race has just come to its end, or somebody has left that end by going back."""
    if after.page == OVER and before.page != OVER:
        told = record_of(after)
        return () if told is None else (told,)
    gone_back = before.page == OVER and after.page != OVER and before.match is not None and after.match is not None and before.match.number == after.match.number
    return (DropRecord(mark_of(before)),) if gone_back and record_of(before) is not None else ()


def record_of(session: Session) -> KeepRecord | None:
    """A race that is over, as it is to be kept; None where nothing is counted in it, or no person has a name."""
    match, game = session.match, session.house.game
    if match is None or not isinstance(match.want, Finished) or not named_seats(session):
        return None
    found = {one.seat: one.data for one in recap_of(session).statistics}
    people = tuple(_told(session, seat, found[seat], seat in match.want.winners) for seat in named_seats(session) if seat in found)
    return KeepRecord(mark_of(session), game.key, game.version, session.setup.board, people) if people else None


def mark_of(session: Session) -> str:
    """What tells a race that is over from others, however often its end was reached: how it stands, and on which board."""
    assert session.match is not None
    return f"{session.house.game.fingerprint(session.match.position)}-{session.setup.board}"


def named_seats(session: Session) -> tuple[int, ...]:
    """The seats of people whose names somebody has typed."""
    return tuple(seat for seat in session.setup.playing if session.is_person(seat) and session.setup.seat(seat).typed)


def _told(session: Session, seat: int, counts: Mapping[str, int], won: bool) -> PersonTold:
    name = session.setup.seat(seat).name
    reached = session.house.game.achieved(before_this(session, name), counts)
    return PersonTold(name, won, counts, tuple(one.key for one in reached))


def before_this(session: Session, name: str) -> Mapping[str, int]:
    """The sums of a person over earlier races of the game that is over, this one left out."""
    known = next((one for one in session.people_known if one.game == session.house.game.key and one.name.casefold() == name.casefold()), None)
    if known is None:
        return {}
    if mark_of(session) not in known.keys:
        return known.totals
    seat = next((seat for seat in named_seats(session) if session.setup.seat(seat).name == name), None)
    this = next((one.data for one in recap_of(session).statistics if one.seat == seat), {})
    return {what: number - this.get(what, 0) for what, number in known.totals.items()}
