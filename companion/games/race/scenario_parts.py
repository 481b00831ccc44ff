"""Shared parts of race scenarios: board, lines about pieces, cards, result, explanation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.engine.board import Board
from companion.engine.cards import HAND, MOVES, NO_CARDS, Card, Slots, card_of
from companion.engine.dealing import deal, program, start_turn
from companion.engine.events import (
    Event,
    RegisterBegan,
    Respawned,
    StayedParked,
    TurnBegan,
    TurnEnded,
)
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import TEAM_WORDS, flags_in, teams_in, with_flags, with_teams
from companion.engine.play import PlayStep
from companion.engine.race_tables import race_tables
from companion.engine.rule_questions import Answerer, first_option
from companion.engine.rules import THIS
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Memory, RaceState
from companion.engine.turn import PlayOutcome, play_register, play_turn, register_in_steps
from companion.errors import UnknownBoardError, near_word
from companion.formats.board import DRAWING_KEYS, check_on_board, read_board
from companion.formats.entries import split_words
from companion.formats.event_sentences import event_sentence
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.toml_text import TomlTable
from companion.games.kit.scenario import (
    NONE,
    Facts,
    Namer,
    Reader,
    ScenarioLine,
    compared_facts,
    heading_after,
    number_between,
    read_facts,
    read_lines,
    read_place,
    read_seats,
    word_among,
)
from companion.geometry import ABOVE, HEADINGS, Heading, Square, heading_of
from companion.named_tuples import NamedTuple

BoardLoader: TypeAlias = Callable[[str], Board]
"""Returns a shipped board by name; raises UnknownBoardError."""

SEATS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
NOBODY: Final = 0
"""The `winner` of a race that nobody won."""
INFINITE: Final = "inf"
MODE_KEYS: Final = ("touched", "team")
"""The keys of modes: the numbers of the touched flags if any order counts, and the team."""
_MOST_LIVES: Final = 99
_SLOTS: Final = ("1", "2", "3", "4", "5")
_CLEANUP: Final = (Respawned, StayedParked, TurnEnded)


# ---- Board and cards -----------------------------------------------------------------------------


def read_map(table: TomlTable, load_board: BoardLoader) -> Board:
    """Read the shipped board under `map`, or the board drawn in the scenario."""
    if "map" not in table:
        if "board" not in table:
            raise table.misread(
                "neither map nor board",
                "map = the name of a shipped board, or a drawing under board",
            )
        return read_board(table)
    for key in DRAWING_KEYS:
        if key in table:
            raise table.misread(
                f"both map and {key}", "either map, or board with its elements and edge", key
            )
    name = table.string("map")
    try:
        return load_board(name)
    except UnknownBoardError as fault:
        raise table.fault(
            MisreadError(f"map {quote_value(name)}", one_of(fault.known), fault.near), "map"
        ) from None


def read_cards(text: str) -> Slots:
    """Read cards for slots 1 to 5, `-` for an empty slot; omitted slots at the end are empty.

    Raises:
        MisreadError: A word is no card of the deck.
    """
    words = split_words(text)
    if len(words) > len(NO_CARDS):
        raise MisreadError(f"{len(words)} cards", f"at most {len(NO_CARDS)}, one for each slot")
    cards: list[Card | None] = []
    for slot, word in enumerate(words, 1):
        try:
            card = None if word == "-" else card_of(word)
        except ValueError as fault:
            move = word.partition("@")[0]
            near = near_word(move, MOVES) if move not in MOVES else None
            raise MisreadError(
                f"{quote_value(word)} in slot {slot}",
                f"a card such as move1@490, or - ({fault})",
                near,
            ) from None
        if card is not None and card in cards:
            raise MisreadError(
                f"{card} in slots {cards.index(card) + 1} and {slot}",
                "each card once, as in the deck",
            )
        cards.append(card)
    return (*cards, *NO_CARDS[len(cards) :])


def begin_programmed_turn(
    state: RaceState,
    number: int,
    written: Mapping[int, Slots],
    pushed: Collection[int],
    programs_of: Callable[[RaceState], Mapping[int, Slots]],
) -> PlayOutcome:
    """Play a turn of a scenario up to its first register.

    Args:
        state: The position before it.
        number: Its number in the scenario, from 0.
        written: The cards that the scenario has for each seat.
        pushed: The seats that announce a power down, or rest at once if the settings say so.
        programs_of: Returns the program of each seat that plays, after the deal.
    """
    if number == 0:
        # The cards from before the first turn: locked slots and powered-down seats keep them.
        state = state.with_clanks(
            tuple(clank._replace(slots=written.get(clank.seat, NO_CARDS)) for clank in state.clanks)
        )
    began = start_turn(state, pushed if state.race.rules.power_down == THIS else ())
    # Hands stay unseen: a scenario names the played cards, not those in the hand.
    dealt = deal(began.state, None)
    programmed = program(dealt.state, programs_of(dealt.state), pushed)
    return PlayOutcome(programmed.state, began.events + dealt.events + programmed.events)


def not_playing(what: str, clank: Clank, number: int) -> MisreadError:
    """Return the fault that a turn has cards, or another word, for a piece that does not play."""
    condition = "powered down" if clank.down else clank.status
    return MisreadError(
        f"{what} for seat {clank.seat}, which is {condition} in turn {number + 1}",
        f"{what} for those that play",
    )


def play_registers(
    state: RaceState, registers: int | None, answer: Answerer = first_option
) -> PlayOutcome:
    """Play some registers without a cleanup, or the whole turn for None."""
    if registers is None:
        return play_turn(state, answer)
    events: list[Event] = []
    for _ in range(registers):
        if not state.over:
            state, register_events = play_register(state, answer)
            events += register_events
    return PlayOutcome(state, tuple(events))


def registers_in_steps(
    state: RaceState,
    events: Iterable[Event],
    registers: int | None,
    answer: Answerer = first_option,
) -> Iterator[tuple[PlayStep, ...]]:
    """Yield the steps of each register of a turn, the first with the events before it."""
    for _ in range(registers or LAST_REGISTER):
        if state.over:
            return
        first, *others = register_in_steps(state, answer)
        yield first._replace(events=(*events, *first.events)), *others
        state, events = (others or [first])[-1].state, ()


# ---- Seats ---------------------------------------------------------------------------------------


def read_seats_by(
    table: TomlTable, key: str, seats: Collection[int], expected: str
) -> tuple[int, ...]:
    """Read the array of seats that do something."""
    return read_seats(
        table,
        key,
        (1, len(SEATS)),
        seats,
        lambda seat, twice: MisreadError(
            f"{key} by seat {seat}, {'twice' if twice else 'which has no clank'}", expected
        ),
    )


# ---- Lines about pieces --------------------------------------------------------------------------


class PieceLines(NamedTuple):
    """Reads the lines about the pieces of a race."""

    board: Board
    readers: Mapping[str, Reader]
    noun: str
    """The game's word for a piece, for faults."""
    pit: str
    """The game's word for a pit."""
    elsewhere: str
    """The expected words instead of a {key} that is not allowed here, where {keys} are."""
    power_down: str
    """The expected words instead of a power down off the board."""
    lives_on_board: bool
    """Whether each piece on the board has a life left."""

    def read(self, text: str, keys: tuple[str, ...]) -> Facts:
        """Read a line such as `B2 N damage=6 lives=2`.

        The result has only the facts in the line; the caller adds defaults.

        Raises:
            MisreadError: A place is off the board, a key is not one of `keys`, a value is out of
                range, or facts do not fit together: damage or a power down off the board, or no
                lives on it.
        """
        words = split_words(text)
        if not words:
            raise MisreadError("an empty text", '"<square> <heading>", "parked" or "out", and keys')
        if words[0] in (PARKED, OUT):
            place, rest = Facts(status=words[0]), words[1:]
        else:
            square = read_place(words[0], (PARKED, OUT), ABOVE)
            above = words[0].endswith(ABOVE)
            if above and square + ABOVE not in self.board.decks:
                raise MisreadError(
                    f"{square}{ABOVE}", f"{square}, for there is no bridge and no elevator on it"
                )
            check_on_board(square, self.board.columns, self.board.rows)
            square += ABOVE if above else ""
            heading = heading_after(square, words)
            place, rest = Facts(status=ACTIVE, square=square, heading=heading), words[2:]
        elsewhere = self.elsewhere.replace("{keys}", ", ".join(keys))
        facts = place | read_facts(rest, self.readers, keys, elsewhere, ("powered_down",))
        # A piece can have only some of these facts together (8.3-8.5, 6.5.8).
        status, lives = facts["status"], facts.get("lives")
        piece = f"for a {self.noun} that is {status}"
        if status != ACTIVE and "damage" in facts:
            raise MisreadError(f"damage {piece}", "damage on the board only")
        if status != ACTIVE and facts.get("powered_down"):
            raise MisreadError(f"powered_down {piece}", self.power_down)
        if status == OUT and lives not in (None, 0):
            raise MisreadError(f"lives={lives} {piece}", "lives=0")
        if lives == 0 and (status == PARKED or (status == ACTIVE and self.lives_on_board)):
            raise MisreadError(f"lives=0 {piece}", "at least one life, or the place out")
        return facts

    def read_all(
        self,
        table: TomlTable,
        keys: tuple[str, ...],
        place: Callable[[int, Facts], Clank],
    ) -> tuple[tuple[Clank, ...], dict[int, Facts]]:
        """Read `[clanks]`: the pieces in order of their seats, and what their lines say.

        No two may be on one square, and none in a pit.
        """
        lines = table.table("clanks", SEATS, "seat")
        if not lines.data:
            raise table.misread(
                "no clank", 'at least one under [clanks], such as 1 = "A2 E"', "clanks"
            )
        clanks: list[Clank] = []
        said: dict[int, Facts] = {}
        # Seats are single digits, so that they sort as numbers do.
        for seat in sorted(lines.data):
            with table.text.reading("clanks", seat):
                facts = said[int(seat)] = self.read(lines.string(seat), keys)
                clank = place(int(seat), facts)
                if clank.square in self.board.having("pit"):
                    raise MisreadError(
                        f"{clank.square}, which is a {self.pit}",
                        f"a square on which a {self.noun} can stand, or parked",
                    )
                for other in clanks:
                    if other.square == clank.square and clank.status == ACTIVE:
                        raise MisreadError(
                            f"{clank.square}, where seat {other.seat} stands",
                            f"a square of its own for each {self.noun}",
                        )
                clanks.append(clank)
        return tuple(clanks), said


def piece_of(
    seat: int,
    said: Facts,
    lives: int | None,
    checkpoints: Iterable[tuple[Square, Heading]],
    death: int = 0,
) -> Clank:
    """Return a piece from its line, with `lives` if the line has none."""
    status = said["status"]
    left = said.get("lives", 0 if status == OUT else lives)
    active = status == ACTIVE
    return Clank(
        seat,
        status,
        **({"square": said["square"], "heading": heading_of(said["heading"])} if active else {}),
        damage=said.get("damage", 0),
        lives=None if left == INFINITE else left,
        next_flag=1 + len(said["touched"]) if "touched" in said else said.get("next_flag", 1),
        checkpoints=tuple(checkpoints),
        announced=said.get("powered_down", False),
        death=death,
    )


def remembered_mode(said: Mapping[int, Facts]) -> Memory:
    """Return what a race remembers of its mode, from the lines of its pieces by seat."""
    touched = {
        seat: frozenset(facts["touched"]) for seat, facts in said.items() if facts.get("touched")
    }
    teams = {seat: facts["team"] for seat, facts in said.items() if "team" in facts}
    return with_flags(with_teams((), teams), touched)


def race_readers(deadly: int, flags: int) -> dict[str, Reader]:
    """Return the readers of the keys that lines of every race can have."""
    return {
        "damage": number_between(0, deadly - 1),
        "lives": _read_lives,
        "next_flag": number_between(1, flags + 1),
        "powered_down": _read_powered_down,
        "locked": _read_locked,
        "deal": number_between(0, HAND),
        "touched": lambda key, text: sorted(
            {
                number_between(1, flags)(key, word)
                for word in ([] if text == NONE else text.split(","))
            }
        ),
        "team": word_among(TEAM_WORDS),
    }


def _read_lives(key: str, text: str) -> int | str:
    if text == INFINITE:
        return text
    try:
        return number_between(0, _MOST_LIVES)(key, text)
    except MisreadError as wrong:
        raise MisreadError(wrong.found, f"{wrong.expected} or {INFINITE}") from None


def _read_powered_down(key: str, text: str) -> bool:
    # A key without a value means yes.
    if text not in ("", "yes", "no"):
        raise MisreadError(f"{key}={text}", f"{key} or {key}=no")
    return text != "no"


def _read_locked(key: str, text: str) -> list[int]:
    if text == NONE:
        return []
    slots = text.split(",")
    if any(slot not in _SLOTS for slot in slots) or len(set(slots)) < len(slots):
        raise MisreadError(
            f"{key}={text}",
            f"slots from 1 to {len(NO_CARDS)} with commas between, such as {key}=4,5, or "
            f"{key}=none",
        )
    return sorted(map(int, slots))


# ---- Results -------------------------------------------------------------------------------------


def piece_facts(clank: Clank) -> Facts:
    """Return the place and condition of a piece.

    `square`, `heading` and `damage` are None unless it is active.
    """
    active = clank.status == ACTIVE
    return {
        "status": clank.status,
        "square": clank.square if active else None,
        "heading": HEADINGS[clank.heading] if active else None,
        "damage": clank.damage if active else None,
        "lives": INFINITE if clank.lives is None else clank.lives,
        "next_flag": clank.next_flag,
    }


def facts_of_mode(state: RaceState, seat: int) -> Facts:
    """Return the team, and the touched flags if any order counts; {} in a derby."""
    if race_tables(state.race).in_order:
        touched = {}
    else:
        touched = {"touched": sorted(flags_in(state.memory).get(seat, ()))}
    team = teams_in(state.memory).get(seat)
    return touched if team is None else {**touched, "team": team}


def headline(facts: Facts) -> str:
    """Return how far a race has come and who has won."""
    winner = f"seat {facts['winner']} has won" if facts["winner"] else "nobody has won"
    return f"turn {facts['turn']}, register {facts['register']}, {winner}"


class Expected(NamedTuple):
    """The results that a scenario expects of a race."""

    pieces: Mapping[int, Facts]
    """The expected facts, by seat."""
    winner: int | None
    """The expected winner: 0 for nobody, None if the file does not say."""


def read_expected(
    expect: TomlTable, seats: Collection[int], lines: PieceLines, keys: tuple[str, ...]
) -> Expected:
    """Read the lines about pieces and the winner under `[expect]`."""
    pieces = read_lines(expect, lambda seat, text: lines.read(text, keys), seats, "clank")
    if "winner" not in expect:
        return Expected(pieces, None)
    winner = expect.number("winner", NOBODY, len(SEATS))
    if winner not in (NOBODY, *seats):
        raise expect.misread(
            f"winner = {winner}",
            f"one of the seats {one_of(map(str, seats))}, or 0 for nobody",
            "winner",
        )
    return Expected(pieces, winner)


def compared_race(
    expected: Expected, pieces: Mapping[str, Facts], winner: int | None
) -> Iterator[str]:
    """Yield the differences of pieces in order of their seats, then that of the winner."""
    for seat, facts in sorted(expected.pieces.items()):
        yield from compared_facts(f"seat {seat}", facts, pieces[str(seat)])
    if expected.winner is not None:
        yield from compared_facts(
            "winner", {"winner": expected.winner}, {"winner": winner or NOBODY}
        )


# ---- Explaining ----------------------------------------------------------------------------------


def explained(events: Iterable[Event], name: Namer) -> Iterator[ScenarioLine]:
    """Yield a line for each event: when, what, and the rule: `turn 1 register 2: … [7.3.1]`.

    The events of a cleanup do not name their turn. Without the beginning of the turn or of a
    register no turn is named.
    """
    when, turn = "before the first turn", "a turn"
    for event in events:
        if isinstance(event, TurnBegan):
            turn = when = f"turn {event.turn}"
        elif isinstance(event, RegisterBegan):
            turn, when = f"turn {event.turn}", f"turn {event.turn} register {event.register}"
        elif isinstance(event, _CLEANUP):
            when = f"{turn} cleanup"
        yield ScenarioLine(when, event_sentence(event, name), event.rule)
