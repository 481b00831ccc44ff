"""The forms of the debugging menu for Diesel Demolition Derby: cards in front of players, tokens, the course of the turn, the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.corrections import (
    CHOICE,
    COURSE,
    LIST,
    NUMBER,
    PLACE,
    SETTING,
    VALUE,
    Correction,
    Field,
    FieldChoice,
    Form,
    setting_fields,
)
from companion.games.diesel.changing import (
    DealAgain,
    DieselChange,
    LayCard,
    SetTokens,
    SkipAbilities,
)
from companion.games.diesel.engine.state import Laid, State
from companion.games.diesel.settings import OPTIONS, words_of
from companion.games.diesel.stages import Evening
from companion.games.diesel.told.phrases import called
from companion.games.diesel.told.table import ASIDE, DISCARD
from companion.games.race.corrections import SET, ChangeRule
from companion.games.scene import ROW, Piece
from companion.geometry import Square
from companion.words import NOTHING, Text, text, verbatim

CHANGES: Final[Mapping[type, str]] = {
    LayCard: PLACE,
    SetTokens: VALUE,
    SkipAbilities: COURSE,
    DealAgain: COURSE,
    ChangeRule: SETTING,
}
TITLES: Final[Mapping[type, tuple[Text, Text]]] = {
    LayCard: (text("Move the card?"), text("Move it")),
    SetTokens: (text("Change the victory tokens?"), SET),
    SkipAbilities: (text("Leave out the abilities?"), text("Leave out")),
    DealAgain: (text("Deal again?"), text("Deal again")),
    ChangeRule: (text("Change the setting?"), text("Change")),
}
"""The question above each preview, and the word on its button."""
LAST: Final = 8
"""So many cards of the discard pile are offered, the last ones first: more would be a search."""


class DieselCorrections:
    """The forms."""

    changes = CHANGES

    def form(self, position: Evening, seat: int) -> Form:
        """The cards in front of a player, what can come there from the discard pile, and tokens."""
        state = position.state
        fields = [_tokens(state, seat, state.tokens.get(seat, 0))]
        if row := state.front.get(seat, ()):
            fields.append(
                Field(
                    text("Cards, from the left"),
                    LIST,
                    tuple(_card(state, seat, laid) for laid in row),
                )
            )
        if state.discard and not state.over:
            picks = (
                FieldChoice(called(state.card(card)), LayCard(card, ROW, seat), text("Lay here"))
                for card in state.discard[: -LAST - 1 : -1]
            )
            fields.append(Field(text("From the discard pile"), LIST, tuple(picks)))
        return Form(tuple(fields))

    def course(self, position: Evening) -> tuple[FieldChoice, ...]:
        """Another deal, the end of abilities."""
        return (
            FieldChoice(
                text("Deal again"),
                DealAgain(),
                text("Collect the cards of this Derby and deal again"),
                symbol="page",
            ),
            FieldChoice(
                text("Leave out the abilities"),
                SkipAbilities(),
                text("Abilities that have not acted in this turn are skipped"),
                symbol="stop",
            ),
        )

    def settings(self, position: Evening) -> tuple[Field, ...]:
        """Every setting with its words."""
        return setting_fields(OPTIONS, words_of(position.ahead), ChangeRule)

    def about(
        self, position: Evening, change: DieselChange, names: Mapping[int, str]
    ) -> Correction:
        """A card that is moved can still go to any player or pile, and tokens can still be counted up and down."""
        state, (title, button) = position.state, TITLES[type(change)]
        if (
            isinstance(change, SetTokens)
            and type(change.seat) is int
            and change.seat in state.seats
            and type(change.tokens) is int
        ):
            return Correction(title, button, _tokens(state, change.seat, change.tokens))
        if isinstance(change, LayCard) and (lies := _lies(state, change.card)) is not None:
            name = called(state.card(change.card))
            return Correction(
                text("Move {card}?", card=name), button, _places(state, change, lies, names)
            )
        return Correction(title, button)

    def put(
        self, position: Evening, seat: int, square: Square, proposed: DieselChange | None
    ) -> None:
        """There is no board that could be touched."""

    def put_marker(self, position: Evening, number: int, square: Square) -> None:
        """Likewise."""

    def whereabouts(self, piece: Piece) -> Text:
        """There are no pieces."""
        return NOTHING

    def stranded(self, position: Evening, names: Mapping[int, str]) -> Text:
        """Nobody needs help that only people can give."""
        return NOTHING


def _tokens(state: State, seat: int, tokens: int) -> Field:
    """Victory tokens, one at a time; what holds in the game already proposes nothing."""
    now = state.tokens.get(seat, 0)
    ends = tuple(
        FieldChoice(NOTHING, None if number == now else SetTokens(seat, number))
        for number in (tokens - 1, tokens + 1)
    )
    return Field(text("Victory tokens"), NUMBER, ends, verbatim(str(tokens)))


def _card(state: State, seat: int, laid: Laid) -> FieldChoice:
    """A card of a row, which goes to the discard pile unless another place is chosen then."""
    name = called(state.card(laid.card))
    label = text("{card}, face down", card=name) if laid.down else name
    return FieldChoice(label, LayCard(laid.card, DISCARD), text("Move"))


def _lies(state: State, card: object) -> tuple[int | None, bool] | None:
    """In front of whom a card lies, None for the discard pile, and whether face down; None where nobody knows."""
    for seat, row in state.front.items():
        for laid in row:
            if laid.card == card:
                return seat, laid.down
    return (None, True) if card in state.discard else None


def _places(
    state: State, change: LayCard, lies: tuple[int | None, bool], names: Mapping[int, str]
) -> Field:
    """Where a card can go: turned over where it lies, to the other players, onto a pile."""
    seat, down = lies
    picks = []
    if seat is not None:
        turned = LayCard(change.card, ROW, seat, not down)
        picks.append(
            FieldChoice(
                text("Turn face up") if down else text("Turn face down"),
                turned,
                chosen=turned == change,
            )
        )
    for other in state.seats:
        wanted = LayCard(change.card, ROW, other)
        if other != seat:
            picks.append(
                FieldChoice(
                    text("To {player}", player=names[other]), wanted, chosen=wanted == change
                )
            )
    for pile, words in ((DISCARD, text("Discard")), (ASIDE, text("Put aside"))):
        wanted = LayCard(change.card, pile)
        if seat is not None or pile != DISCARD:
            picks.append(FieldChoice(words, wanted, chosen=wanted == change))
    return Field(text("Destination"), CHOICE, tuple(picks))
