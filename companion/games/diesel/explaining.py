"""Answers in a Derby explained by facts, each of which comes from playing them by the rules.

The cards of an answer are played while nobody else plays one, and a target is followed to the end
of its step. Choices of others on the way are those that look best to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.diesel.engine.asking import NO, GivenAnswer, acting
from companion.games.diesel.engine.counting import total
from companion.games.diesel.engine.events import Discarded, Event, Gained, Swapped, TurnedDown
from companion.games.diesel.engine.front import find_in_front
from companion.games.diesel.engine.state import DieselState, DieselStep
from companion.games.diesel.engine.turn import reveal
from companion.games.diesel.playouts import STRONGEST, resolved_step
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, listed, sentences, text

ORDER: Final = "order"
"""The card acts in the step of its strength, before all weaker cards."""
DISCARDS: Final = "discards"
"""The card discards the other one, which lies in another row."""
LOSES: Final = "loses"
"""The card of the own row is discarded, by a card of the same row."""
GAINS: Final = "gains"
"""The card takes the other one from another row into the own row."""
SWAPS: Final = "swaps"
"""The card changes places with the other one of another row."""
TURNS: Final = "turns"
"""The card turns the other one of another row face down."""
STOPS: Final = "stops"
"""The card would have acted in a later step of this turn, and does not any more."""
LEADER: Final = "leader"
"""The card lies in the strongest of the other rows, with this strength before the choice."""
OWN_ONLY: Final = "own_only"
"""No card of another row could be chosen."""
ROW: Final = "row"
"""The own row has this strength in the end, the strongest other row the other one."""
CARDS: Final = "cards"
"""It is about these cards, which have the most strength in the hand."""


class DerbyClaim(NamedTuple):
    """One fact about an answer. Which fields count depends on the kind."""

    kind: str
    card: str = ""
    """The id of a card."""
    other: str = ""
    """The id of the card to which something happens."""
    number: int = 0
    """A strength."""
    against: int = 0
    """The strength of the strongest other row."""
    cards: tuple[str, ...] = ()
    obvious: bool = False
    """Whether it is about the strongest cards of the hand and not about the chosen ones."""


class _Consequences(NamedTuple):
    """The consequences of an answer."""

    steps: tuple[tuple[int, DieselState, DieselStep], ...]
    """The strength of each step, the position before it, and the step."""
    state: DieselState
    """The position after all of them."""


# ---- Cards of a hand -----------------------------------------------------------------------------


def claims_of_cards(
    state: DieselState, seat: int, cards: tuple[str, ...], hand: Iterable[str]
) -> tuple[DerbyClaim, ...]:
    """Return what is worth saying of the cards that a seat plays, and how the strongest are worse.

    Args:
        state: A position that the seat may know, before cards are revealed.
        seat: The seat.
        cards: The cards that it plays.
        hand: All cards that it could play, with these.
    """
    own = _play_alone(state, seat, cards)
    row = _row_claim(own, state, seat)
    effects = _effects(own, seat)[:1]
    # The first of the cards that have an effect acts in this step, unless it is the last one.
    first = [
        DerbyClaim(ORDER, effects[0].card, number=strength)
        for strength, before, _ in own.steps
        if effects and strength and effects[0].card in _actors(before, strength)
    ]
    found = (*first[:1], *effects, *row)
    strongest = tuple(
        sorted(hand, key=lambda card: (-state.card(card).strength, state.deck.order(card)))
    )[: len(cards)]
    other = _row_claim(_play_alone(state, seat, strongest), state, seat)
    if {*strongest} == {*cards} or not row or not other or _lead(other[0]) >= _lead(row[0]):
        return found
    return (
        *found,
        DerbyClaim(CARDS, cards=strongest, obvious=True),
        other[0]._replace(obvious=True),
    )


def _lead(claim: DerbyClaim) -> int:
    return claim.number - claim.against


def _play_alone(state: DieselState, seat: int, cards: tuple[str, ...]) -> _Consequences:
    """Play the turn of a seat, in which nobody else plays a card."""
    state = reveal(state, {other: cards if other == seat else () for other in state.seats}).state
    found = []
    for strength in range(STRONGEST, -1, -1):
        after = resolved_step(state, strength, ())
        found.append((strength, state, after))
        state = after.state
    return _Consequences(tuple(found), state)


# ---- A target ------------------------------------------------------------------------------------


def claims_of_target(
    state: DieselState,
    seat: int,
    strength: int,
    given: Sequence[GivenAnswer],
    chosen: GivenAnswer,
    legal: Sequence[str],
) -> tuple[DerbyClaim, ...]:
    """Return what is worth saying of a choice in the step of a strength.

    Args:
        state: A position that the seat may know, at the start of the step.
        seat: The seat that chooses.
        strength: The strength whose cards act.
        given: The choices before it.
        chosen: Its choice.
        legal: All cards that it could choose, with NO if it may decline.
    """
    places = {card: place[0] for card in legal if (place := find_in_front(state, card))}
    if chosen.answer == NO or places.get(chosen.answer) in (seat, None):
        own_only = all(card == NO or places.get(card) == seat for card in legal)
        return (DerbyClaim(OWN_ONLY),) if own_only else ()
    after = resolved_step(state, strength, (*given, chosen))
    course = _Consequences(((strength, state, after),), after.state)
    about = [
        claim for claim in _effects(course, seat) if chosen.answer in (claim.card, claim.other)
    ]
    if not about:
        return ()
    owner = places[chosen.answer]
    rows = {other: total(state, other) for other in state.seats if other != seat}
    leader = rows[owner] == max(rows.values()) and list(rows.values()).count(rows[owner]) == 1
    found = [*about[:1]]
    if leader and len(rows) > 1:
        found.append(DerbyClaim(LEADER, chosen.answer, number=rows[owner]))
    # A card of a later step that acts no more.
    later = state.card(chosen.answer).strength
    if (
        later < strength
        and chosen.answer in _actors(state, later)
        and chosen.answer not in _actors(course.state, later)
    ):
        found.append(DerbyClaim(STOPS, chosen.answer, number=later))
    return (*found, *_row_claim(course, state, seat))


def _actors(state: DieselState, strength: int) -> list[str]:
    return [row_card.card for _, row_card in acting(state, strength)]


# ---- What happens --------------------------------------------------------------------------------


def _effects(course: _Consequences, seat: int) -> tuple[DerbyClaim, ...]:
    """Return what cards of a seat's row do, the first ones first."""
    found: list[DerbyClaim] = []
    for _, state, step in course.steps:
        for event in step.events:
            found += _effect(state, step.state, event, seat)
    return tuple(found)


def _effect(
    before: DieselState, after: DieselState, event: Event, seat: int
) -> Iterator[DerbyClaim]:
    """Yield the claim about an event that a card of the seat's row has caused."""
    if isinstance(event, Swapped):
        pairs = ((event.seat, event.card), (event.other_seat, event.other_card))
        if event.by[0] == seat:
            for (mine, card), (theirs, other) in (pairs, pairs[::-1]):
                if mine == seat != theirs:
                    yield DerbyClaim(SWAPS, card, other, before.card(other).strength)
        return
    if not isinstance(event, Discarded | Gained | TurnedDown):
        return
    by = next((card for doer, card in event.by if doer == seat), "")
    was = find_in_front(before, event.card)
    # What an unknown card of the unused ones does is a guess.
    if not by or was is None or find_in_front(before, by) is None:
        return
    number = before.card(event.card).strength
    if isinstance(event, Discarded):
        yield DerbyClaim(LOSES if was[0] == seat else DISCARDS, by, event.card, number)
    elif isinstance(event, Gained):
        if was[0] != seat == event.seat:
            yield DerbyClaim(GAINS, by, event.card, number)
    elif was[0] != seat and not was[1].down:
        yield DerbyClaim(TURNS, by, event.card, number)


def _row_claim(course: _Consequences, state: DieselState, seat: int) -> tuple[DerbyClaim, ...]:
    """Return the strength of the own row and of the strongest other one after it all.

    () if a card of unknown unused ones has come into play.
    """
    guessed = state.unused is None and any(
        isinstance(event, Gained) and event.start is None
        for _, _, step in course.steps
        for event in step.events
    )
    if guessed:
        return ()
    others = (total(course.state, other) for other in course.state.seats if other != seat)
    return (DerbyClaim(ROW, number=total(course.state, seat), against=max(others)),)


# ---- Words ---------------------------------------------------------------------------------------


def claims_words(state: DieselState, claims: Sequence[DerbyClaim], alone: bool) -> Text:
    """Return claims in some sentences, NOTHING without any.

    `alone`: they hold if nobody else plays a card.
    """
    if not claims:
        return NOTHING
    own = [_own_words(state, claim) for claim in claims if not claim.obvious and claim.kind != ROW]
    row = next((claim for claim in claims if claim.kind == ROW and not claim.obvious), None)
    obvious = {claim.kind: claim for claim in claims if claim.obvious}
    if row is not None:
        if alone:
            words = text(
                "Then {number} against {against} in the strongest other row, if nobody else plays "
                "a card.",
                number=row.number,
                against=row.against,
            )
        else:
            words = text(
                "Then {number} against {against} in the strongest other row.",
                number=row.number,
                against=row.against,
            )
        own.append(words)
    if obvious:
        cards = [state.card(card).name for card in obvious[CARDS].cards]
        number, against = obvious[ROW].number, obvious[ROW].against
        own.append(
            text(
                "With {card}, the strongest: {number} against {against}.",
                card=cards[0],
                number=number,
                against=against,
            )
            if len(cards) == 1
            else text(
                "With {cards}, the strongest: {number} against {against}.",
                cards=listed(cards),
                number=number,
                against=against,
            )
        )
    return sentences(*own)


_WORDS: Final[Mapping[str, Text]] = {
    OWN_ONLY: text("Only cards of the same row could be chosen."),
    ORDER: text("{card} acts before all cards under {number}.", card="", number=0),
    STOPS: text("So {card} no longer acts with strength {number}.", card="", number=0),
    LEADER: text("{card} lies in the strongest other row, which has {number}.", card="", number=0),
    LOSES: text(
        "{card} discards {other} of the same row, strength {number}.", card="", other="", number=0
    ),
    DISCARDS: text("{card} discards {other}, strength {number}.", card="", other="", number=0),
    GAINS: text(
        "{card} takes {other}, strength {number}, into its row.", card="", other="", number=0
    ),
    SWAPS: text("{card} is swapped for {other}, strength {number}.", card="", other="", number=0),
    TURNS: text("{card} turns {other} face down, so that it has no ability.", card="", other=""),
}
"""The words of each kind of claims, except for those about rows."""


def _own_words(state: DieselState, claim: DerbyClaim) -> Text:
    if claim.kind == LOSES and claim.card == claim.other:
        return text("{card} is discarded by its own ability.", card=state.card(claim.card).name)
    words = _WORDS[claim.kind]
    filled = {"number": claim.number} | {
        hole: state.card(card).name
        for hole, card in (("card", claim.card), ("other", claim.other))
        if card
    }
    return words._replace(arguments=tuple((hole, filled[hole]) for hole, _ in words.arguments))
