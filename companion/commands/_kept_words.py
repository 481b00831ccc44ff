"""Kept games in words and as JSON values: a line of the list, what `show` tells, and where a replay leaves what was kept."""
from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from companion.app.recording import Recalled
from companion.commands._chronicle import HAND, Happening, chronicle
from companion.commands._sources import Source, begun_by
from companion.engine.rules import VERSION
from companion.journal.base import OPEN, OVER, SETUP, Game
from companion.session import view
from companion.session.moments import moment_of, turn_of
from companion.session.pictures import standing_rows
from companion.session.session import SeatSetup, Session
from companion.session.setup import entry_of
from companion.session.show_play import over_view
from companion.session.view import StandingRow, SummaryPage

HEAD: Final = f"{'no.':>5}  {'begun':16}  {'last touched':16}  game"


# ---- The list --------------------------------------------------------------------------------------------------------------


def list_line(game: Game) -> str:
    """One game in one line."""
    return f"{game.id:5}  {when(game.began):16}  {when(game.touched):16}  {game.title}: {stands(game)}"


def list_facts(game: Game) -> dict[str, Any]:
    """One game as JSON values; times are ISO 8601 with the local offset, null where they cannot be a time."""
    return {
        "number": game.id, "kind": game.kind, "title": game.title, "began": _iso(game.began), "touched": _iso(game.touched), "state": game.state,
        "note": game.note, "messages": game.entries,
    }


def stands(game: Game) -> str:
    """How a game stands, as far as the journal knows without playing it again."""
    if game.kind == SETUP:
        return "what was touched before a race"
    if game.state == OVER:
        return "over"
    return f"{'unfinished' if game.state == OPEN else 'left'}, {game.note or 'nothing played yet'}"


def when(seconds: float) -> str:
    """A time as people here read it."""
    time = _local(seconds)
    return time.strftime("%Y-%m-%d %H:%M") if time is not None else "unknown"


def _iso(seconds: float) -> str | None:
    time = _local(seconds)
    return None if time is None else time.isoformat(timespec="seconds")


def _local(seconds: float) -> datetime | None:
    """The local time, or None for a number that is none, as a file may hold."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (OverflowError, ValueError, OSError):
        return None


# ---- One game --------------------------------------------------------------------------------------------------------------


def show_lines(game: Game, source: Source, found: Recalled) -> Iterator[str]:
    """A game for people."""
    session, header = found.session, header_facts(source)
    setup = session.setup
    yield f"Game {game.id}: {game.title}"
    yield f"begun {when(game.began)}, last touched {when(game.touched)}"
    yield f"{stands(game)}{_ending(session)}"
    yield f"board: {entry_of(session).title}, flags {', '.join(setup.flags) or 'none'}"
    yield "seats: " + ", ".join(f"{seat} {setup.seat(seat).name} ({setup.seat(seat).player})" for seat in setup.playing)
    yield "settings: " + ", ".join(f"{key}={word}" for key, word in setup.words.items())
    yield f"seed {header['seed']}; rules version {found.rules} (now {VERSION}), app {header['app'] or 'of unknown version'}"
    yield replay_words(source, found)
    if session.match is not None:
        yield "how the race stands:"
        yield from (f"  {_standing_words(row)}" for row in standing_rows(session, session.match))
    by_hand = [happening for happening in happenings(source) if happening.kind == HAND]
    if by_hand:
        yield "changed by hand:"
        yield from (f"  turn {happening.turn}, {happening.when}{told(happening)}" for happening in by_hand)


def show_facts(game: Game, source: Source, found: Recalled) -> dict[str, Any]:
    """A game as JSON values."""
    session, header, drift = found.session, header_facts(source), found.drift
    setup, match = session.setup, session.match
    return {
        **list_facts(game), "board": setup.board, "flags": list(setup.flags),
        "seats": [{"seat": seat, **_seat_facts(setup.seat(seat))} for seat in setup.playing], "settings": dict(setup.words),
        "seed": header["seed"], "versions": {"app": header["app"], "rules": found.rules, "rules_now": VERSION}, "turns": turns(found),
        "same": drift is None, "drift": None if drift is None else drift._asdict(), "ending": _ending(session).lstrip(": "),
        "standings": [_standing_facts(row) for row in standing_rows(session, match)] if match is not None else [],
        "by_hand": [happening._asdict() for happening in happenings(source) if happening.kind == HAND],
    }


def _seat_facts(seat: SeatSetup) -> dict[str, str]:
    """Who plays a seat and what its clank looks like; whether it has a PIN concerns nobody here."""
    return {name: value for name, value in seat._asdict().items() if name != "pin"}


def header_facts(source: Source) -> dict[str, Any]:
    """The seed of a game, and the version of the app that began it, "" where it does not say."""
    facts = json.loads(source.opening.header)
    return {"seed": facts.get("seed"), "app": str(facts.get("app", ""))}


def turns(found: Recalled) -> int:
    """How many turns have begun."""
    return turn_of(moment_of(found.session)) if found.session.match is not None else 0


def _ending(session: Session) -> str:
    """Who has won, where the race is over."""
    if session.match is None or session.page != view.OVER:
        return ""
    page = over_view(session).body
    return f": {page.winner}" if isinstance(page, SummaryPage) else ""


def _standing_words(row: StandingRow) -> str:
    note = "".join(f"; {words}" for words in (row.away, row.note) if words)
    return f"{row.place}. {row.name}: {row.flags} of {row.of} flags, damage {row.damage}, lives {row.lives}, {row.status}{note}"


def _standing_facts(row: StandingRow) -> dict[str, Any]:
    return {
        "place": row.place, "seat": row.seat, "name": row.name, "flags": row.flags, "of": row.of, "damage": row.damage, "lives": row.lives,
        "status": row.status, "note": row.note,
    }


# ---- What happened ---------------------------------------------------------------------------------------------------------


def happenings(source: Source) -> Iterator[Happening]:
    """Everything that happened in a game."""
    return chronicle(begun_by(source).session, source.entries)


def event_lines(found: Iterable[Happening]) -> Iterator[str]:
    """The whole history for people, turn by turn; going back shows a turn once more."""
    for turn, those in groupby(found, lambda happening: happening.turn):
        yield f"turn {turn}"
        yield from (f"  {happening.when}{told(happening)}" for happening in those)


def told(happening: Happening) -> str:
    """What happened, from the colon on: who did it by hand and why, the words, the rule."""
    who = f" by {happening.who}" if happening.who else ""
    why = f" ({happening.why})" if happening.why else ""
    by_hand = f", by hand{who}{why}" if happening.kind == HAND else ""
    rule = f"  [{happening.rule}]" if happening.rule else ""
    return f"{by_hand}: {happening.words}{rule}"


# ---- Replays ---------------------------------------------------------------------------------------------------------------


def replay_words(source: Source, found: Recalled) -> str:
    """Whether a game comes out as it was kept, and if not just where and what differs."""
    drift, many = found.drift, len(source.entries)
    if drift is None:
        return f"{_count(many, 'message')}, {_count(turns(found), 'turn')}: comes out the same"
    place = f"message {drift.number} of {many}, turn {drift.turn}, register {drift.register}"
    return f"comes out otherwise at {place}: {drift.words}; kept by rules version {found.rules}, played again by rules version {VERSION}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
