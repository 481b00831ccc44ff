"""A kept session: its start as JSON, and the replay of its messages on any machine.

`header_of` writes the header of a kept game, `session_of_header` reads it; then the kept messages
follow. The choices of people in it (`setup_facts`, `setup_from`) are kept a second time by
themselves, for their next game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from companion.errors import FormatError, GameError
from companion.games.api import Game
from companion.games.asking import Reading
from companion.games.boards import board_part, read_board
from companion.games.corrections import changes_of
from companion.games.decks import own_deck, with_deck
from companion.named_tuples import NamedTuple
from companion.session.clock import STARTS
from companion.session.flow import FLOWS
from companion.session.game_guard import game_fault_words
from companion.session.lobby.adaptive_level import level_of_facts
from companion.session.lobby.arrangement import BoardEntry, GameOffer, TableConfig
from companion.session.lobby.kept_setup import setup_facts, setup_from
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.setup import entry_of
from companion.session.messages import SINGLE, Timer
from companion.session.past.kept_names import MARKERS
from companion.session.past.spelling import plain_json, read_messages, text_of_json
from companion.session.readers import Readers, ReaderState
from companion.session.session import Lobby, Session
from companion.session.steps import replay_step
from companion.session.timing import LONGEST as LONGEST_TIMER
from companion.session.view import BOARD
from companion.signals import BADCODE, BLANK, DIRTY, EMPTY, OK, PULL, PUSH, REST, SLOTS, UNSTABLE
from companion.words import Text, text, verbatim

FORM: Final = 1
"""The version of this text."""
STATUSES: Final = (OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE)
LONGEST_TITLE, LONGEST_ABOUT = 60, 400
"""The most characters of a board's name, and of the sentences about it."""
HANDLES: Final = (PULL, REST, PUSH)
DECK: Final = "deck"
"""The key of the text of the deck, where people have written it."""
GAMES: Final = "games"
"""The key of the games to choose from, each with its last choices."""
KNOWN: Final = "known"
"""The key of more facts about pilots: how they play, and how strong they are."""
Boards: TypeAlias = Iterable[BoardEntry] | Callable[[Game], Iterable[BoardEntry]]
"""The boards to choose from, or a function that returns those of a game."""


class SessionStart(NamedTuple):
    """A session at its beginning."""

    session: Session
    seed: int | str
    """The seed of all randomness."""
    rules: int
    """The version of the game's rules; 1 where the text has none."""


def header_of(session: Session, seed: int | str, app: str = "", games: bool = False) -> str:
    """Return the start of the present session as one JSON object, without a race that runs.

    Args:
        session: The session.
        seed: The seed of all randomness.
        app: The version of the program.
        games: Whether to add the choices of all games, because another one may still be chosen.

    Returns:
        The object. Its `rules` is the version of the game's rules: a replay with another one may
            differ.
    """
    entry, pages = (
        entry_of(session),
        session.config.pages if games else session.config.game.setup_pages,
    )
    facts = {
        "form": FORM,
        "app": app,
        "rules": session.config.game.version,
        "game": session.config.game.key,
        "seed": seed,
        # The board itself, because its name may mean another board on another machine or in a later
        # version.
        "board": None
        if entry is None
        else {
            "key": entry.key,
            "title": entry.title,
            "about": str(entry.about),
            "text": board_part(session.config.game).write(entry.board),
            MARKERS: [[difficulty, list(squares)] for difficulty, squares in entry.markers],
        },
        # `races` and the revision, too: each `Confirm` carries one, and the race's number seeds
        # its randomness. The deck is the text itself, so later changes do not affect the game.
        **({DECK: own} if (own := own_deck(session.config.game)) else {}),
        **setup_facts(session),
        "pilots": [[pilot.name, str(pilot.label)] for pilot in session.config.pilots],
        # Beside them, so a version that does not know it can still read these.
        KNOWN: {pilot.name: [str(pilot.about), pilot.strength] for pilot in session.config.pilots},
        "table": plain_json(session.config.table),
        "touch": sorted(session.config.touch),
        "races": session.lobby.races,
        "step": session.revision,
        "aside": list(session.readers.unused),
        "swaps": [list(pair) for pair in session.lobby.setup.swaps],
        # The meaning of a touch in the set-up depends on the page. A race begins from the last one.
        "page": session.page if session.page in pages else pages[-1],
        "readers": {
            str(seat): {
                "row": [[reading.status, reading.code] for reading in reader.row],
                "handle": reader.handle,
                "lost": plain_json(reader.lost),
            }
            for seat, reader in session.readers.by_seat.items()
        },
    }
    if games and session.config.games:
        facts[GAMES] = [[offer.key, offer.chosen] for offer in session.config.games]
    return json.dumps(facts, ensure_ascii=False)


def session_of_header(
    header: str, find: Callable[[str], Game | None], boards: Boards, source: Text | str
) -> SessionStart:
    """Return the session of a header.

    Nothing in the text is trusted.

    Args:
        header: The text.
        find: Return the game of a key, None for an unknown one.
        boards: More boards, or those of a game.
        source: The name of the text in an error.

    Raises:
        FormatError: Facts are missing, or of another type or shape.
    """
    try:
        facts = json.loads(header)
        if facts["form"] != FORM:
            raise ValueError(f"form {facts['form']!r}, expected form {FORM}")
        game = find(str(facts["game"]))
        if game is None:
            raise ValueError(f"game {facts['game']!r}, which this app does not have")
        if facts.get(DECK):
            game = with_deck(game, str(facts[DECK]), text("{source}, its deck", source=source))
        session = _session(
            facts,
            game,
            boards(game) if callable(boards) else boards,
            source,
            _offers(facts, find, boards),
        )
        seed = facts["seed"]
        if not isinstance(seed, (int, str)):
            raise ValueError(f"seed {seed!r}, expected a number or a word")
        return SessionStart(session, seed, int(facts.get("rules", 1)))
    # It is a ValueError, too, and has named the place in the board already.
    except FormatError:
        raise
    except KeyError as fault:
        raise FormatError(
            source,
            None,
            text("no {fact} in the start of the game", fact=str(fault)),
            text("one there; the file is not complete"),
        ) from None
    # Infinite numbers and endless nested brackets are no facts either.
    except (
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        OverflowError,
        RecursionError,
    ) as fault:
        raise FormatError(
            source,
            None,
            text("an unreadable start of the game ({fault})", fault=str(fault)),
            text("a game saved by this app"),
        ) from None


def _session(
    facts: Mapping[str, Any],
    game: Game,
    boards: Iterable[BoardEntry],
    source: Text | str,
    games: tuple[GameOffer, ...],
) -> Session:
    """Return the session before its first message.

    Raises:
        TypeError, ValueError, KeyError: The facts are invalid.
    """
    known = tuple(boards)
    if facts["board"] is None and BOARD not in game.setup_pages:
        entry = None
    else:
        entry = _entry(facts["board"], game, known, source)
    # The kept board comes first and replaces the present one of the same short name.
    entries = (
        known if entry is None else (entry, *(other for other in known if other.key != entry.key))
    )
    config = TableConfig(
        game,
        entries,
        _pilots(facts),
        text_of_json(facts["table"]),
        frozenset(int(seat) for seat in facts["touch"]),
        games=games,
    )
    readers = {seat: _reader(facts["readers"][str(seat)]) for seat in game.seats}
    pages = config.pages
    # Swapped readers belong to this session only, and not to the choices for the next one.
    swaps = tuple((int(first), int(second)) for first, second in facts.get("swaps", ()))
    return Session(
        config,
        Lobby(
            setup_from(facts["setup"], game)._replace(swaps=swaps),
            flow=flow_of(facts, SINGLE),
            auto=None if facts["auto"] is None else float(facts["auto"]),
            timer=timer_of(facts),
            adaptive_level=level_of_facts(facts.get("even")),
            races=int(facts["races"]),
        ),
        page=_one_of(facts.get("page", pages[-1]), pages),
        revision=int(facts["step"]),
        readers=Readers(readers, unused=tuple(int(seat) for seat in facts["aside"])),
    )


def _offers(
    facts: Mapping[str, Any], find: Callable[[str], Game | None], boards: Boards
) -> tuple[GameOffer, ...]:
    """Return the games to choose from that still exist and can be loaded."""
    offers = []
    for key, chosen in facts.get(GAMES, ()):
        try:
            game = find(str(key))
        except GameError:
            continue
        if game is not None:
            load = partial(_loaded, game, boards)
            offers.append(GameOffer(game.key, game.title, game.about, load, str(chosen)))
    return tuple(offers)


def _loaded(game: Game, boards: Boards) -> tuple[Game, tuple[BoardEntry, ...]]:
    return game, tuple(boards(game) if callable(boards) else boards)


def _pilots(facts: Mapping[str, Any]) -> tuple[PilotEntry, ...]:
    """Return the kept pilots; facts that an older text lacks have their defaults."""
    about = {
        name: (_template(words), int(strength))
        for name, (words, strength) in facts.get(KNOWN, {}).items()
    }
    return tuple(
        PilotEntry(str(name), _template(label), *about.get(name, ()))
        for name, label in facts["pilots"]
    )


def _template(words: Any) -> Text:
    """Return a message id of the catalogues, without placeholders."""
    return Text(str(words).replace("{", "{{").replace("}", "}}"))


def _entry(
    facts: Mapping[str, Any], game: Game, known: Iterable[BoardEntry], source: Text | str
) -> BoardEntry:
    board = read_board(game, facts["text"], f"{source}, its board", kept=True)
    markers = tuple(
        (str(difficulty), tuple(map(str, squares))) for difficulty, squares in facts[MARKERS]
    )
    key, kept = str(facts["key"]), verbatim(_cut(facts["about"], LONGEST_ABOUT))
    # The kept text is English; the same board of the game is known in every language.
    about = next(
        (other.about for other in known if other.key == key and other.board == board), kept
    )
    return BoardEntry(key, _cut(facts["title"], LONGEST_TITLE), about, board, markers)


def _cut(text: Any, longest: int) -> str:
    """Return a text, which may come from another machine, cut to the space on the screen."""
    words = str(text)
    return words if len(words) <= longest else f"{words[:longest]}…"


def _reader(facts: Mapping[str, Any]) -> ReaderState:
    row = tuple(
        Reading(_one_of(status, STATUSES), None if code is None else int(code))
        for status, code in facts["row"]
    )
    if len(row) != SLOTS:
        raise ValueError(f"{len(row)} slots, expected {SLOTS}")
    return ReaderState(row, _one_of(facts["handle"], HANDLES), text_of_json(facts["lost"]))


def _one_of(word: str, known: Iterable[str]) -> str:
    """Return one of the known words.

    Raises:
        ValueError: It is none of them; all are named.
    """
    if word not in known:
        raise ValueError(f"{word!r}, expected one of {', '.join(known)}")
    return word


def flow_of(facts: Mapping[str, Any], usual: str) -> str:
    """Return the kept flow, or `usual` where it is missing or unknown."""
    return next((flow for flow in FLOWS if flow == facts.get("flow")), usual)


def timer_of(facts: Mapping[str, Any]) -> Timer:
    """Return the kept timer, or none where it is missing or invalid."""
    kept = facts.get("timer")
    if (
        not isinstance(kept, list)
        or [type(part) for part in kept] != [int, str, str]
        or not 0 <= kept[0] <= LONGEST_TIMER
        or kept[1] not in STARTS
    ):
        return Timer()
    return Timer(*kept)


class KeptLine(Protocol):
    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def text(self) -> str:
        """The message of the line, as its text in the journal."""

    @property
    def mark(self) -> str:
        """The fingerprint of the race after it, "" where none was noted."""


class ReplayMismatch(NamedTuple):
    """The point where a replay differs from what was kept."""

    number: int
    """After the message of this number."""
    turn: int
    """As the replay has it there."""
    round: int
    """As the replay has it there."""
    words: Text


class ReplayResult(NamedTuple):
    """The session after the replayed messages, their number, and what stopped it, or None."""

    session: Session
    messages: int
    drift: ReplayMismatch | None


def replay(session: Session, lines: Sequence[KeptLine], every: bool = False) -> ReplayResult:
    """Replay kept messages on a session at its beginning, and compare fingerprints.

    Nothing is raised: an unreadable message or another result ends the replay as a
    `ReplayMismatch`.

    Args:
        session: The session at its beginning.
        lines: The messages.
        every: Compare every fingerprint, not only the last one.
    """
    # Each fingerprint hashes a whole state; a race that is right at its last mark was so before.
    last = max((number for number, line in enumerate(lines) if line.mark), default=-1)
    try:
        changes = changes_of(session.config.game)
    except Exception as fault:
        words = game_fault_words(session, fault)
        if not words:
            raise
        return ReplayResult(session, 0, _drift(session, 0, words))
    messages = read_messages([line.text for line in lines], changes)
    for at, line in enumerate(lines):
        try:
            # Commands are dropped: their results are among the following messages, if they
            # mattered.
            session = replay_step(session, next(messages))
        except ValueError as fault:
            return ReplayResult(
                session,
                at,
                _drift(
                    session,
                    line.number,
                    text(
                        "message {number} cannot be read: {fault}",
                        number=line.number,
                        fault=str(fault),
                    ),
                ),
            )
        if line.mark and (every or at == last) and mark_of(session) != line.mark:
            words = text(
                "the replay ends with {found}, but {kept} was saved",
                found=mark_of(session) or text("nothing"),
                kept=line.mark,
            )
            return ReplayResult(session, at + 1, _drift(session, line.number, words))
    return ReplayResult(session, len(lines), None)


def mark_of(session: Session) -> str:
    """Return the fingerprint of the race, "" without a race or in a game without fingerprints."""
    if session.match is None:
        return ""
    try:
        mark = session.config.game.fingerprint(session.match.position)
    except Exception as fault:
        if not game_fault_words(session, fault):
            raise
        return ""
    return mark if isinstance(mark, str) else ""


def _drift(session: Session, number: int, words: Text) -> ReplayMismatch:
    match = session.match
    return ReplayMismatch(
        number,
        match.shown.turn if match is not None else 0,
        match.shown.round if match is not None else 0,
        words,
    )
