"""Corrections of a game: cards, tokens, the turn and the settings (rulebook 12).

Choices of the current step are asked for again, since a change may have made them impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from companion.engine.changes import SetByHand
from companion.engine.checking import seat_of, value_words
from companion.errors import RuleError
from companion.games.api import Change
from companion.games.corrections import (
    CHOICE,
    COURSE,
    LIST,
    PLACE,
    VALUE,
    CorrectionForm,
    Field,
    FieldChoice,
)
from companion.games.diesel.engine.asking import acting
from companion.games.diesel.engine.cards import TYPES
from companion.games.diesel.engine.counting import ALL_TOKENS, champion_of
from companion.games.diesel.engine.dealing import cleared, sorted_cards
from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.front import everything
from companion.games.diesel.engine.rules import MEKK_MANIA, MOST, OPTIONS, rules_from, words_of
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.diesel.narration.phrases import called
from companion.games.diesel.narration.table import ASIDE, DISCARD
from companion.games.diesel.stages import (
    CHOOSING,
    DEALING,
    DEPLOYING,
    REVEAL,
    RUNNING,
    DieselPosition,
    with_questions,
)
from companion.games.kit.edit import RULE, SET, ChangeRule, Edit, Edits, Number
from companion.games.scene import ROW, CardPlace
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.settings import Option, OptionValue
from companion.words import seat_words, text

LAST: Final = 8
"""The number of discarded cards that are offered, the last ones first."""


@kept_as("LayCard card where seat down")
class LayCard(NamedTuple):
    """A change that puts a card elsewhere or turns it over.

    A card that stays in its row keeps its place there.
    """

    card: str
    where: str = ROW
    """ROW for the end of a row, or the key of a pile."""
    seat: int | None = None
    """The seat of the row."""
    down: bool = False
    """Whether it is face down in the row."""


@kept_as("SetTokens seat tokens")
class SetTokens(NamedTuple):
    """A change to the number of a seat's victory tokens."""

    seat: int
    tokens: int


@kept_as("SkipAbilities")
class SkipAbilities(NamedTuple):
    """A change that skips the abilities of this turn that have not acted yet."""


@kept_as("DealAgain")
class DealAgain(NamedTuple):
    """A change that shuffles and deals all cards of this Derby again."""


class LaidByHand(NamedTuple):
    """A correction put a card elsewhere or turned it over."""

    seat: int | None
    """The seat whose row the card is in now, or was in; None for nobody's."""
    card: str
    start: CardPlace
    end: CardPlace
    down: bool
    rule: str = "DD09"


class TokensByHand(NamedTuple):
    """A correction changed the number of a seat's victory tokens."""

    seat: int
    before: int
    tokens: int
    rule: str = "DD12"


HandEvent: TypeAlias = LaidByHand | TokensByHand | SetByHand
GameEvent: TypeAlias = Event | HandEvent
"""Any event of a game, by its rules or by a correction."""
HAND_EVENTS: Final = (LaidByHand, TokensByHand, SetByHand)
_Made: TypeAlias = tuple[DieselPosition, tuple[HandEvent, ...]]


# ---- Cards ---------------------------------------------------------------------------------------


def _lay(position: DieselPosition, wanted: LayCard) -> _Made:
    state = position.state
    found = _find_card(state, wanted.card)
    if found is None:
        raise RuleError(
            text(
                "{value} lies neither in front of anybody nor on the discard pile: choose another "
                "card",
                value=value_words(wanted.card),
            )
        )
    start, row_card = found
    if wanted.where == ROW:
        end = CardPlace(ROW, seat_of(state.seats, wanted.seat))
    elif wanted.where in (DISCARD, ASIDE):
        end = CardPlace(wanted.where)
    else:
        raise RuleError(
            text(
                "{value} is no place for a card: choose a player or a pile",
                value=value_words(wanted.where),
            )
        )
    if state.over:
        raise RuleError(text("this Derby has been counted: change the victory tokens instead"))
    down = end.where == ROW and bool(wanted.down)
    if start == end and (end.where != ROW or down == row_card.down):
        name = called(state.card(wanted.card))
        raise RuleError(text("{card} lies there already: choose another place", card=name))
    lies = end.seat if end.seat is not None else start.seat
    event = LaidByHand(lies, wanted.card, start, end, down or end.where != ROW)
    front = {
        seat: tuple(
            one._replace(down=down) if one.card == wanted.card else one
            for one in row
            if start == end or one.card != wanted.card
        )
        for seat, row in state.front.items()
    }
    discard = tuple(other for other in state.discard if other != wanted.card)
    state = state._replace(front=front, discard=discard)
    if start == end:
        pass
    elif end.where == ROW:
        fresh = _in_turn(position) and state.deployed_by.get(wanted.card, (0, 0))[1] == state.turn
        row = (*front[end.seat or 0], RowCard(wanted.card, down, fresh))
        state = state._replace(front={**front, end.seat or 0: row})
    elif end.where == DISCARD:
        state = state._replace(discard=(*discard, wanted.card))
    else:
        unused = None if state.unused is None else sorted_cards(state, (*state.unused, wanted.card))
        state = state._replace(unused=unused, aside=state.aside + 1)
    return _asked_again(position, state), (event,)


def _find_card(state: DieselState, card: object) -> tuple[CardPlace, RowCard] | None:
    """Return the place of a card; only cards with a known place can be moved."""
    for seat, row_card in everything(state):
        if row_card.card == card:
            return CardPlace(ROW, seat), row_card
    if isinstance(card, str) and card in state.discard:
        return CardPlace(DISCARD), RowCard(card, True)
    return None


def _cards(position: DieselPosition, seat: int, wanted: Change | None) -> Iterator[Field]:
    """Yield the fields for the cards of a row and for cards that can enter it.

    A card of the row goes to the discard pile unless another place is chosen next. Others come from
    that pile.
    """
    state = position.state
    if row := state.front.get(seat, ()):
        names = ((row_card, called(state.card(row_card.card))) for row_card in row)
        picks = tuple(
            FieldChoice(
                text("{card}, face down", card=name) if row_card.down else name,
                LayCard(row_card.card, DISCARD),
                text("Move"),
            )
            for row_card, name in names
        )
        yield Field(text("Cards, from the left"), LIST, picks)
    if state.discard and not state.over:
        picks = tuple(
            FieldChoice(called(state.card(card)), LayCard(card, ROW, seat), text("Lay here"))
            for card in state.discard[: -LAST - 1 : -1]
        )
        yield Field(text("From the discard pile"), LIST, picks)


# ---- Tokens, the turn, the deal ------------------------------------------------------------------

TOKENS: Final[Number[DieselPosition]] = Number(
    text("Victory tokens"),
    SetTokens,
    lambda position, seat: position.state.tokens.get(seat, 0),
    text("the number of victory tokens"),
    ALL_TOKENS,
)


def _set_tokens(position: DieselPosition, wanted: SetTokens) -> _Made:
    """Return the position with other tokens.

    Nobody can win by that: winning is for the end of a Derby (DD12).
    """
    tokens, state = TOKENS.checked(position, position.seats, wanted), position.state
    after = {**state.tokens, wanted.seat: tokens}
    if winner := champion_of(after):
        raise RuleError(
            text(
                "{seat} would win the game with these tokens, and only a Derby decides that: "
                "choose fewer",
                seat=seat_words(winner),
            )
        )
    event = TokensByHand(wanted.seat, state.tokens.get(wanted.seat, 0), tokens)
    return _asked_again(position, state._replace(tokens=after)), (event,)


def _skip(position: DieselPosition, wanted: SkipAbilities) -> _Made:
    """Return the position in which the rest of the turn has acted (DDR04)."""
    state = position.state
    waiting = frozenset(
        row_card.card for strength in range(len(TYPES)) for _, row_card in acting(state, strength)
    )
    if not _in_turn(position) or not waiting:
        raise RuleError(text("no ability is left in this turn"))
    event = SetByHand(
        None,
        text("Abilities of turn {turn}", turn=state.turn),
        text("{number} to come", number=len(waiting)),
        text("left out"),
        rule="DD07",
    )
    return _asked_again(position, state._replace(acted=state.acted | waiting)), (event,)


def _deal_again(position: DieselPosition, wanted: DealAgain) -> _Made:
    """Return the same Derby before another deal, while cards are chosen."""
    if position.stage != DEPLOYING:
        raise RuleError(text("cards can be dealt again only while they are chosen"))
    event = SetByHand(
        None,
        text("Derby {derby}", derby=position.derby),
        text("turn {turn}", turn=position.turn),
        text("dealt again"),
        rule="DD04",
    )
    empty = cleared(position.state)
    return DieselPosition(empty, DEALING, by_app=position.by_app, rules=position.rules), (event,)


def _in_turn(position: DieselPosition) -> bool:
    """Return whether a turn is between its reveal and its end."""
    return position.stage in (CHOOSING, RUNNING) and position.step != REVEAL


def _asked_again(position: DieselPosition, state: DieselState) -> DieselPosition:
    after = position._replace(state=state, given=(), asked=())
    return with_questions(after) if _in_turn(position) else after


class DieselEdits(Edits[DieselPosition, GameEvent]):
    """Corrections of tokens, cards, the deal, abilities and settings."""

    edits: Mapping[type, Edit[DieselPosition, GameEvent]] = {
        SetTokens: Edit(VALUE, text("Change the victory tokens?"), SET, _set_tokens, TOKENS.fields),
        LayCard: Edit(PLACE, text("Move the card?"), text("Move it"), _lay, _cards),
        DealAgain: Edit(
            COURSE,
            text("Deal again?"),
            text("Deal again"),
            _deal_again,
            entry=FieldChoice(
                text("Deal again"),
                DealAgain(),
                text("Collect the cards of this Derby and deal again"),
                symbol="page",
            ),
            collects=True,
            redeals=True,
        ),
        SkipAbilities: Edit(
            COURSE,
            text("Leave out the abilities?"),
            text("Leave out"),
            _skip,
            entry=FieldChoice(
                text("Leave out the abilities"),
                SkipAbilities(),
                text("Abilities that have not acted in this turn are skipped"),
                symbol="stop",
            ),
        ),
        ChangeRule: RULE,
    }

    def seats(self, position: DieselPosition) -> tuple[int, ...]:
        return position.seats

    def moment(self, position: DieselPosition) -> tuple[int, int]:
        """Return the Derby and its next step."""
        return position.derby, position.round

    def is_over(self, position: DieselPosition) -> bool:
        return bool(position.state.champion)

    def options(self, position: DieselPosition) -> tuple[Option, ...]:
        return OPTIONS

    def words(self, position: DieselPosition) -> Mapping[str, str]:
        """Return the words of the next Derby."""
        return words_of(position.ahead)

    def with_setting(
        self, position: DieselPosition, option: Option, choice: OptionValue
    ) -> DieselPosition:
        """Return the position with another setting from the next Derby on.

        The cards in play are those of the deal.
        """
        if choice.word == MEKK_MANIA and len(position.seats) == MOST:
            raise RuleError(
                text("Mekk Mania is for two to five players: with six, all cards are in play")
            )
        rules = rules_from({**words_of(position.ahead), option.key: choice.word})
        return position._replace(rules=None if rules == position.state.rules else rules)

    def about(
        self, position: DieselPosition, change: Change, names: Mapping[int, str]
    ) -> CorrectionForm:
        """Return the words of a change.

        A moved card can be turned over instead, or go to any other player or pile.
        """
        if not isinstance(change, LayCard):
            return super().about(position, change, names)
        state, edit = position.state, self.edits[LayCard]
        found = _find_card(state, change.card)
        if found is None:
            return CorrectionForm(edit.title, edit.button)
        lies, row_card = found
        ways = []
        if lies.seat is not None:
            label = text("Turn face up") if row_card.down else text("Turn face down")
            ways.append((label, LayCard(change.card, ROW, lies.seat, not row_card.down)))
        ways += [
            (text("To {player}", player=names[other]), LayCard(change.card, ROW, other))
            for other in state.seats
            if other != lies.seat
        ]
        if lies.where != DISCARD:
            ways.append((text("Discard"), LayCard(change.card, DISCARD)))
        ways.append((text("Put aside"), LayCard(change.card, ASIDE)))
        picks = tuple(FieldChoice(label, wanted, chosen=wanted == change) for label, wanted in ways)
        return CorrectionForm(
            text("Move {card}?", card=called(state.card(change.card))),
            edit.button,
            Field(text("Destination"), CHOICE, picks),
        )


CORRECTIONS: Final = DieselEdits()
