"""A kept session: what it starts from, as JSON, and how its messages bring it back on any machine.

`beginning` writes the header of a kept game, `begun` reads it; the kept messages are then said to it. The part of it that people chose
(`setup_facts`, `setup_from`) is kept a second time by itself, for their next game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from companion.errors import FormatFault, GameFault
from companion.games.api import Game
from companion.games.asking import Reading
from companion.games.boards import board_part, read_board
from companion.games.corrections import changes_of
from companion.games.decks import own_deck, with_deck
from companion.named_tuples import NamedTuple
from companion.session.clock import STARTS
from companion.session.flow import FLOWS
from companion.session.lobby.arrangement import BoardEntry, GameOffer, House
from companion.session.lobby.even import even_from
from companion.session.lobby.kept_setup import setup_facts, setup_from
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.setup import entry_of
from companion.session.messages import SINGLE, Timer
from companion.session.past.kept_names import MARKERS
from companion.session.past.spelling import plain, read_messages, words_in
from companion.session.session import Reader, Session
from companion.session.steps import retold
from companion.session.timing import LONGEST as LONGEST_TIMER
from companion.session.trust import blamed
from companion.session.view import BOARD
from companion.signals import BADCODE, BLANK, DIRTY, EMPTY, OK, PULL, PUSH, REST, SLOTS, UNSTABLE
from companion.words import Text, text, verbatim

FORM: Final = 1
"""The version of this text."""
STATUSES: Final = (OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE)
LONGEST_TITLE, LONGEST_ABOUT = 60, 400
"""Signs of a board's name, and of the sentences about it."""
HANDLES: Final = (PULL, REST, PUSH)
DECK: Final = "deck"
"""Under this name stands the text of the deck that the game is played with, where people have written it."""
GAMES: Final = "games"
"""Under this name stand the games that can be chosen, each with what was chosen of it last."""
KNOWN: Final = "known"
"""Under this name stands what is known of pilots beside their labels: how they play, and how strong."""
Boards: TypeAlias = Iterable[BoardEntry] | Callable[[Game], Iterable[BoardEntry]]
"""Boards to choose from: just these, or what gives those of a game."""


class Begun(NamedTuple):
    """A session at its beginning: the session, where all chance comes from, and the version of the rules it was played by.

    A text that names no version is of the first one.
    """

    session: Session
    seed: int | str
    rules: int


def beginning(session: Session, seed: int | str, app: str = "", games: bool = False) -> str:
    """What the present session starts from, as one JSON object; a race that runs is left out. `app` is the version that plays it.

    `games`: with what is chosen of all games that are on offer, since another one may be chosen yet.

    `seed` is where all chance comes from; `rules` in it counts the versions of the game's rules, so that a replay knows whether it may differ.
    """
    entry, pages = (
        entry_of(session),
        session.house.pages if games else session.house.game.setup_pages,
    )
    facts = {
        "form": FORM,
        "app": app,
        "rules": session.house.game.version,
        "game": session.house.game.key,
        "seed": seed,
        # The board itself, not only its name, which may mean another board on another machine or in a later version.
        "board": None if entry is None else _entry_facts(entry, session.house.game),
        # `step` and `races` too: each `Confirm` that is kept carries a step, and the race's number is part of its chance.
        # The text itself, so that the game goes on as it began whatever becomes of the deck meanwhile.
        **({DECK: own} if (own := own_deck(session.house.game)) else {}),
        **setup_facts(session),
        "pilots": [[pilot.name, str(pilot.label)] for pilot in session.house.pilots],
        # Beside them, so that a version that does not know it still reads these.
        KNOWN: {pilot.name: [str(pilot.about), pilot.strength] for pilot in session.house.pilots},
        "table": plain(session.house.table),
        "touch": sorted(session.house.touch),
        "races": session.races,
        "step": session.step,
        "aside": list(session.aside),
        "swaps": [list(pair) for pair in session.setup.swaps],
        # What a touch means while a session is set up depends on the page. A race begins anew from the last one.
        "page": session.page if session.page in pages else pages[-1],
        "readers": {str(seat): _reader_facts(reader) for seat, reader in session.readers.items()},
    }
    if games and session.house.games:
        facts[GAMES] = [[offer.key, offer.chosen] for offer in session.house.games]
    return json.dumps(facts, ensure_ascii=False)


def _entry_facts(entry: BoardEntry, game: Game) -> dict[str, Any]:
    return {
        "key": entry.key,
        "title": entry.title,
        "about": str(entry.about),
        "text": board_part(game).write(entry.board),
        MARKERS: [[difficulty, list(squares)] for difficulty, squares in entry.markers],
    }


def _reader_facts(reader: Reader) -> dict[str, Any]:
    return {
        "row": [[reading.status, reading.code] for reading in reader.row],
        "handle": reader.handle,
        "lost": plain(reader.lost),
    }


def begun(
    header: str, find: Callable[[str], Game | None], boards: Boards, source: Text | str
) -> Begun:
    """The session that a header starts from; other boards than its own are those given, or those of its game. FormatFault says what is wrong with it.

    `find` gives the game of a key, None for an unknown one. `source` names it in that fault. Nothing of it is trusted: facts that are missing,
    or of another kind or shape, become a FormatFault.
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
        begun = _session(
            facts,
            game,
            boards(game) if callable(boards) else boards,
            source,
            _offers(facts, find, boards),
        )
        return Begun(begun, _seed(facts["seed"]), int(facts.get("rules", 1)))
    # It is a ValueError too, and has named the place in the board already.
    except FormatFault:
        raise
    except KeyError as fault:
        raise FormatFault(
            source,
            None,
            text("no {fact} in the start of the game", fact=str(fault)),
            text("one there; the file is not complete"),
        ) from None
    # A number beyond all numbers, and brackets in brackets without end, are no facts either.
    except (
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        OverflowError,
        RecursionError,
    ) as fault:
        raise FormatFault(
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
    """The session before its first message; TypeError, ValueError, KeyError where facts are none."""
    known = tuple(boards)
    entry = (
        None
        if facts["board"] is None and BOARD not in game.setup_pages
        else _entry(facts["board"], game, known, source)
    )
    # Its own board comes first and takes the place of one that has the same short name by now.
    entries = (
        known if entry is None else (entry, *(other for other in known if other.key != entry.key))
    )
    house = House(
        game,
        entries,
        _pilots(facts),
        words_in(facts["table"]),
        frozenset(int(seat) for seat in facts["touch"]),
        games=games,
    )
    readers = {seat: _reader(facts["readers"][str(seat)]) for seat in game.seats}
    pages = house.pages
    # Readers that have changed places do so in this session only, so that what is chosen for the next one knows nothing of them.
    swaps = tuple((int(first), int(second)) for first, second in facts.get("swaps", ()))
    return Session(
        house,
        setup_from(facts["setup"], game)._replace(swaps=swaps),
        page=_one_of(facts.get("page", pages[-1]), pages),
        auto=_auto(facts["auto"]),
        flow=flow_of(facts, SINGLE),
        timer=timer_of(facts),
        even=even_from(facts.get("even")),
        readers=readers,
        races=int(facts["races"]),
        step=int(facts["step"]),
        aside=tuple(int(seat) for seat in facts["aside"]),
    )


def _offers(
    facts: Mapping[str, Any], find: Callable[[str], Game | None], boards: Boards
) -> tuple[GameOffer, ...]:
    """Return the games that could be chosen, as far as they are still there and can be loaded."""
    found = [(_or_none(find, str(key)), str(chosen)) for key, chosen in facts.get(GAMES, ())]
    return tuple(
        GameOffer(game.key, game.title, game.about, partial(_loaded, game, boards), chosen)
        for game, chosen in found
        if game is not None
    )


def _or_none(find: Callable[[str], Game | None], key: str) -> Game | None:
    try:
        return find(key)
    except GameFault:
        return None


def _loaded(game: Game, boards: Boards) -> tuple[Game, tuple[BoardEntry, ...]]:
    return game, tuple(boards(game) if callable(boards) else boards)


def _pilots(facts: Mapping[str, Any]) -> tuple[PilotEntry, ...]:
    """The pilots that there were; what a text does not know yet is as for one of which nothing is known."""
    about = {
        name: (_template(words), int(strength))
        for name, (words, strength) in facts.get(KNOWN, {}).items()
    }
    return tuple(
        PilotEntry(str(name), _template(label), *about.get(name, ()))
        for name, label in facts["pilots"]
    )


def _template(words: Any) -> Text:
    """A template of the catalogues, without holes."""
    return Text(str(words).replace("{", "{{").replace("}", "}}"))


def _entry(
    facts: Mapping[str, Any], game: Game, known: Iterable[BoardEntry], source: Text | str
) -> BoardEntry:
    board = read_board(game, facts["text"], f"{source}, its board", kept=True)
    markers = tuple(
        (str(difficulty), tuple(map(str, squares))) for difficulty, squares in facts[MARKERS]
    )
    key, kept = str(facts["key"]), verbatim(_cut(facts["about"], LONGEST_ABOUT))
    # What is kept of it is English; of the very same board it is known in every language.
    about = next(
        (other.about for other in known if other.key == key and other.board == board), kept
    )
    return BoardEntry(key, _cut(facts["title"], LONGEST_TITLE), about, board, markers)


def _cut(text: Any, longest: int) -> str:
    """A text for the screen, which may come from another machine, as far as there is room for it."""
    words = str(text)
    return words if len(words) <= longest else f"{words[:longest]}…"


def _reader(facts: Mapping[str, Any]) -> Reader:
    row = tuple(
        Reading(_one_of(status, STATUSES), None if code is None else int(code))
        for status, code in facts["row"]
    )
    if len(row) != SLOTS:
        raise ValueError(f"{len(row)} slots, expected {SLOTS}")
    return Reader(row, _one_of(facts["handle"], HANDLES), words_in(facts["lost"]))


def _one_of(word: str, known: Iterable[str]) -> str:
    """One of the known words; ValueError names all of them."""
    if word not in known:
        raise ValueError(f"{word!r}, expected one of {', '.join(known)}")
    return word


def flow_of(facts: Mapping[str, Any], usual: str) -> str:
    """The flow that was chosen; the `usual` one where none is kept, as by earlier versions, or none that there is."""
    return next((flow for flow in FLOWS if flow == facts.get("flow")), usual)


def timer_of(facts: Mapping[str, Any]) -> Timer:
    """The timer that was chosen; none where none is kept, as by earlier versions, or none that there is."""
    kept = facts.get("timer")
    if (
        not isinstance(kept, list)
        or [type(part) for part in kept] != [int, str, str]
        or not 0 <= kept[0] <= LONGEST_TIMER
        or kept[1] not in STARTS
    ):
        return Timer()
    return Timer(*kept)


def _auto(seconds: Any) -> float | None:
    return None if seconds is None else float(seconds)


def _seed(seed: Any) -> int | str:
    if not isinstance(seed, (int, str)):
        raise ValueError(f"seed {seed!r}, expected a number or a word")
    return seed


class KeptLine(Protocol):
    """One kept message: its number from 1, its text, and the fingerprint of the race after it, "" where none was noted."""

    @property
    def number(self) -> int:
        """Which message it is."""

    @property
    def text(self) -> str:
        """The message, spelled."""

    @property
    def mark(self) -> str:
        """The fingerprint after it."""


class Drift(NamedTuple):
    """Where a replay leaves what was kept: after message `number`, in words; `turn` and `round` as the replay has them there."""

    number: int
    turn: int
    round: int
    words: Text


class Replayed(NamedTuple):
    """The session after as many messages as could be replayed, how many these were, and what stopped it, or None."""

    session: Session
    messages: int
    drift: Drift | None


def replay(session: Session, lines: Sequence[KeptLine], every: bool = False) -> Replayed:
    """Say all kept messages to a session at its beginning; fingerprints are compared at the last mark, or at `every` one.

    Nothing is raised: a message that cannot be read, or another outcome, ends it as a `Drift`, with the session as far as it got.
    """
    # Each fingerprint hashes a whole state; a race that comes out right at its last mark will have done so before.
    last = max((number for number, line in enumerate(lines) if line.mark), default=-1)
    try:
        changes = changes_of(session.house.game)
    except Exception as fault:
        words = blamed(session, fault)
        if not words:
            raise
        return Replayed(session, 0, _drift(session, 0, words))
    messages = read_messages([line.text for line in lines], changes)
    for at, line in enumerate(lines):
        try:
            # Commands are dropped: what they asked for came as the messages that follow, if it mattered.
            session = retold(session, next(messages))
        except ValueError as fault:
            return Replayed(
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
            return Replayed(session, at + 1, _drift(session, line.number, words))
    return Replayed(session, len(lines), None)


def mark_of(session: Session) -> str:
    """The fingerprint of the race that runs, "" while none does, and for a game that has none for it."""
    if session.match is None:
        return ""
    try:
        mark = session.house.game.fingerprint(session.match.position)
    except Exception as fault:
        if not blamed(session, fault):
            raise
        return ""
    return mark if isinstance(mark, str) else ""


def _drift(session: Session, number: int, words: Text) -> Drift:
    match = session.match
    return Drift(
        number,
        match.turn if match is not None else 0,
        match.round if match is not None else 0,
        words,
    )
