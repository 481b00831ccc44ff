"""What people change by hand in the midst of a game: where a card lies and which side is up, tokens, the course of the turn, the settings.

Each change gives the state after it and the events that tell it; RuleFault says in words why it cannot be.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.engine.checking import shown
from companion.errors import RuleFault
from companion.games.diesel.engine.cards import INSTANT
from companion.games.diesel.engine.counting import champion_of
from companion.games.diesel.engine.rules import MEKK_MANIA, MOST, Rules
from companion.games.diesel.engine.state import Laid, State
from companion.games.diesel.settings import OPTIONS, rules_from, words_of
from companion.games.diesel.told.by_hand import HandEvent, LaidByHand, SetByHand, TokensByHand
from companion.games.diesel.told.phrases import called
from companion.games.diesel.told.table import ASIDE, DISCARD
from companion.games.race.corrections import ChangeRule
from companion.games.scene import ROW, CardPlace
from companion.kept_names import kept_as
from companion.words import count, listed, seat_words, text

MOST_TOKENS: Final = 13
"""As many as the game has (DD01)."""


@kept_as("LayCard card where seat down")
class LayCard(NamedTuple):
    """A card lies elsewhere: at the end of the row of a seat, which stands in `seat`, or on a pile, whose key is `where` then; `down`: face down in its row.

    A card that stays in its row keeps its place there, and is turned over.
    """

    card: str
    where: str = ROW
    seat: int | None = None
    down: bool = False


@kept_as("SetTokens seat tokens")
class SetTokens(NamedTuple):
    """A seat has so many victory tokens."""

    seat: int
    tokens: int


@kept_as("SkipAbilities")
class SkipAbilities(NamedTuple):
    """The abilities of this turn that have not acted yet do not act."""


@kept_as("DealAgain")
class DealAgain(NamedTuple):
    """All cards of this Derby are shuffled and dealt once more."""


StateChange: TypeAlias = LayCard | SetTokens | SkipAbilities
"""What changes the state at once."""
DieselChange: TypeAlias = StateChange | DealAgain | ChangeRule
"""What people may change."""


def changed(
    state: State, wanted: StateChange, in_turn: bool = False
) -> tuple[State, tuple[HandEvent, ...]]:
    """The state after a change, and what tells it; `in_turn` between the reveal and the end of a turn. RuleFault says in a sentence why it cannot be."""
    if state.champion:
        raise RuleFault(text("the game is over, so nothing in it can be changed any more"))
    if isinstance(wanted, LayCard):
        return _lay(state, wanted, in_turn)
    if isinstance(wanted, SetTokens):
        return _set_tokens(state, wanted)
    if isinstance(wanted, SkipAbilities):
        return _skip(state, in_turn)
    raise RuleFault(text("{value} cannot be changed by hand", value=shown(wanted)))


# ---- Cards -----------------------------------------------------------------------------------------------------------------


def _lay(state: State, wanted: LayCard, in_turn: bool) -> tuple[State, tuple[HandEvent, ...]]:
    start, laid = _found(state, wanted.card)
    end = _wanted_place(state, wanted)
    if state.over:
        raise RuleFault(text("this Derby has been counted: change the victory tokens instead"))
    name, down = called(state.card(wanted.card)), end.where == ROW and bool(wanted.down)
    if start == end and (end.where != ROW or down == laid.down):
        raise RuleFault(text("{card} lies there already: choose another place", card=name))
    if start == end:
        row = tuple(
            one._replace(down=down) if one.card == wanted.card else one
            for one in state.front[start.seat or 0]
        )
        return state._replace(front={**state.front, start.seat or 0: row}), (
            LaidByHand(start.seat, wanted.card, start, end, down),
        )
    state = _without(state, wanted.card)
    if end.where == ROW:
        fresh = in_turn and state.laid_by.get(wanted.card, (0, 0))[1] == state.turn
        row = (*state.front[end.seat or 0], Laid(wanted.card, down, fresh))
        state = state._replace(front={**state.front, end.seat or 0: row})
    elif end.where == DISCARD:
        state = state._replace(discard=(*state.discard, wanted.card))
    else:
        unused = (
            None
            if state.unused is None
            else tuple(sorted((*state.unused, wanted.card), key=state.deck.order))
        )
        state = state._replace(unused=unused, aside=state.aside + 1)
    return state, (
        LaidByHand(
            end.seat if end.seat is not None else start.seat,
            wanted.card,
            start,
            end,
            down or end.where != ROW,
        ),
    )


def _found(state: State, card: object) -> tuple[CardPlace, Laid]:
    """Where a card lies now; only those can be moved of which everybody knows where they lie."""
    for seat, row in state.front.items():
        for laid in row:
            if laid.card == card:
                return CardPlace(ROW, seat), laid
    if isinstance(card, str) and card in state.discard:
        return CardPlace(DISCARD), Laid(card, True)
    raise RuleFault(
        text(
            "{value} lies neither in front of anybody nor on the discard pile: choose another card",
            value=shown(card),
        )
    )


def _wanted_place(state: State, wanted: LayCard) -> CardPlace:
    if wanted.where in (DISCARD, ASIDE):
        return CardPlace(wanted.where)
    if wanted.where != ROW:
        raise RuleFault(
            text(
                "{value} is no place for a card: choose a player or a pile",
                value=shown(wanted.where),
            )
        )
    if type(wanted.seat) is not int or wanted.seat not in state.seats:
        raise _no_seat(state, wanted.seat)
    return CardPlace(ROW, wanted.seat)


def _no_seat(state: State, seat: object) -> RuleFault:
    seats = listed([str(other) for other in state.seats])
    return RuleFault(
        text(
            "nobody plays at seat {value}: choose one of the seats {seats}",
            value=shown(seat),
            seats=seats,
        )
    )


def _without(state: State, card: str) -> State:
    front = {
        seat: tuple(laid for laid in row if laid.card != card) for seat, row in state.front.items()
    }
    return state._replace(
        front=front, discard=tuple(other for other in state.discard if other != card)
    )


# ---- Tokens, the turn ------------------------------------------------------------------------------------------------------


def _set_tokens(state: State, wanted: SetTokens) -> tuple[State, tuple[HandEvent, ...]]:
    """Another number of tokens, as long as nobody would have won by it: that is for the end of a Derby (DD12)."""
    seat, tokens = wanted.seat, wanted.tokens
    if type(seat) is not int or seat not in state.seats:
        raise _no_seat(state, seat)
    if type(tokens) is not int or not 0 <= tokens <= MOST_TOKENS:
        raise RuleFault(
            text(
                "{value} is no number of victory tokens: choose 0 to {most}",
                value=shown(tokens),
                most=MOST_TOKENS,
            )
        )
    before = state.tokens.get(seat, 0)
    if tokens == before:
        raise RuleFault(
            count(
                "{seat} has {number} victory token already",
                "{seat} has {number} victory tokens already",
                tokens,
                seat=seat_words(seat),
            )
        )
    after = {**state.tokens, seat: tokens}
    if winner := champion_of(after):
        raise RuleFault(
            text(
                "with these tokens {seat} would win the game, which only a Derby can decide: choose fewer",
                seat=seat_words(winner),
            )
        )
    return state._replace(tokens=after), (TokensByHand(seat, before, tokens),)


def _skip(state: State, in_turn: bool) -> tuple[State, tuple[HandEvent, ...]]:
    """What has not acted in this turn counts as if it had (DDR04)."""
    waiting = frozenset(
        laid.card
        for row in state.front.values()
        for laid in row
        if laid.deployed
        and not laid.down
        and laid.card not in state.acted
        and state.card(laid.card).ability.kind == INSTANT
    )
    if not in_turn or not waiting:
        raise RuleFault(text("no ability of this turn is still to come"))
    told = SetByHand(
        None,
        text("Abilities of turn {turn}", turn=state.turn),
        text("{number} to come", number=len(waiting)),
        text("left out"),
        "DD07",
    )
    return state._replace(acted=state.acted | waiting), (told,)


# ---- Settings --------------------------------------------------------------------------------------------------------------


def ruled(rules: Rules, wanted: ChangeRule, players: int) -> tuple[Rules, SetByHand]:
    """The settings after a change, which hold from the next Derby on, and what tells it."""
    option = next((option for option in OPTIONS if option.key == wanted.key), None)
    if option is None:
        known = ", ".join(option.key for option in OPTIONS)
        raise RuleFault(
            text(
                "{value} is no setting: choose from {settings}",
                value=shown(wanted.key),
                settings=known,
            )
        )
    words = words_of(rules)
    choice = next((choice for choice in option.choices if choice.word == wanted.word), None)
    if choice is None:
        known = ", ".join(choice.word for choice in option.choices)
        raise RuleFault(
            text(
                "{setting} cannot be {value}: choose from {words}",
                setting=option.title,
                value=shown(wanted.word),
                words=known,
            )
        )
    before = option.choice(words[option.key])
    if choice == before:
        raise RuleFault(
            text("{setting} is {value} already", setting=option.title, value=choice.label)
        )
    if choice.word == MEKK_MANIA and players == MOST:
        raise RuleFault(
            text("Mekk Mania is for two to five players, and with six all cards are in play anyway")
        )
    return rules_from({**words, option.key: choice.word}), SetByHand(
        None, option.title, before.label, choice.label
    )
