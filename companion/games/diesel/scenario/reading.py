"""Scenario files of Diesel Demolition Derby: position, turns, expected result, and their words.

They are read strictly and written as in results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.errors import near_word
from companion.formats.entries import split_words
from companion.formats.misread_error import MisreadError, quote_value, unknown_word
from companion.formats.toml_text import KeyPath, TomlTable, TomlText
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.asking import NO, GivenAnswer
from companion.games.diesel.engine.cards import HOUSE, Deck
from companion.games.diesel.engine.counting import champion_of
from companion.games.diesel.engine.dealing import (
    COUNT,
    FAULTS,
    FOREIGN,
    cards_in_hand,
    full_types,
    in_play,
    in_use,
    new_game,
)
from companion.games.diesel.engine.events import BY_ABILITY, BY_COMBATANTS, BY_SHARED, BY_TOTAL
from companion.games.diesel.engine.rules import (
    BASE,
    FEWEST,
    MEKK_MANIA,
    MOST,
    Rules,
    hand_size,
    turns_of,
)
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.kit.scenario import (
    Facts,
    Scenario,
    form_words,
    read_each,
    read_lines,
    read_scenario,
    read_seats,
    turn_tables,
)
from companion.named_tuples import NamedTuple

EMPTY: Final = "-"
DOWN: Final = ":down"


class AnswerEntry(NamedTuple):
    """A choice or a question."""

    seat: int
    """The seat before the colon."""
    asker: str
    """The card that asks, before the colon."""
    words: tuple[str, ...]
    """The words behind the colon."""


def read_cards(text: str, deck: Deck, *other_words: str) -> tuple[str, ...]:
    """Read a list of cards between blanks, EMPTY for none.

    Raises:
        MisreadError: A word is no card of the deck and none of the `other_words`.
    """
    return tuple(word if word in other_words else read_card(word, deck) for word in _words(text))


def _words(text: str) -> list[str]:
    words = split_words(text)
    if not words:
        raise MisreadError("an empty text", f'cards between blanks, or "{EMPTY}" for none')
    return [] if text == EMPTY else words


def read_card(word: str, deck: Deck) -> str:
    """Read the id of a card.

    Raises:
        MisreadError: There is none; the fault suggests a similar one.
    """
    ids = [card.id for card in deck.cards]
    if word in ids:
        return word
    if word.endswith("#1") and word[:-2] in ids:
        raise MisreadError(
            f"card {quote_value(word)}", "the first copy without a number", word[:-2]
        )
    if word.removesuffix(DOWN) in ids:
        raise MisreadError(
            f"card {quote_value(word)}", f"{DOWN} only in front of a seat", word.removesuffix(DOWN)
        )
    example = next((id for id in ids if "#" in id), ids[0])
    raise MisreadError(
        f"card {quote_value(word)}",
        f"a card of the deck, such as {ids[0]} or {example}",
        near_word(word, ids),
    )


def read_row(text: str, deck: Deck) -> tuple[RowCard, ...]:
    """Read the row in front of a seat, the oldest combatant first."""
    return tuple(
        RowCard(read_card(word.removesuffix(DOWN), deck), word.endswith(DOWN))
        for word in _words(text)
    )


def read_entry(text: str, deck: Deck, seats: Iterable[int]) -> AnswerEntry:
    """Read `<seat> <card that asks>: <cards>`; the cards can include NO."""
    head, colon, tail = text.partition(":")
    words = split_words(head)
    if not colon or len(words) != 2:
        raise MisreadError(
            quote_value(text), '"<seat> <card that asks>: …" such as "2 brawler: walker"'
        )
    return AnswerEntry(
        read_seat(words[0], seats), read_card(words[1], deck), read_cards(tail.strip(" "), deck, NO)
    )


def read_seat(word: str, seats: Iterable[int]) -> int:
    """Read one of the seats that play."""
    known = tuple(map(str, seats))
    if word not in known:
        raise MisreadError(f"seat {quote_value(word)}", f"a seat from {known[0]} to {known[-1]}")
    return int(word)


def row_words(row: Iterable[RowCard]) -> list[str]:
    """Return a row as in results."""
    return [f"{row_card.card}{DOWN if row_card.down else ''}" for row_card in row]


def list_words(cards: Iterable[str]) -> str:
    """Return a list of cards as in files."""
    return " ".join(cards) or EMPTY


KEYS: Final = (
    "players",
    "at_turn",
    "last_winners",
    "unused",
    "discard",
    "rules",
    "front",
    "tokens",
    "hands",
    "turn",
)
EXPECTED_KEYS: Final = (
    "discard",
    "unused",
    "hands",
    "totals",
    "tokens",
    "over",
    "winners",
    "by",
    "champion",
    "asked",
    "refused",
)
MOST_TOKENS: Final = 99
"""The maximum number of tokens in a file."""
MOST_STRENGTH: Final = 99
"""The maximum total strength in a file."""


class Turn(NamedTuple):
    """A turn as written."""

    deployed: Mapping[int, tuple[str, ...]]
    """The combatants that each seat deploys."""
    choices: tuple[GivenAnswer, ...]
    """The choices, in order."""


Derby: TypeAlias = Scenario[DieselState, Turn, Facts]
"""A scenario as read. The expected result has tables by seat with the seats in the file."""


def read(toml: TomlText) -> Derby:
    """Read the scenario of a text without the key `game`.

    Raises:
        FormatError: The text is wrong.
    """
    return read_scenario(toml, KEYS, _read_position, _read_turns, _read_expected)


# ---- Position ------------------------------------------------------------------------------------


def _read_position(table: TomlTable) -> DieselState:
    """Read the state before the first turn.

    Raises:
        FormatError: The text is wrong.
    """
    if "players" not in table:
        raise table.misread("no players", f"players = a number from {FEWEST} to {MOST}")
    players = table.number("players", FEWEST, MOST)
    words = table.table("rules", ("variant", "deck"), "setting")
    words.word("deck", HOUSE, (HOUSE,))
    variant = words.word("variant", BASE, (BASE, MEKK_MANIA))
    if variant == MEKK_MANIA and players == MOST:
        raise words.misread(
            f"{MEKK_MANIA} with {players} players",
            f"at most {MOST - 1} players, or {BASE}",
            "variant",
        )
    state = new_game(house_deck(), Rules(variant), tuple(range(1, players + 1)))
    turn = table.number("at_turn", 1, turns_of(players)) if "at_turn" in table else 1
    last_winners = _read_seats(table, "last_winners", state)
    rows = read_lines(
        _seat_table(table, "front", state), lambda seat, text: read_row(text, state.deck)
    )
    unused = _read_pile(table, "unused", state.deck)
    state = state._replace(
        turn=turn - 1,
        last_winners=last_winners,
        front={**state.front, **rows},
        unused=unused,
        aside=len(unused),
        discard=_read_pile(table, "discard", state.deck),
        tokens=_read_tokens(table, state),
    )
    state = state._replace(hands=_read_hands(table, state))
    _check_cards(table, state)
    return state


def _seat_table(table: TomlTable, key: str, state: DieselState) -> TomlTable:
    """Return a table whose keys are seats that play."""
    return table.table(key, tuple(map(str, state.seats)), "seat")


def _read_seats(table: TomlTable, key: str, state: DieselState) -> tuple[int, ...]:
    """Read an array of seats that play, each once, in order."""
    found = read_seats(
        table,
        key,
        (state.seats[0], state.seats[-1]),
        state.seats,
        lambda seat, twice: MisreadError(f"seat {seat} twice", "each seat once"),
    )
    return tuple(sorted(found))


def _read_pile(table: TomlTable, key: str, deck: Deck) -> tuple[str, ...]:
    with table.text.reading(*table.path, key):
        return read_cards(table.string(key, "-"), deck)


def _read_tokens(table: TomlTable, state: DieselState) -> Mapping[int, int]:
    """Read the tokens of all seats, with which none may have won already (DD12)."""
    lines = _seat_table(table, "tokens", state)
    tokens = {
        seat: lines.number(str(seat), 0, MOST_TOKENS) if str(seat) in lines else 0
        for seat in state.seats
    }
    champion = champion_of(tokens)
    if champion:
        raise lines.misread(
            f"tokens with which seat {champion} has won", "a game that is still on", str(champion)
        )
    return tokens


def _read_hands(table: TomlTable, state: DieselState) -> Mapping[int, tuple[str, ...]] | None:
    """Read all hands, which must have the size for the turn; None if the file has none."""
    if "hands" not in table:
        return None
    lines, size = _seat_table(table, "hands", state), cards_in_hand(state)

    def hand(seat: int, text: str) -> tuple[str, ...]:
        cards = read_cards(text, state.deck)
        if len(cards) != size:
            raise MisreadError(
                f"{len(cards)} cards in the hand of seat {seat}",
                f"{size} at the beginning of turn {state.turn + 1} with {len(state.seats)} players",
            )
        return cards

    for seat in state.seats:
        if str(seat) not in lines:
            raise lines.misread(f"no hand of seat {seat}", "a hand of every seat, or no [hands]")
    return read_lines(lines, hand)


# ---- The cards of a position ---------------------------------------------------------------------


def _named(state: DieselState) -> Iterator[tuple[KeyPath, str]]:
    """Yield every card of a position, with its place in the file."""
    for seat, row in state.front.items():
        for row_card in row:
            yield ("front", str(seat)), row_card.card
    for key, cards in (("unused", state.unused or ()), ("discard", state.discard)):
        for card in cards:
            yield (key,), card
    for seat, hand in (state.hands or {}).items():
        for card in hand:
            yield ("hands", str(seat)), card


def _check_cards(table: TomlTable, state: DieselState) -> None:
    """Check that each card is there once, in use, and within the numbers of DD15 and DD04."""
    usable, seen = frozenset(in_use(state)), list[str]()
    for path, card in _named(state):
        with table.text.reading(*path):
            if card not in usable:
                raise MisreadError(
                    f"{card}, which is not in use",
                    f"cards of a game of {len(state.seats)} in {state.rules.variant}",
                )
            if card in seen:
                raise MisreadError(f"{card} again", "each card once in the whole position")
            if state.card(card).strength in full_types(state, tuple(seen)):
                raise MisreadError(
                    f"{card}, one {state.card(card).type} too many",
                    f"as many of each type as {MEKK_MANIA} has",
                )
            seen.append(card)
    left = in_play(state) - hand_size(len(state.seats)) * len(state.seats)
    if len(state.unused or ()) > left:
        raise table.misread(
            f"{len(state.unused or ())} unused cards",
            f"at most {left}, which are not dealt to {len(state.seats)} players",
            "unused",
        )


# ---- Turns ---------------------------------------------------------------------------------------


def _read_turns(table: TomlTable, start: DieselState) -> Iterator[Turn]:
    """Read the turns in order, no more than the Derby has left (DD10).

    An omitted seat deploys nothing. What depends on the play is checked in play.
    """
    tables = [*turn_tables(table, "turn", (*map(str, start.seats), "choices"))]
    left = turns_of(len(start.seats)) - start.turn
    if len(tables) > left:
        raise table.misread(
            f"{len(tables)} turns from turn {start.turn + 1} on",
            f"at most {left} before the Derby ends",
            "turn",
            left,
        )

    def choice(text: str) -> GivenAnswer:
        entry = read_entry(text, start.deck, start.seats)
        if len(entry.words) != 1:
            raise MisreadError(quote_value(text), 'one answer, such as "2 brawler: walker"')
        return GivenAnswer(entry.seat, entry.asker, entry.words[0])

    for lines in tables:
        deployed = {}
        for seat in start.seats:
            with lines.text.reading(*lines.path, str(seat)):
                deployed[seat] = read_cards(lines.string(str(seat), "-"), start.deck, FOREIGN)
        yield Turn(deployed, tuple(read_each(lines, "choices", choice)))


# ---- What must come out --------------------------------------------------------------------------


def _read_expected(table: TomlTable, start: DieselState) -> Facts:
    """Read `[expect]`.

    Raises:
        FormatError: It is the result of no game.
    """
    lines = table.table("expect", (*map(str, start.seats), *EXPECTED_KEYS))
    expected = {key: _READERS[key](lines, start) for key in EXPECTED_KEYS if key in lines}
    rows = read_lines(lines, lambda seat, text: sorted(row_words(read_row(text, start.deck))))
    return {"front": {str(seat): row for seat, row in rows.items()}, **expected}


def _cards(key: str) -> Callable[[TomlTable, DieselState], list[str]]:
    def read(lines: TomlTable, start: DieselState) -> list[str]:
        with lines.text.reading("expect", key):
            return sorted(read_cards(lines.string(key), start.deck))

    return read


def _numbers(key: str, most: int) -> Callable[[TomlTable, DieselState], dict[str, int]]:
    def read(lines: TomlTable, start: DieselState) -> dict[str, int]:
        numbers = _seat_table(lines, key, start)
        return {seat: numbers.number(seat, 0, most) for seat in numbers.data}

    return read


def _read_expected_hands(lines: TomlTable, start: DieselState) -> dict[str, list[str]]:
    table = _seat_table(lines, "hands", start)
    if start.hands is None:
        raise lines.misread(
            "hands, which are not known", "hands only in a file with [hands]", "hands"
        )
    hands = read_lines(table, lambda seat, text: sorted(read_cards(text, start.deck)))
    return {str(seat): hand for seat, hand in hands.items()}


def _read_asked(lines: TomlTable, start: DieselState) -> list[str]:
    def asked(text: str) -> str:
        entry = read_entry(text, start.deck, start.seats)
        return f"{entry.seat} {entry.asker}: {' '.join(entry.words)}"

    return read_each(lines, "asked", asked)


def _read_refused(lines: TomlTable, start: DieselState) -> str:
    """Read `<seat> <fault>`, optionally with the card."""
    text = lines.string("refused")
    with lines.text.reading("expect", "refused"):
        words = form_words(text, "<seat> <fault> <card>", "2 elsewhere walker", fewest=2)
        seat = read_seat(words[0], start.seats)
        if words[1] not in FAULTS:
            raise unknown_word(words[1], "fault", FAULTS)
        if words[1] == COUNT and len(words) == 3:
            raise MisreadError(quote_value(text), f"no card with {COUNT}")
        cards = [word if word == FOREIGN else read_card(word, start.deck) for word in words[2:]]
        return " ".join([str(seat), words[1], *cards])


_READERS: Final[Mapping[str, Callable[[TomlTable, DieselState], object]]] = {
    "discard": _cards("discard"),
    "unused": _cards("unused"),
    "hands": _read_expected_hands,
    "totals": _numbers("totals", MOST_STRENGTH),
    "tokens": _numbers("tokens", MOST_TOKENS),
    "over": lambda lines, start: lines.truth("over"),
    "winners": lambda lines, start: [*_read_seats(lines, "winners", start)],
    "by": lambda lines, start: lines.word(
        "by", "", (BY_ABILITY, BY_TOTAL, BY_COMBATANTS, BY_SHARED)
    ),
    "champion": lambda lines, start: lines.number("champion", 0, start.seats[-1]),
    "asked": _read_asked,
    "refused": _read_refused,
}
