"""Questions of the engine during play, put to the table (elements 3.9, 10).

An answer is recorded in the position (`RacePosition.given`), and the register is played again with
one answer more. If the app deals, cards come off its pile without a question. Real cards are drawn
by hands and read in their slot. Slots are drawn by recorded chance.

`3 move1@490` has the parts `3`, `move1` and `490`; an option such as `no` has one part. If the
first option has one part, it stays in view while parts of others are chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from companion.engine.cards import Card, card_of, cards_dealt
from companion.engine.effects import CARD_DRAWN, SLOT_DRAWN
from companion.engine.events import Event
from companion.engine.extended.dealing import draw_slots, due
from companion.engine.rule_questions import Answerer, Pending, RuleQuestion, replay_answers
from companion.engine.state import RaceState
from companion.engine.statuses import ENERGY
from companion.games.api import AnswerFault, other_place
from companion.games.asking import Answer, Ask, Deadline, Draw, Hand, Offer, Program, Questions, Row
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, FACES
from companion.games.programmed.turn import DRAWING, PROGRAMMING, READY_ONLY, RacePosition
from companion.games.scene import MOVE_NAMES
from companion.signals import EMPTY, GAP, NOT_DEALT, OK, TWICE, UNKNOWN
from companion.words import Text, count, listed, sentences, text, verbatim

Parts = tuple[str, ...]


def parts_of(option: str) -> Parts:
    """Return the parts of an option."""
    return tuple(option.replace("@", " ").split(" "))


def offered_next(options: Sequence[str], part: Parts) -> tuple[str, ...]:
    """Return what can be touched after some parts, in the order of the options."""
    at = len(part)
    found = [
        parts[at] for parts in map(parts_of, options) if len(parts) > at and parts[:at] == part
    ]
    first = parts_of(options[0])
    return tuple(dict.fromkeys([*found, *(first if len(first) == 1 else ())]))


def narrowed(options: Sequence[str], part: Parts, token: str) -> tuple[Parts, str]:
    """Return the parts chosen after a touch, and the option if it is complete, else "".

    If only one option is left, it is chosen.
    """
    if token == options[0]:
        return (), token
    part = (*part, token)
    left = [option for option in options if parts_of(option)[: len(part)] == part]
    return (part, "") if len(left) > 1 else ((), left[0])


DRAWS, CHOOSES = "draws", "chooses"
"""The first word of the kind of question.

The register and the number of answers follow, so that all questions of a turn are of different
kinds.
"""
SECONDS: Final = 45.0
"""The time limit of a choice in seconds; after it the first option counts."""
SECRET: Final = "reset"
"""The key of choices at a reset site, whose cards are face down."""
GHOST: Final = "ghost"
"""The key of questions for unused cards of a hand that the app does not know."""
CHOSEN_NEXT: Final = "F4"
"""The rule by which a card is chosen for the next turn."""
RANDOM_CARDS: Final = text("random cards")
TAKING: Final = text("drawing cards")
Found = TypeVar("Found")


# ---- Playing with the answers so far -------------------------------------------------------------


def play_with_answers(
    position: RacePosition, play: Callable[[Answerer], Found]
) -> tuple[RacePosition, Found | None]:
    """Return the result of a play with the answers so far.

    If a question is open, the result is None and the position holds the question.
    """
    given = position.given
    while True:
        try:
            return position._replace(given=given), play(replay_answers(given))
        except Pending as pending:
            question = pending.question
        # The app draws the next card of its own pile that can be drawn.
        pile = map(str, position.pile or ()) if question.kind == CARD_DRAWN else ()
        card = next((word for word in pile if word in question.options), None)
        if card is None:
            return position._replace(given=given, open=_in_one_go(play, given, question)), None
        given = (*given, card)


def _in_one_go(
    play: Callable[[Answerer], object], given: tuple[str, ...], first: RuleQuestion
) -> tuple[RuleQuestion, ...]:
    """Return the question with all further draws of real cards into slots.

    Which card comes does not change the other draws, so they are asked together.
    """
    found = [first]
    while first.kind == CARD_DRAWN and first.slot:
        try:
            play(replay_answers((*given, *(question.options[0] for question in found))))
            break
        except Pending as pending:
            other = pending.question
        if (
            (other.kind, other.what) != (first.kind, first.what)
            or not other.slot
            or (other.seat, other.slot) in [(one.seat, one.slot) for one in found]
        ):
            break
        found.append(other)
    return tuple(found)


# ---- Questions -----------------------------------------------------------------------------------


def which_answers(position: RacePosition) -> Questions | Draw:
    """Return the open question as the table is asked."""
    first, turn = position.open[0], position.state.turn
    register = 0 if position.stage == DRAWING else position.state.register + 1
    if first.kind == SLOT_DRAWN:
        return Draw(turn, f"{DRAWS} {register}.{len(position.given)}", len(first.options))
    if _into_slots(first):
        about = f"{DRAWS} {register}.{len(position.given)}"
        hint = text("Take the cards face down from the deck; lay the old ones aside.")
        asks = tuple(
            _draw_ask(position, seat)
            for seat in sorted({question.seat for question in position.open})
        )
        return Questions(
            about,
            turn,
            asks,
            text("Turn {turn}: random cards", turn=turn),
            hint,
            text("All cards are drawn."),
            RANDOM_CARDS,
        )
    about = (
        f"{GHOST if first.what == GHOST else CHOOSES} "
        f"{register}.{len(position.given)}.{len(position.part)}"
    )
    before = text("This question comes before the register is carried out.")
    hint = (
        before if first.what == SECRET else sentences(_question_words(first, position.part), before)
    )
    title = text("Turn {turn}, register {register}: a question", turn=turn, register=register)
    return Questions(
        about,
        turn,
        (_choice_ask(position, first),),
        title,
        hint,
        place=text("a question in register {register}", register=register),
    )


def _into_slots(question: RuleQuestion) -> bool:
    return question.kind == CARD_DRAWN and question.slot > 0


def _draw_ask(position: RacePosition, seat: int) -> Ask:
    """Return the request for random cards in some slots of a seat; the others keep their cards."""
    slots = tuple(question.slot for question in position.open if question.seat == seat)
    held = tuple(
        None if slot in slots or card is None else CODE_OF_CARD[card]
        for slot, card in enumerate(position.state.clank(seat).slots, 1)
    )
    among = tuple(CODE_OF_CARD[card_of(word)] for word in position.open[0].options)
    words = count(
        "Put a random card into slot {slots}.",
        "Put random cards into slots {slots}.",
        len(slots),
        slots=listed([str(slot) for slot in slots]),
    )
    return Ask(
        seat,
        True,
        READY_ONLY,
        Program(slots, held=held, blind=True),
        Hand(len(slots), among=among),
        choosing=TAKING,
        question=words,
    )


def _choice_ask(position: RacePosition, question: RuleQuestion) -> Ask:
    """Return a choice by touch, part by part if there are many options.

    After the time limit the first option counts.
    """
    part, offers = position.part, []
    for token in offered_next(question.options, part):
        # A number completes a card, or says in which slot it is.
        card = None
        if token.isdigit() and part and part[-1] in MOVE_NAMES:
            card = Card(part[-1], int(token))
        elif token.isdigit() and not part and question.what == SECRET:
            card = position.state.clank(question.seat).slots[int(token) - 1]
        face = FACES.get(CODE_OF_CARD.get(card, 0)) if card is not None else None
        cards = () if face is None else (face,)
        offers.append(Offer(token, _label(question, part, token), cards=cards))
    chooses = question.kind != CARD_DRAWN
    return Ask(
        question.seat,
        True,
        offers=tuple(offers),
        secret=question.what == SECRET,
        question=_question_words(question, part),
        deadline=Deadline(SECONDS, question.options[0]) if chooses else None,
        choosing=text("choosing") if chooses else TAKING,
    )


def _label(question: RuleQuestion, part: tuple[str, ...], token: str) -> Text:
    if token in MOVE_NAMES:
        return MOVE_NAMES[token]
    if token == "no" and question.what == GHOST:
        return text("No card")
    if token == "no" and question.what == SECRET:
        return text("No card") if question.rule == CHOSEN_NEXT else text("Replace no card")
    if token in ("no", "yes"):
        if question.what == ENERGY:
            if token == "yes":
                return text("Use it")
            return text("Keep it")
        if token == "no":
            return text("No")
        return text("Yes")
    if part and part[-1] in MOVE_NAMES:
        return text("{card} ({priority})", card=MOVE_NAMES[part[-1]], priority=token)
    return text("Slot {slot}", slot=token) if token.isdigit() else verbatim(token)


def _question_words(question: RuleQuestion, part: tuple[str, ...]) -> Text:
    """Return the question in a sentence."""
    if question.what == ENERGY:
        return text("Use the energy now, for 1 more square or 1 more damage?")
    if question.what == GHOST and not part:
        return text(
            "Shuffle the cards that were not played, and turn one over for the ghost: which one "
            "is it?"
        )
    if question.kind == CARD_DRAWN:
        return text("Turn over a random card of the deck, and touch which one it is.")
    if part and part[-1] in MOVE_NAMES:
        move = MOVE_NAMES[part[-1]]
        if question.what != SECRET:
            return text("Which {move} card is it?", move=move)
        if question.rule == CHOSEN_NEXT:
            return text("Which {move} card is to be dealt next turn?", move=move)
        return text("Which {move} card of the deck goes into slot {slot}?", move=move, slot=part[0])
    if question.what == SECRET and (part or question.rule == CHOSEN_NEXT):
        if question.rule == CHOSEN_NEXT:
            return text("Which card of the deck is to be dealt next turn?")
        return text("Which card of the deck goes into slot {slot}?", slot=part[0])
    if question.what == SECRET:
        return text("Replace a card that is still to come with one from the deck?")
    return text("Which one?")


# ---- Answers -------------------------------------------------------------------------------------


def with_answers(position: RacePosition, answers: Mapping[int, Answer]) -> RacePosition:
    """Return the position with the answers, as far as they go."""
    first = position.open[0]
    if _into_slots(first):
        words = list[str]()
        for question in position.open:
            card = CARD_OF_CODE.get(answers[question.seat].codes[question.slot - 1] or 0)
            free = [option for option in first.options if option not in words]
            # The card in the slot, or the first possible one if that does not fit.
            words.append(str(card) if str(card) in free else free[0])
        return answered_by(position, words)
    answer = answers[first.seat]
    if answer.offer in offered_next(first.options, position.part):
        token = answer.offer
    else:
        token = first.options[0]
    part, word = narrowed(first.options, position.part, token)
    return position._replace(part=part) if not word else answered_by(position, [word])


def with_chance(position: RacePosition, number: int) -> RacePosition:
    """Return the position with a slot drawn by chance."""
    options = position.open[0].options
    return answered_by(position, [options[number % len(options)]])


def answered_by(position: RacePosition, words: Iterable[str]) -> RacePosition:
    """Return the position with these answers and no open question."""
    return position._replace(given=(*position.given, *words), open=(), part=())


def draw_fault(position: RacePosition, seat: int, rows: Mapping[int, Row]) -> AnswerFault | None:
    """Return the fault of the first slot that needs a random card and has none, or a wrong one."""
    if not _into_slots(position.open[0]):
        return None
    waiting = [question for question in position.open if question.seat == seat]
    empty = [question.slot for question in waiting if rows[seat][question.slot - 1].status == EMPTY]
    for question in waiting:
        reading = rows[seat][question.slot - 1]
        if reading.status == EMPTY:
            return AnswerFault(
                seat,
                question.slot,
                GAP,
                more=tuple(slot for slot in empty if slot != question.slot),
            )
        if reading.status != OK or reading.code is None or reading.code not in CARD_OF_CODE:
            return AnswerFault(
                seat,
                question.slot,
                UNKNOWN if reading.status == OK else reading.status,
            )
        elsewhere = other_place(rows, (seat, question.slot))
        if elsewhere is not None:
            return AnswerFault(seat, question.slot, TWICE, FACES[reading.code], other=elsewhere)
        if str(CARD_OF_CODE[reading.code]) not in position.open[0].options:
            words = text(
                "this card was in a slot in this turn already. Put in another one from the deck"
            )
            return AnswerFault(seat, question.slot, NOT_DEALT, FACES[reading.code], words=words)
    return None


def moved_cards(before: RaceState, after: RaceState) -> tuple[tuple[int, int, int], ...]:
    """Return the cards that are in other slots than before, as (seat, slot, code)."""
    held = {clank.seat: clank.slots for clank in before.clanks}
    return tuple(
        (clank.seat, slot, CODE_OF_CARD[card])
        for clank in after.clanks
        for slot, (was, card) in enumerate(zip(held[clank.seat], clank.slots, strict=True), 1)
        if card is not None and card != was
    )


# ---- At the deal ---------------------------------------------------------------------------------


def dealt_on_extended(
    begun: RacePosition, before: RaceState, codes: tuple[int, ...] | None
) -> tuple[RacePosition, tuple[Event, ...]]:
    """Return a position after the deal on an extended board, with what only the deal knows.

    If the app deals, that is the rest of its pile. If hands deal, it is how many cards each seat
    gets and which card was chosen.

    Args:
        begun: The position after the deal.
        before: The state before the deal.
        codes: The shuffled deck, None if hands deal.
    """
    if codes is not None:
        held = {
            card
            for clank in begun.state.clanks
            for card in (*clank.slots, *(clank.hand or ()))
            if card is not None
        }
        order = [CARD_OF_CODE[code] for code in codes]
        # Hands come last: their unplayed cards are shuffled when nothing else is left.
        return begun._replace(
            pile=(
                *(card for card in order if card not in held),
                *(card for card in order if card in held),
            )
        ), ()
    dues = {clank.seat: due(before, clank) for clank in before.clanks}
    lock = before.race.rules.card_lock
    counts = tuple(
        (clank.seat, dues[clank.seat].dealt)
        for clank in before.clanks
        if dues[clank.seat].dealt != cards_dealt(clank.damage, lock)
    )
    chosen = tuple((seat, one.chosen) for seat, one in dues.items() if one.chosen is not None)
    return drawn_at_the_deal(begun._replace(stage=DRAWING, dealt=counts, chosen=chosen))


def drawn_at_the_deal(position: RacePosition) -> tuple[RacePosition, tuple[Event, ...]]:
    """Return the position at the programs when all random cards of the deal are in their slots.

    At any other stage nothing changes.
    """
    if position.stage != DRAWING:
        return position, ()
    state = position.state
    position, drawn = play_with_answers(position, lambda answer: draw_slots(state, answer))
    if drawn is None:
        return position, ()
    return position._replace(state=drawn[0], stage=PROGRAMMING, given=()), drawn[1]
