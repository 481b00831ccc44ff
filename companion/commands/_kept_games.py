"""Read saved games from the journal or a file, replay them, and describe them in words and JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from companion.app.kept_races import minute_of
from companion.app.loop import boards_of
from companion.app.recording import RecalledGame, game_key, replay_entries
from companion.commands._files import parse_file
from companion.commands._terminal import amount, complain
from companion.errors import FormatError, SetupError
from companion.folders import JOURNAL
from companion.games import find_game
from companion.games.corrections import changes_of
from companion.games.decks import deck_title, own_deck
from companion.games.kit.story import Recap
from companion.games.parts import Results, turn_note_of
from companion.games.scene import BY_HAND, Review
from companion.journal.base import OPEN, OVER, SETUP, Entry, KeptGame, Opening
from companion.journal.file import FORMAT, read_game
from companion.journal.store import Journal, open_journal
from companion.named_tuples import NamedTuple
from companion.pilots.review import review_of
from companion.session import view
from companion.session.commands import Command, RecordEvents
from companion.session.lobby.setup import entry_of
from companion.session.messages import Abort, ApplyCorrection, GoBack, GoForward, GoTo, Resumed
from companion.session.pages.over import over_view
from companion.session.pages.returning import stopped_words
from companion.session.pages.review import (
    NO_REVIEW,
    NOT_OVER,
    can_be_reviewed,
    decision_words,
    lines_of,
    over_race,
    percent,
)
from companion.session.past.history import beside_rounds, recap_of, shown_turn, turns_played
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.past.replaying import SessionStart, session_of_header
from companion.session.past.spelling import read_message
from companion.session.past.undo_points import place_words, round_words, turn_of, undo_point_of
from companion.session.reader_faults import card_words
from companion.session.session import Match, Session
from companion.session.steps import step
from companion.session.view import SummaryPage

LARGEST: Final = 100_000_000
"""The largest file with a game, in bytes; five hundred turns of eight seats need a tenth of it."""
FILE_START: Final = f'{{"format":"{FORMAT}"'
HEAD: Final = f"{'no.':>5}  {'begun':16}  {'last touched':16}  game"
"""The line above a list of games."""
LIST_KEYS: Final = (
    "number",
    "game",
    "kind",
    "title",
    "name",
    "began",
    "touched",
    "state",
    "note",
    "messages",
)
SHOW_KEYS: Final = (
    "board",
    "flags",
    "seats",
    "settings",
    "seed",
    "versions",
    "turns",
    "same",
    "drift",
    "ending",
    "standings",
    "recap",
    "counts",
    "by_hand",
)
"""The keys of a game in a list, and those that a closer look adds."""


# ---- Sources ----


class SavedGame(NamedTuple):
    name: str
    """"game 3", or the name of its file."""
    opening: Opening
    entries: tuple[Entry, ...]
    called: str = ""
    """The name that people gave it, or ""."""


@contextmanager
def journal_in(folder: Path, *, writer: bool = False) -> Iterator[Journal]:
    """Open the journal of a state folder, by default read-only; print its findings as errors.

    A session that starts while this is open as a writer gets no journal, so close it soon.

    Raises:
        JournalError: Says what prevents it.
    """
    journal = open_journal(folder / JOURNAL, time.time(), writer=writer)
    try:
        for words in journal.findings:
            complain(words)
        yield journal
    finally:
        journal.close()


def from_journal(journal: Journal, game: KeptGame) -> SavedGame:
    """Return a whole game of the journal.

    Raises:
        JournalError: A part was altered or is missing.
    """
    return SavedGame(
        f"game {game.id}",
        Opening(game.kind, game.title, game.header, game.began),
        tuple(journal.entries(game.id)),
        game.name,
    )


def from_file(path: str) -> SavedGame:
    """Return a game from a file that `export` wrote, or from a report, which ends with a game.

    Raises:
        FormatError: Names the line.
    """
    return parse_file(
        path, "a game that `clockwork-derby games export` wrote, or a report", _source_of, LARGEST
    )


def _source_of(text: str, path: str) -> SavedGame:
    # In a report the game follows words for people. Without a game, the fault is that of the first
    # line.
    before = 0 if text.startswith(FILE_START) else text.find(f"\n{FILE_START}") + 1
    try:
        return SavedGame(path, *read_game(text[before:], path))
    except FormatError as fault:
        # Counted in the whole file, as an editor counts.
        line = None if fault.line is None else fault.line + text.count("\n", 0, before)
        raise FormatError(path, line, fault.found, fault.expected, fault.near) from None


# ---- Replay ----


def replay_game(source: SavedGame) -> RecalledGame:
    """Replay a game and compare the hash of every register.

    Raises:
        FormatError: Its header cannot be read.
    """
    return replay_entries(_how_begun(source), source.entries, every=True)


def _how_begun(source: SavedGame) -> SessionStart:
    return session_of_header(source.opening.header, find_game, boards_of, source.name)


def replay_words(source: SavedGame, found: RecalledGame) -> str:
    """Say whether a replay has the same result; if not, where it differs and how."""
    drift, many = found.drift, len(source.entries)
    if drift is None:
        return f"{amount(many, 'message')}, {amount(_turns(found), 'turn')}: comes out the same"
    place = (
        f"message {drift.number} of {many}, turn {drift.turn}, "
        f"{found.session.config.game.wording.round(drift.round)}"
    )
    return (
        f"differs at {place}: {drift.words}; saved under rules version {found.rules}, played "
        f"again by rules version {found.session.config.game.version}"
    )


def replay_facts(source: SavedGame, found: RecalledGame) -> dict[str, Any]:
    """Return whether a replay has the same result, as JSON values."""
    return {
        "same": found.drift is None,
        "messages": len(source.entries),
        "turns": _turns(found),
        "words": replay_words(source, found),
    }


def _turns(found: RecalledGame) -> int:
    """Return how many turns have begun."""
    return turn_of(undo_point_of(found.session)) if found.session.match is not None else 0


# ---- List ----


def list_line(game: KeptGame) -> str:
    """Return a game as one line, without a replay."""
    return (
        f"{game.id:5}  {_when(game.began):16}  {_when(game.touched):16}  "
        f"{_name_prefix(game)}{game.title_words}: {_standing_line(game)}"
    )


def list_facts(game: KeptGame) -> dict[str, Any]:
    """Return a game as JSON values; times are ISO 8601 with the local offset, null if invalid."""
    began, touched = (
        None if time is None else time.isoformat(timespec="seconds")
        for time in (_local(game.began), _local(game.touched))
    )
    return {
        "number": game.id,
        "game": game_key(game),
        "kind": game.kind,
        "title": str(game.title_words),
        "name": game.name,
        "began": began,
        "touched": touched,
        "state": game.state,
        "note": str(game.note_words),
        "messages": game.entries,
    }


def _name_prefix(game: KeptGame) -> str:
    """Return the name that people gave a game, to precede everything else."""
    return f"“{game.name}”, " if game.name else ""


def _standing_line(game: KeptGame) -> str:
    if game.kind == SETUP:
        return "what was touched before a game"
    if game.state == OVER:
        return "over"
    return (
        f"{'unfinished' if game.state == OPEN else 'left'}, "
        f"{game.note_words or 'nothing played yet'}"
    )


def _when(seconds: float) -> str:
    return minute_of(seconds) or "unknown"


def _local(seconds: float) -> datetime | None:
    """Return a Unix time as local time; None for an invalid one, which a file may contain."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (OverflowError, ValueError, OSError):
        return None


# ---- One game ----


def show_lines(game: KeptGame, source: SavedGame, found: RecalledGame) -> Iterator[str]:
    """Yield everything about a game as lines for people."""
    session, header = found.session, json.loads(source.opening.header)
    setup = session.lobby.setup
    yield f"Game {game.id}: {_name_prefix(game)}{game.title_words}"
    yield f"begun {_when(game.began)}, last touched {_when(game.touched)}"
    yield f"{_standing_line(game)}{_ending(session)}"
    entry = entry_of(session)
    if entry is not None:
        yield f"board: {entry.title}" + (
            f", flags {', '.join(setup.markers) or 'none'}"
            if MARKER_PAGE in session.config.game.setup_pages
            else ""
        )
    if own_deck(session.config.game):
        yield f"deck: {deck_title(session.config.game)}, which people have written"
    yield "seats: " + ", ".join(
        f"{seat} {setup.seat(seat).name} ({setup.seat(seat).player})" for seat in setup.playing
    )
    yield "settings: " + ", ".join(f"{key}={word}" for key, word in setup.words.items())
    yield (
        f"seed {header.get('seed')}; rules version {found.rules} "
        f"(now {session.config.game.version}), app {header.get('app') or 'of unknown version'}"
    )
    yield replay_words(source, found)
    if session.match is not None:
        yield "how the game stands:"
        yield from (f"  {words}" for words in _standing_words(session, session.match))
        recap = recap_of(session)
        if recap.sentences:
            yield ("summary:" if session.page == view.OVER else "summary so far:")
        yield from (f"  {words}" for words in recap.sentences)
        if recap.counts:
            yield "in figures:"
        yield from (
            f"  {setup.names[one.seat]}: {', '.join(str(fact.words) for fact in one.facts)}"
            for one in recap.counts
        )
    by_hand = [each for each in chronicle(source) if each.kind == HAND]
    if by_hand:
        yield "changed by hand:"
        yield from (f"  turn {each.turn}, {each.when}{_incident_words(each)}" for each in by_hand)


def show_facts(game: KeptGame, source: SavedGame, found: RecalledGame) -> dict[str, Any]:
    """Return everything about a game as JSON values."""
    session, header, drift = found.session, json.loads(source.opening.header), found.drift
    setup, match = session.lobby.setup, session.match
    recap = recap_of(session) if match is not None else Recap()
    standings = []
    if match is not None:
        for one in session.config.game.standings(match.position):
            note = turn_note_of(session.config.game, match.turn_events, one.seat)
            place = {"place": one.place, "seat": one.seat, "name": setup.names[one.seat]}
            standings.append({**place, **one.data, "status": one.status, "note": str(note)})
    seats = [{"seat": seat, **setup.seat(seat)._asdict()} for seat in setup.playing]
    for facts in seats:
        # A PIN is for one session.
        del facts["pin"]
    return {
        **list_facts(game),
        "board": setup.board,
        "flags": list(setup.markers),
        "seats": seats,
        "settings": dict(setup.words),
        "seed": header.get("seed"),
        "versions": {
            "app": str(header.get("app", "")),
            "rules": found.rules,
            "rules_now": session.config.game.version,
        },
        "turns": _turns(found),
        "same": drift is None,
        "drift": None
        if drift is None
        else {
            "number": drift.number,
            "turn": drift.turn,
            "register": drift.round,
            "words": str(drift.words),
        },
        "ending": _ending(session).lstrip(": "),
        "standings": standings,
        "recap": [str(words) for words in recap.sentences],
        "counts": [
            {"seat": one.seat, "name": setup.names[one.seat], **one.data} for one in recap.counts
        ],
        "by_hand": [each._asdict() for each in chronicle(source) if each.kind == HAND],
    }


def _ending(session: Session) -> str:
    """Return who won, if the race is over."""
    if session.match is None or session.page != view.OVER:
        return ""
    page = over_view(session).body
    return f": {page.winner}" if isinstance(page, SummaryPage) else ""


def _standing_words(session: Session, match: Match) -> Iterator[str]:
    game, names = session.config.game, session.lobby.setup.names
    for found in game.standings(match.position):
        note = "".join(
            f"; {words}"
            for words in (found.ahead, turn_note_of(game, match.turn_events, found.seat))
            if words
        )
        yield (
            f"{found.place}. {names[found.seat]}: "
            f"{', '.join(map(str, (*(fact.words for fact in found.facts), found.status)))}{note}"
        )


# ---- Chronicle ----


GAME, HAND, START = "game", "by hand", "start"
"""The causes of an incident: the game, people with the debugging menu, a start of the app."""
WAYS: Final[tuple[tuple[tuple[type, ...], str], ...]] = (
    ((GoBack, GoTo, Abort), "back to"),
    ((GoForward,), "forward again to"),
)
"""The words for going to another moment of the race."""


class Incident(NamedTuple):
    """One thing that happened."""

    turn: int
    """The turn, from 1."""
    when: str
    """The part of the turn, such as "register 2"."""
    kind: str
    """The cause: GAME, HAND or START."""
    words: str
    rule: str = ""
    """The rule behind it, or ""."""
    who: str = ""
    """The person who wanted it, or ""."""
    why: str = ""


def event_lines(source: SavedGame) -> Iterator[str]:
    """Yield everything that happened as lines for people, by turn; a rewind repeats a turn."""
    for turn, those in groupby(chronicle(source), lambda each: each.turn):
        yield f"turn {turn}"
        yield from (f"  {each.when}{_incident_words(each)}" for each in those)


def _incident_words(incident: Incident) -> str:
    """Return the words of an incident from the colon on: author, reason, words, rule."""
    who = f" by {incident.who}" if incident.who else ""
    why = f" ({incident.why})" if incident.why else ""
    by_hand = f", by hand{who}{why}" if incident.kind == HAND else ""
    rule = f"  [{incident.rule}]" if incident.rule else ""
    return f"{by_hand}: {incident.words}{rule}"


def chronicle(source: SavedGame) -> Iterator[Incident]:
    """Yield everything that happened in a game, in order, with what was taken back later.

    It ends before an entry that cannot be read. The messages are replayed, but nothing is compared.
    """
    session = _how_begun(source).session
    for entry in source.entries:
        try:
            message = read_message(entry.text, changes_of(session.config.game))
        except ValueError:
            return
        before, (session, commands) = session, step(session, message)
        # Nothing can happen before a race.
        if session.match is None:
            continue
        if isinstance(message, ApplyCorrection):
            yield from _correction_incidents(before, session, message)
        elif isinstance(message, Resumed):
            yield Incident(
                *_turn_and_part(session),
                START,
                (
                    f"The app was started again. "
                    f"{'' if message.ago is None else stopped_words(message.ago)}"
                ).rstrip(),
            )
        for note in session.timeline.notes[len(before.timeline.notes) :]:
            yield Incident(
                note.turn,
                str(note.when).lower(),
                HAND,
                "; ".join(map(str, note.made.words)),
                "",
                note.made.who,
                note.made.why,
            )
        for command in commands:
            yield from _game_incidents(session, command, isinstance(message, ApplyCorrection))


def _game_incidents(session: Session, command: Command, by_hand: bool) -> Iterator[Incident]:
    """Yield what the game did; corrections are yielded elsewhere."""
    if not isinstance(command, RecordEvents):
        return
    # Round 0 is before the first one. It has no instructions, so its events are described
    # themselves.
    if not command.round and not by_hand:
        results = Results.of(session.config.game)
        for words, rule in (
            results.log_lines(command.events, session.lobby.setup.names)
            if results is not None
            else ()
        ):
            yield Incident(
                command.turn,
                str(session.config.game.wording.before_rounds).lower(),
                GAME,
                words,
                rule,
            )
    when = str(session.config.game.wording.round(command.round))
    for instruction in command.instructions:
        if instruction.part != BY_HAND:
            yield Incident(command.turn, when, GAME, instruction.words, instruction.rule)


def _correction_incidents(
    before: Session, after: Session, message: ApplyCorrection
) -> Iterator[Incident]:
    """Yield what people did with the debugging menu, except for showing something again."""
    if before.match is None:
        return
    leads = next((words for kinds, words in WAYS if isinstance(message.correction, kinds)), "")
    # A rewind is described by its destination, a correction by its words.
    if (
        not leads
        and after.timeline.previous is not None
        and after.timeline.past is not before.timeline.past
    ):
        made = after.timeline.previous.left_by
    else:
        made = None
    if leads:
        words = f"{leads} {place_words(after, undo_point_of(after))}"
    elif made is not None:
        words = "; ".join(map(str, made.words))
    else:
        words = ""
    if words:
        yield Incident(
            *_turn_and_part(before),
            HAND,
            words,
            made.rule if made is not None else "",
            message.who,
            message.why,
        )


def _turn_and_part(session: Session) -> tuple[int, str]:
    """Return the turn of a session, and the part of the turn."""
    point = undo_point_of(session)
    if point.page == view.PLAY:
        return shown_turn(point), str(round_words(session, point.match))
    return shown_turn(point), str(beside_rounds(session, point.page)).lower()


# ---- Review ----


def review_lines(session: Session) -> Iterator[str]:
    """Yield the review as lines for people.

    Raises:
        SetupError: There is no review.
    """
    review = _review(session)
    yield str(decision_words(session, review))
    for turn in review.turns:
        yield f"turn {turn.turn}{', which decided the game' if turn.turn == review.decided else ''}"
        for seat in turn.seats:
            said = " ".join(map(str, lines_of(seat)))
            # The cards of a better program, if there was one.
            faces = [
                None if code is None else session.config.game.face(code) for code in seat.codes
            ]
            cards = ", ".join("-" if face is None else str(card_words(face)) for face in faces)
            yield (
                f"  {session.lobby.setup.names[seat.seat]}, chances {percent(seat.before)} to "
                f"{percent(seat.after)} %. {said}{f' ({cards})' if faces else ''}"
            )


def review_facts(session: Session) -> dict[str, Any]:
    """Return the review as JSON values; the best program has codes, null for an empty slot."""
    review = _review(session)
    turns = []
    for turn in review.turns:
        seats = [
            {
                "seat": seat.seat,
                "name": session.lobby.setup.names[seat.seat],
                "reached": str(seat.reached),
                "alone": str(seat.alone),
                "known": seat.known,
                "best": str(seat.best),
                "codes": list(seat.codes),
                "sooner": round(seat.sooner, 2),
                "chances": [round(seat.before, 4), round(seat.after, 4)],
            }
            for seat in turn.seats
        ]
        turns.append({"turn": turn.turn, "seats": seats})
    return {"decided": review.decided, "winner": review.winner, "turns": turns}


def _review(session: Session) -> Review:
    race = over_race(session)
    if race is None:
        raise SetupError(str(NOT_OVER))
    if not can_be_reviewed(race):
        raise SetupError(str(NO_REVIEW))
    return review_of(race.config.game, turns_played(race))
