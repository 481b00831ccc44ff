"""Facts about clanks: read from a scenario's line (`"B2 N damage=6 lives=2 checkpoints=A1/N,C3/E"`), and told of a state as a result.

Both use the words of the result format, so that what is expected and what came out compare key by key. Only blanks part the words of a
line, as in the entries of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.engine.cards import HAND, NO_CARDS
from companion.engine.element import ABOVE
from companion.engine.extended.dealing import due
from companion.engine.geometry import HEADINGS
from companion.engine.modes import TEAM_WORDS, flags_in, teams_in, with_flags, with_teams
from companion.engine.state import ACTIVE, DEADLY, OUT, PARKED, Clank, Memory, State
from companion.errors import near_word
from companion.formats.board import check_on_board
from companion.formats.entries import read_heading, read_square
from companion.formats.misread import Misread, shown, unknown

Facts: TypeAlias = dict[str, Any]
"""Fact → value: `status`, `square`, `heading` (a letter), `damage`, `lives` (a number or "inf"), `next_flag`, `checkpoints` (texts
such as "A1/N"), `powered_down`, `locked` (numbers of slots), `deal`."""

INFINITE: Final = "inf"
MODE_KEYS: Final = ("touched", "team")
"""What modes add: the flags touched where any order counts, as numbers, and the team."""
GIVEN_KEYS: Final = ("damage", "lives", "next_flag", "checkpoints", "powered_down", *MODE_KEYS)
"""What `[clanks]` can say; locks and deals follow from the damage."""
EXPECTED_KEYS: Final = (*GIVEN_KEYS, "locked", "deal")
_MOST_LIVES: Final = 99


def read_clank_line(text: str, keys: tuple[str, ...], board: Board, flags: int) -> Facts:
    """What a line says; Misread for a place off the board, a key that is not one of `keys`, a key said twice or a value out of range.

    Only what the line says is among the facts; defaults are for whoever asks. `flags` is how many flags the race has.
    """
    facts = read_line(text, board, lambda word: _read_key(word, keys, board, flags))
    _check_sense(facts)
    return facts


def read_line(text: str, board: Board, read_key: Callable[[str], tuple[str, Any]]) -> Facts:
    """A place and keys, of any game: `read_key` reads one `key=value`; Misread for a place off the board or a key said twice."""
    words = [word for word in text.split(" ") if word]
    if not words:
        raise Misread("an empty text", '"<square> <heading>", "parked" or "out", and keys')
    if words[0] in (PARKED, OUT):
        facts, rest = {"status": words[0]}, words[1:]
    else:
        facts, rest = _read_place(words, board), words[2:]
    for word in rest:
        key, value = read_key(word)
        if key in facts:
            raise Misread(f"{shown(word)} after {key} was said", f"{key} once")
        facts[key] = value
    return facts


def _read_place(words: list[str], board: Board) -> Facts:
    """The square and heading of a clank on the board."""
    above = words[0].endswith(ABOVE)
    try:
        square = read_square(words[0].removesuffix(ABOVE))
    except Misread as wrong:
        near = wrong.near or near_word(words[0], (PARKED, OUT))
        raise Misread(
            f"place {shown(words[0])}", f"a square such as E7, {PARKED} or {OUT}", near
        ) from None
    if above and square + ABOVE not in board.decks:
        raise Misread(f"{square}{ABOVE}", f"{square}, for there is no bridge and no elevator on it")
    check_on_board(square, board.columns, board.rows)
    square += ABOVE if above else ""
    if len(words) < 2:
        raise Misread(f"{square} without a heading", f'N, E, S or W after it, as in "{square} N"')
    heading = read_heading(words[1], "heading")
    return {"status": ACTIVE, "square": square, "heading": HEADINGS[heading]}


def _read_key(word: str, keys: tuple[str, ...], board: Board, flags: int) -> tuple[str, Any]:
    key, equals, text = word.partition("=")
    if key not in keys:
        if key in EXPECTED_KEYS:
            raise Misread(shown(word), f"no {key} in [clanks], it follows from the damage")
        raise unknown(key, "key", keys)
    if not equals and key != "powered_down":
        raise Misread(f"{key} without a value", f"{key}=…")
    if key == "checkpoints":
        return key, _read_checkpoints(text, board)
    if key == "next_flag":
        return key, number_in(key, text, 1, flags + 1)
    if key in MODE_KEYS:
        return key, read_of_mode(key, text, flags)
    return key, _READERS[key](key, text)


def read_of_mode(key: str, text: str, flags: int) -> Any:
    """Flags touched in any order, as numbers, or the word of a team."""
    if key == "team":
        if text not in TEAM_WORDS:
            raise unknown(text, "team", TEAM_WORDS)
        return text
    return (
        []
        if text == "none"
        else sorted({number_in(key, word, 1, flags) for word in text.split(",")})
    )


def remembered_mode(said: Mapping[int, Facts]) -> Memory:
    """What a race remembers of its mode by the lines of its clanks, by seat."""
    touched = {
        seat: frozenset(facts["touched"]) for seat, facts in said.items() if facts.get("touched")
    }
    return with_flags(
        with_teams((), {seat: facts["team"] for seat, facts in said.items() if "team" in facts}),
        touched,
    )


def number_in(key: str, text: str, low: int, high: int) -> int:
    """A whole number in a range; Misread for anything else."""
    # The length is looked at before int(), which refuses numbers of thousands of digits.
    if not (
        text.isascii()
        and text.isdigit()
        and len(text) <= len(str(high))
        and low <= int(text) <= high
    ):
        raise Misread(f"{key}={text}", f"a number from {low} to {high}")
    return int(text)


def _read_damage(key: str, text: str) -> int:
    return number_in(key, text, 0, DEADLY - 1)


def _read_deal(key: str, text: str) -> int:
    return number_in(key, text, 0, HAND)


def read_lives(key: str, text: str) -> int | str:
    """A number of lives, or INFINITE."""
    if text == INFINITE:
        return text
    try:
        return number_in(key, text, 0, _MOST_LIVES)
    except Misread as wrong:
        raise Misread(wrong.found, f"{wrong.expected} or {INFINITE}") from None


def read_powered_down(key: str, text: str) -> bool:
    """Yes or no."""
    # The bare word says yes.
    if text not in ("", "yes", "no"):
        raise Misread(f"{key}={text}", f"{key} or {key}=no")
    return text != "no"


def read_locked(key: str, text: str) -> list[int]:
    """Slots in ascending order."""
    if text == "none":
        return []
    slots = text.split(",")
    if any(slot not in ("1", "2", "3", "4", "5") for slot in slots) or len(set(slots)) < len(slots):
        raise Misread(
            f"{key}={text}",
            f"slots from 1 to {len(NO_CARDS)} with commas between, such as {key}=4,5, or {key}=none",
        )
    return sorted(map(int, slots))


_READERS: Final[dict[str, Callable[[str, str], Any]]] = {
    "damage": _read_damage,
    "lives": read_lives,
    "powered_down": read_powered_down,
    "locked": read_locked,
    "deal": _read_deal,
}


def _read_checkpoints(text: str, board: Board) -> list[str]:
    """Squares with headings, oldest first, each square once (7.11.2)."""
    # Checked here and kept as written: that is how the result says them.
    entries = text.split(",")
    squares = []
    for entry in entries:
        square, slash, heading = entry.partition("/")
        if not slash:
            raise Misread(
                f"checkpoint {shown(entry)}",
                "square/heading with commas between, such as A1/N,C3/E",
            )
        check_on_board(read_square(square), board.columns, board.rows)
        read_heading(heading, "heading")
        if square in squares:
            raise Misread(
                f"checkpoint {square} twice", "each square once, the one touched last at the end"
            )
        squares.append(square)
    return entries


def _check_sense(facts: Facts) -> None:
    """What cannot be true of any clank is a fault: damage or a power down off the board, no lives on it (8.3-8.5, 6.5.8)."""
    status = facts["status"]
    if status != ACTIVE and "damage" in facts:
        raise Misread(f"damage for a clank that is {status}", "damage on the board only")
    if status != ACTIVE and facts.get("powered_down"):
        raise Misread(
            f"powered_down for a clank that is {status}",
            "power downs on the board only (rulebook 6.5.8)",
        )
    if status == OUT and facts.get("lives", 0) != 0:
        raise Misread(f"lives={facts['lives']} for a clank that is out", "lives=0")
    if status != OUT and facts.get("lives") == 0:
        raise Misread(
            f"lives=0 for a clank that is {status}", "at least one life, or the place out"
        )


# ---- Results ----------------------------------------------------------------------------------------------------------


def result_of(state: State) -> dict[str, Any]:
    """The result of a state as a JSON object without its file, fields in the order of the format.

    `winner` is None while, or if, nobody has won; a scenario's 0 for nobody is not used here. Clanks are in order of seats.
    """
    return {
        "turn": state.turn,
        "register": state.register,
        "winner": state.winner,
        "clanks": {str(clank.seat): clank_facts(state, clank) for clank in sorted(state.clanks)},
    }


def clank_facts(state: State, clank: Clank) -> Facts:
    """What can be said about a clank: its place and condition now, its locks and its deal in the turn that would come next (6.2, 6.3).

    `square`, `heading` and `damage` are None unless it is active; a clank that is not, or that will be powered down, has no locks and
    is dealt nothing.
    """
    active = clank.status == ACTIVE
    # As the next deal would lock and deal; `clank.locked` is of the last deal, and locks follow the damage only then (6.3.2).
    coming = due(state, clank._replace(down=False))
    return {
        "status": clank.status,
        "square": clank.square if active else None,
        "heading": HEADINGS[clank.heading] if active else None,
        "damage": clank.damage if active else None,
        "lives": INFINITE if clank.lives is None else clank.lives,
        "next_flag": clank.next_flag,
        "checkpoints": [f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints],
        "powered_down": active and clank.announced,
        "locked": list(coming.locked),
        "deal": coming.dealt,
        **facts_of_mode(state, clank.seat),
    }


def facts_of_mode(state: State, seat: int) -> Facts:
    """The flags that a seat has touched where any order counts, and its team; {} in a derby."""
    touched = (
        {}
        if state.race.course.in_order
        else {"touched": sorted(flags_in(state.memory).get(seat, ()))}
    )
    team = teams_in(state.memory).get(seat)
    return touched if team is None else {**touched, "team": team}
