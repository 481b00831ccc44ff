"""A game between two steps: the needed answers, and why an answer is refused.

For a session a Derby is a turn, and each step of a Derby's turn is a round: the reveal, the
strengths from 4 to 0, the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.api import AnswerFault, other_place, unread_fault
from companion.games.asking import (
    Ask,
    Custody,
    Deadline,
    Hand,
    Offer,
    Program,
    Questions,
    Row,
    Shuffle,
)
from companion.games.diesel.deck import CODES
from companion.games.diesel.engine.asking import NO, CardQuestion, GivenAnswer, questions
from companion.games.diesel.engine.cards import COPY, DISCARD, GAIN, LOOK, SWAP, TURN_DOWN, Card
from companion.games.diesel.engine.dealing import (
    ELSEWHERE,
    NOT_IN_HAND,
    NOT_IN_USE,
    TOO_MANY,
    card_fault,
    cards_in_hand,
    full_types,
    in_play,
    known_cards,
    unseen,
)
from companion.games.diesel.engine.front import find_in_front
from companion.games.diesel.engine.rules import MEKK_MANIA, Rules, each_deploys, hand_size, turns_of
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.look import face_in
from companion.games.diesel.narration.phrases import called
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.signals import ALL_SLOTS, EMPTY, NOT_DEALT, PULL, SLOTS, TWICE, UNKNOWN
from companion.words import NOTHING, Text, count, fill_form, sentences, text

DEALING, DEPLOYING, RUNNING, CHOOSING, OVER = "dealing", "deploying", "running", "choosing", "over"
"""The stages of a turn; CHOOSING is within a step, RUNNING before one."""
REVEAL, END = 5, -1
"""The steps before and after the strengths 4 to 0: cards are revealed, hands are passed on."""
NO_CARDS: Final = (None,) * SLOTS


@kept_as("Evening state stage step by_app deployed given asked rules")
class DieselPosition(NamedTuple):
    """A position of the game."""

    state: DieselState
    stage: str = DEALING
    """The stage of the turn."""
    step: int = REVEAL
    """The next step: REVEAL, a strength, or END."""
    by_app: bool = False
    """Whether the app holds all hands and knows the unused cards."""
    deployed: Mapping[int, tuple[str, ...]] = {}
    """The played cards that are not revealed yet, as ids by seat."""
    given: tuple[GivenAnswer, ...] = ()
    """The choices of this step so far."""
    asked: tuple[CardQuestion, ...] = ()
    """The current question of each seat that has one."""
    rules: Rules | None = None
    """The settings of the coming Derbys, if they were changed in this one."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats that play, in order."""
        return self.state.seats

    @property
    def ahead(self) -> Rules:
        """Return the settings of the coming Derbys."""
        return self.state.rules if self.rules is None else self.rules

    @property
    def derby(self) -> int:
        """Return the number of the current or coming Derby."""
        return self.state.derby + (self.stage == DEALING and self.state.over)

    @property
    def custody(self) -> Custody:
        """Return who holds all hands and the unused cards."""
        return Custody.APP if self.by_app else Custody.HANDS

    @property
    def turn(self) -> int:
        """Return the current or coming turn of the Derby."""
        return self.state.turn + (self.stage in (DEPLOYING, RUNNING) and self.step == REVEAL)

    @property
    def passes(self) -> int:
        """Return how often hands have been passed on in this Derby."""
        return self.state.turn - (self.stage in (RUNNING, CHOOSING) and self.step < REVEAL)

    @property
    def round(self) -> int:
        """Return the next step as a number for the session.

        Tens count the turns; 1 is the reveal, 2 to 6 are the strengths, 7 is the end.
        """
        return 10 * self.turn + (REVEAL + 1 - self.step)


# ---- Cards and codes -----------------------------------------------------------------------------


def card_of(state: DieselState, code: int | None) -> str | None:
    """Return the card with a code, None if the deck has none."""
    return state.deck.cards[CODES.index(code)].id if code in CODES else None


def cards_of(state: DieselState, codes: Iterable[int | None]) -> tuple[str, ...]:
    """Return the cards with some codes, without those that the deck does not have."""
    return tuple(card for code in codes if (card := card_of(state, code)) is not None)


def codes_of(state: DieselState, cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the codes of some cards."""
    return tuple(CODES[state.deck.order(card)] for card in cards)


# ---- Questions -----------------------------------------------------------------------------------


def dealing(position: DieselPosition) -> Shuffle:
    """Return the need for a shuffle and a deal; the rest of the cards stays unused (DD04)."""
    state, players = position.state, len(position.seats)
    ahead = state._replace(rules=position.ahead)
    cards, each = in_play(ahead), hand_size(players)
    hint = text(
        "Shuffle the {cards} cards in play. Deal {number} to each player. Lay the other {aside} "
        "aside, face down.",
        cards=cards,
        number=each,
        aside=cards - each * players,
    )
    return Shuffle(position.derby, dict.fromkeys(position.seats, NO_CARDS), hint=hint)


def title(position: DieselPosition, words: Text) -> Text:
    """Return a title with the present place in the game."""
    return text(
        "Derby {derby}, turn {turn}: {words}", derby=position.derby, turn=position.turn, words=words
    )


def deployment(position: DieselPosition) -> Questions:
    """Return the question for the cards to play, which are chosen in secret (DD05)."""
    state, each, turn = position.state, each_deploys(len(position.seats)), position.turn
    among = None if position.custody is Custody.APP else codes_of(state, unseen(state))
    asks = tuple(
        Ask(
            seat,
            True,
            ((PULL, text("ready")),),
            Program(ALL_SLOTS[:each]),
            Hand(cards_in_hand(state), hand_of(position, seat), among=among),
            choosing=count("choosing a card", "choosing {number} cards", each),
        )
        for seat in position.seats
    )
    left = turns_of(len(position.seats)) - turn
    hint = count(
        "Lay one card face down into slot 1 and pull the handle.",
        "Lay {number} cards face down into slots 1 to {number} and pull the handle.",
        each,
    )
    if left:
        more = count("One more turn in this Derby.", "{number} more turns in this Derby.", left)
    else:
        more = text("This is the last turn of the Derby.")
    return Questions(
        f"{DEPLOYING} {turn}",
        position.derby,
        asks,
        title(position, count("choose a card", "choose {number} cards", each)),
        sentences(hint, more),
        place=text("turn {turn}, choosing cards", turn=turn),
    )


def hand_of(position: DieselPosition, seat: int) -> tuple[int, ...] | None:
    """Return the codes of a seat's hand, None if unknown."""
    hands = position.state.hands
    return None if hands is None or seat not in hands else codes_of(position.state, hands[seat])


def hands_seen(position: DieselPosition, viewer: int | None) -> frozenset[int]:
    """Return the seats whose hands a player knows.

    These are the own one, and those that were passed on in this Derby, without cards played since.
    """
    if viewer not in position.seats:
        return frozenset()
    at, seats = position.seats.index(viewer), position.seats
    return frozenset(seats[(at + further) % len(seats)] for further in range(position.passes + 1))


def open_questions(position: DieselPosition) -> tuple[CardQuestion, ...]:
    """Return the first open question of each seat in this step, () outside a step.

    There is only one real pile of unused cards, so that players look at it one after another.
    """
    if not 0 <= position.step < REVEAL:
        return ()
    found: dict[int, CardQuestion] = {}
    for question in questions(position.state, position.step, position.given):
        if (
            position.custody is Custody.APP
            or not question.open
            or not any(other.open for other in found.values())
        ):
            found.setdefault(question.seat, question)
    return tuple(found.values())


def with_questions(position: DieselPosition) -> DieselPosition:
    """Return the position within a turn, with its open questions."""
    asked = open_questions(position)
    return position._replace(stage=CHOOSING if asked else RUNNING, asked=asked)


def targets(position: DieselPosition) -> Questions:
    """Return the questions for abilities with a choice; several are secret (DDR03)."""
    asked = position.asked
    asks = tuple(sorted(_target_ask(position, question, len(asked) > 1) for question in asked))
    step = text("strength {strength}", strength=position.step)
    if len(asked) == 1:
        words = _question(position, asked[0])
    else:
        words = text("Each player asked chooses in secret.")
    return Questions(
        f"{CHOOSING} {position.turn}.{position.step}.{len(position.given)}",
        position.derby,
        asks,
        title(position, step),
        words,
        place=text("turn {turn}, strength {strength}", turn=position.turn, strength=position.step),
    )


def _target_ask(position: DieselPosition, question: CardQuestion, secret: bool) -> Ask:
    state, asker = position.state, position.state.card(question.asker)
    choosing, words = text("chooses for {card}", card=called(asker)), _question(position, question)
    if question.open and position.custody is Custody.HANDS:
        gestures = ((PULL, text("this one")),)
        return Ask(
            question.seat,
            True,
            gestures,
            Program((1,)),
            Hand(1, among=codes_of(state, question.legal)),
            choosing=choosing,
            question=words,
        )
    offers = tuple(_offer(position, question, answer) for answer in question.legal)
    # A viewer who may not know the cards that lie aside does not know the late answer either.
    late = NO if NO in question.legal else next(iter(question.legal), "")
    deadline = None if state.rules.choice_time is None else Deadline(state.rules.choice_time, late)
    unseen_offers = question.open or any(offer.cards for offer in offers)
    return Ask(
        question.seat,
        True,
        offers=offers,
        secret=secret or unseen_offers,
        deadline=deadline,
        choosing=choosing,
        question=words,
        askers=(question.asker,),
        public_offers=not unseen_offers,
    )


def _offer(position: DieselPosition, question: CardQuestion, answer: str) -> Offer:
    """Return the offer for a legal answer: a combatant, an unused card, or no."""
    if answer == NO:
        return Offer(NO, text("No"), text("Nothing happens."))
    card, found = position.state.card(answer), find_in_front(position.state, answer)
    if found is None:
        return Offer(answer, called(card), cards=(face_in(position.state.deck, answer),))
    seat, row_card = found
    at = position.state.front[seat].index(row_card) + 1
    # A face-down card has no name (DDR05); its place identifies it.
    down = text("card {number} of seat {seat}, face down", number=at, seat=seat)
    return Offer(
        answer,
        down if row_card.down else text("{card}, seat {seat}", card=called(card), seat=seat),
        table_cards=(answer,),
    )


def _question(position: DieselPosition, question: CardQuestion) -> Text:
    """Return the question in a sentence about the card that asks."""
    state, asker = position.state, position.state.card(question.asker)
    if question.owner != question.seat:
        return text(
            "{card} of seat {seat}: which of your combatants is discarded?",
            card=called(asker),
            seat=question.owner,
        )
    if question.open:
        if position.custody is Custody.APP:
            return text(
                "{card}: look at the cards that lie aside and take one.", card=called(asker)
            )
        words = text(
            "{card}: look at the cards that lie aside, put the one that you take into slot 1, and "
            "pull the handle.",
            card=called(asker),
        )
        # There is only one real pile, and several may look at it in one step.
        after = next(
            (
                other.seat
                for other in questions(position.state, position.step, position.given)
                if other.open and other.seat != question.seat
            ),
            None,
        )
        return sentences(
            words,
            text("Then put it back: seat {seat} looks at them too.", seat=after)
            if after is not None
            else NOTHING,
        )
    if question.verb == GAIN and question.legal and not find_in_front(state, question.legal[0]):
        return text("{card}: which of the cards that lie aside do you take?", card=called(asker))
    return fill_form(_QUESTIONS[question.verb], called(asker))


_QUESTIONS: Final[Mapping[str, Text]] = {
    DISCARD: text("{card}: which combatant is discarded?", card=""),
    GAIN: text("{card}: which combatant do you gain?", card=""),
    SWAP: text("{card}: with which combatant do you swap it?", card=""),
    TURN_DOWN: text("{card}: which combatant is turned face down?", card=""),
    COPY: text("{card}: whose ability does it copy?", card=""),
    LOOK: text("{card}: look at the cards that lie aside.", card=""),
}


# ---- Refused cards -------------------------------------------------------------------------------


def first_fault(position: DieselPosition, seat: int, rows: Mapping[int, Row]) -> AnswerFault | None:
    """Return the fault of the first slot with a missing, surplus or refused card (DDR26).

    Empty slots come together, so that a player hears about all of them.
    """
    state, wanted = position.state, 1
    if position.stage != CHOOSING:
        wanted = each_deploys(len(position.seats))
    for slot in ALL_SLOTS[:wanted]:
        unread = unread_fault(seat, slot, rows, ALL_SLOTS[:wanted])
        if unread is not None:
            return unread
        id = card_of(state, rows[seat][slot - 1].code)
        if id is None:
            return AnswerFault(seat, slot, UNKNOWN)
        card, face = state.card(id), face_in(state.deck, id)
        twice = other_place({other: rows[other] for other in position.seats}, (seat, slot))
        if twice is not None:
            return AnswerFault(seat, slot, TWICE, face, other=twice)
        words = _refused(position, seat, card)
        if not words and position.stage != CHOOSING:
            words = _too_many_played(position, (seat, slot), rows)
        if words:
            return AnswerFault(seat, slot, NOT_DEALT, face, words=words)
    words = count(
        "only one card is needed, in slot 1. Take this one out",
        "only {number} cards are needed, in slots 1 to {number}. Take this one out",
        wanted,
    )
    return next(
        (
            AnswerFault(seat, slot, NOT_DEALT, words=words)
            for slot in ALL_SLOTS[wanted:]
            if rows[seat][slot - 1].status != EMPTY
        ),
        None,
    )


def _refused(position: DieselPosition, seat: int, card: Card) -> Text:
    """Return why a card cannot be played and what to do, NOTHING if it can.

    The card is not named, since all players can read it.
    """
    state = position.state
    fault = card_fault(state, seat, card.id, known_cards(state))
    if fault == NOT_IN_USE:
        if state.rules.variant == MEKK_MANIA:
            return text(
                "this card is not in play in Mekk Mania. Take it out and lay down another one"
            )
        return text(
            "this card is marked {mark} and not in play with {players} players. Take it out and "
            "lay down another one",
            mark=card.mark,
            players=len(state.seats),
        )
    found = find_in_front(state, card.id)
    if found or card.id in state.discard:
        return text(
            "this card {where} already. Put it back there and lay down one from your hand",
            where=text("lies in front of seat {seat}", seat=found[0])
            if found
            else text("is on the discard pile"),
        )
    if position.stage == CHOOSING:
        # It must be one of the cards that lie aside, which are in no hand.
        question = next(one for one in position.asked if one.seat == seat and one.open)
        if card.id not in question.legal:
            return text(
                "all cards of its type that are in play lie elsewhere in this Derby. Take it out "
                "and put in one of the cards that lie aside"
            )
        # Questions that come first in the order of asking may be asked later.
        chosen = {
            one.answer
            for one in position.given
            if one.answer != NO and find_in_front(state, one.answer) is None
        }
        if len(chosen) >= state.aside and card.id not in chosen:
            return text(
                "every card that lies aside has been chosen in this step, and this one is none of "
                "them. Take it out and put in one of the cards that lie aside"
            )
        # Chosen cards count, even if nobody gets them (DDR02): they are in the pile, too.
        full = full_types(state, (*known_cards(state), *chosen))
        if card.id not in chosen and card.strength in full:
            return text(
                "the last card of its type that is in play in this Derby has been chosen in this "
                "step. Take it out and put in another one of the cards that lie aside"
            )
        return NOTHING
    if fault in (NOT_IN_HAND, ELSEWHERE):
        return text("this card is not in this hand. Take it out and lay down one from the hand")
    if fault == TOO_MANY:
        return text(
            "all cards of its type that are in play lie elsewhere in this Derby. Take it out and "
            "lay down one from your hand"
        )
    return NOTHING


def _too_many_played(
    position: DieselPosition, place: tuple[int, int], rows: Mapping[int, Row]
) -> Text:
    """Return why a card cannot be played with those in the readers, NOTHING if it can.

    After a wrong deal in Mekk Mania, each of several cards of a type could be played alone (DD15).
    """
    state, (seat, slot) = position.state, place
    known = known_cards(state)
    beside = {
        card
        for other in state.seats
        for at in ALL_SLOTS[: each_deploys(len(state.seats))]
        if (other != seat or at < slot)
        and (card := card_of(state, rows[other][at - 1].code)) is not None
        and not card_fault(state, other, card, known)
    }
    card = card_of(state, rows[seat][slot - 1].code)
    if card is None or state.card(card).strength not in full_types(state, (*known, *beside)):
        return NOTHING
    return text(
        "more cards of its type lie in the readers than can still be in play in this Derby. Take "
        "it out and lay down another one from your hand"
    )
