"""The position of a scenario file before its first turn: players, settings, rows, piles, hands and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.formats.misread import Misread
from companion.formats.toml_text import KeyPath, TomlTable
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.cards import HOUSE, Deck
from companion.games.diesel.engine.counting import champion_of
from companion.games.diesel.engine.dealing import full_types, in_play, in_use, new_game
from companion.games.diesel.engine.rules import (
    BASE,
    FEWEST,
    MEKK_MANIA,
    MOST,
    Rules,
    each_deploys,
    hand_size,
    turns_of,
)
from companion.games.diesel.engine.state import Laid, State
from companion.games.diesel.scenario.words import read_cards, read_row

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
)
"""The keys of a file that say what the position is."""
MOST_TOKENS: Final = 99
"""Tokens that anybody can have in a file."""


def read_position(table: TomlTable) -> State:
    """The state before the first turn; FormatFault for whatever is wrong with it."""
    if "players" not in table:
        raise table.fault(Misread("no players", f"players = a number from {FEWEST} to {MOST}"))
    players = table.number("players", FEWEST, MOST)
    state = new_game(house_deck(), _read_rules(table, players), tuple(range(1, players + 1)))
    turn = table.number("at_turn", 1, turns_of(players)) if "at_turn" in table else 1
    unused = _read_pile(table, "unused", state.deck)
    state = state._replace(
        turn=turn - 1,
        last_winners=_read_winners(table, state),
        front=_read_front(table, state),
        unused=unused,
        aside=len(unused),
        discard=_read_pile(table, "discard", state.deck),
        tokens=_read_tokens(table, state),
    )
    state = state._replace(hands=_read_hands(table, state))
    _check_cards(table, state)
    return state


def seat_table(table: TomlTable, key: str, state: State) -> TomlTable:
    """A table whose keys are seats that play."""
    return TomlTable(
        table.text,
        (*table.path, key),
        table.data.get(key, {}),
        tuple(map(str, state.seats)),
        "seat",
    )


def read_seats(table: TomlTable, key: str, state: State) -> tuple[int, ...]:
    """An array of seats that play, each once."""
    seats: list[int] = []
    for number, value in enumerate(table.array(key)):
        seat = table.checked_number(value, "seat ", state.seats[0], state.seats[-1], key, number)
        if seat in seats:
            raise table.fault(Misread(f"seat {seat} twice", "each seat once"), key, number)
        seats.append(seat)
    return tuple(seats)


def _read_rules(table: TomlTable, players: int) -> Rules:
    words = TomlTable(
        table.text, ("rules",), table.data.get("rules", {}), ("variant", "deck"), "setting"
    )
    words.word("deck", HOUSE, (HOUSE,))
    variant = words.word("variant", BASE, (BASE, MEKK_MANIA))
    if variant == MEKK_MANIA and players == MOST:
        raise words.fault(
            Misread(
                f"{MEKK_MANIA} with {players} players", f"at most {MOST - 1} players, or {BASE}"
            ),
            "variant",
        )
    return Rules(variant)


def _read_winners(table: TomlTable, state: State) -> tuple[int, ...]:
    return tuple(sorted(read_seats(table, "last_winners", state)))


def _read_pile(table: TomlTable, key: str, deck: Deck) -> tuple[str, ...]:
    with table.text.reading(*table.path, key):
        return read_cards(table.string(key, "-"), deck)


def _read_front(table: TomlTable, state: State) -> Mapping[int, tuple[Laid, ...]]:
    lines = seat_table(table, "front", state)
    rows = dict(state.front)
    for key in lines.data:
        with table.text.reading("front", key):
            rows[int(key)] = read_row(lines.string(key), state.deck)
    return rows


def _read_tokens(table: TomlTable, state: State) -> Mapping[int, int]:
    """Everybody's tokens; with them nobody may have won already (DD12)."""
    lines = seat_table(table, "tokens", state)
    tokens = {
        seat: lines.number(str(seat), 0, MOST_TOKENS) if str(seat) in lines else 0
        for seat in state.seats
    }
    champion = champion_of(tokens)
    if champion:
        raise lines.fault(
            Misread(f"tokens with which seat {champion} has won", "a game that is still on"),
            str(champion),
        )
    return tokens


def _read_hands(table: TomlTable, state: State) -> Mapping[int, tuple[str, ...]] | None:
    """Everybody's hand, of the size that belongs to the turn; None where the file has none."""
    if "hands" not in table:
        return None
    lines = seat_table(table, "hands", state)
    players = len(state.seats)
    size = hand_size(players) - state.turn * each_deploys(players)
    hands = {}
    for seat in state.seats:
        if str(seat) not in lines:
            raise lines.fault(
                Misread(f"no hand of seat {seat}", "a hand of every seat, or no [hands]")
            )
        with table.text.reading("hands", str(seat)):
            hands[seat] = read_cards(lines.string(str(seat)), state.deck)
            if len(hands[seat]) != size:
                found = f"{len(hands[seat])} cards in the hand of seat {seat}"
                raise Misread(
                    found,
                    f"{size} at the beginning of turn {state.turn + 1} with {players} players",
                )
    return hands


# ---- The cards of a position ------------------------------------------------------------------------------------------


def _named(state: State) -> Iterator[tuple[KeyPath, str]]:
    """Every card of a position, and where the file names it."""
    for seat, row in state.front.items():
        for laid in row:
            yield ("front", str(seat)), laid.card
    for key, cards in (("unused", state.unused or ()), ("discard", state.discard)):
        for card in cards:
            yield (key,), card
    for seat, hand in (state.hands or {}).items():
        for card in hand:
            yield ("hands", str(seat)), card


def _check_cards(table: TomlTable, state: State) -> None:
    """Each card once, and only where it can be: in use, no more of a type than there are (DD15), no more aside than was not dealt (DD04)."""
    usable, seen = frozenset(in_use(state)), list[str]()
    for path, card in _named(state):
        with table.text.reading(*path):
            if card not in usable:
                raise Misread(
                    f"{card}, which is not in use",
                    f"cards of a game of {len(state.seats)} in {state.rules.variant}",
                )
            if card in seen:
                raise Misread(f"{card} again", "each card once in the whole position")
            if state.card(card).strength in full_types(state, tuple(seen)):
                raise Misread(
                    f"{card}, one {state.card(card).type} too many",
                    f"as many of each type as {MEKK_MANIA} has",
                )
            seen.append(card)
    left = in_play(state) - hand_size(len(state.seats)) * len(state.seats)
    if len(state.unused or ()) > left:
        raise table.fault(
            Misread(
                f"{len(state.unused or ())} unused cards",
                f"at most {left}, which are not dealt to {len(state.seats)} players",
            ),
            "unused",
        )
