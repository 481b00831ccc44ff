"""Where in its turn a race of Clockwork Derby stands, what each seat is asked then, and what is refused in a reader (rulebook 5, 6.2-6.5).

Asks come in the order of seats. The engine speaks of cards, readers of codes; here the one is turned into the other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine.asking import Question
from companion.engine.cards import NO_CARDS, PAUSE, Card, Slots, cards_dealt, locked_slots
from companion.engine.dealing import reader_fault
from companion.engine.extended.dealing import UNUSED, to_draw
from companion.engine.extended.play import THE_DECK
from companion.engine.rule_set import no_cards
from companion.engine.rules import NEXT, THIS, Rules, words_of
from companion.engine.state import ACTIVE, Clank, State, state_hash
from companion.engine.statuses import BURNT
from companion.engine.touching import LAST_REGISTER
from companion.games.api import Fault
from companion.games.asking import Ask, Hand, Program, Questions, Row
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, FACES
from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.signals import EMPTY, GAP, NOT_DEALT, OK, PULL, PUSH, UNKNOWN
from companion.words import NOTHING, Text, count, listed, sentences, text

RESTING, DEALING, REDEALING, DRAWING, PROGRAMMING = (
    "resting",
    "dealing",
    "dealing again",
    "drawing",
    "programming",
)
HAUNTING, REGISTERS, CLEANING, OVER = "haunting", "registers", "cleaning", "over"
"""The stages of a turn (5): who rests is asked, the deck is waited for (or once more), random cards are drawn into slots, programs are chosen, cards that were not used are told for ghosts, registers are played, the
cleanup is due; or the race is over. Before a deal the state still is that of the turn before."""
REST, PROGRAM = "rest", "program"
"""What is asked: who rests this turn, or which cards are played."""
ALL_SLOTS: Final = (1, 2, 3, 4, 5)
REST_MOVES: Final = ((PULL, text("play on")), (PUSH, text("rest this turn")))
REST_TOLD: Final = ((PULL, text("plays on")), (PUSH, text("rests this turn")))
PROGRAM_MOVES: Final = ((PULL, text("ready")), (PUSH, text("ready, then rest a turn")))
PROGRAM_TOLD: Final = ((PUSH, text("ready, then rests")),)
READY_ONLY: Final = ((PULL, text("ready")),)
"""Under the setting *this* a push means something before the deal only (6.4.2)."""
AGAIN_MOVES: Final = ((PUSH, text("rest next turn, too")), (PULL, text("play next turn")))
AGAIN_TOLD: Final = ((PUSH, text("rests next turn, too")), (PULL, text("plays next turn")))
REST_OR_PLAY, CARDS = text("rest or play on?"), text("choosing cards")
"""What a seat does until it has answered."""
WITH_PAUSE: Final = text("choosing cards, with a Pause")
ALL_READY: Final = text(
    "Everybody is ready. A seat that rests may push its handle to rest next turn, too."
)


class RacePosition(NamedTuple):
    """A race and where in its turn it stands; `pushed` are the seats that rest in the turn that begins (6.5.3).

    `rules` are the settings from the next turn on, None where they stay. `dealt` counts the cards, as (seat, number), of those whose
    damage does not say any more how many they were dealt, because it was set by hand since. `seen` are the cards in the readers that have been
    played face up, so that everybody knows them: most of those that stay in locked slots.

    On extended boards `given` are the answers to questions of the register that is played next, or of the deal; `open` are those that wait for answers, several
    only where cards are drawn in one go, and `part` is what was touched of an answer already. `pile` is the whole deck in the order in which cards come off it,
    None where hands deal. `chosen` are the cards that were chosen to be among those that hands deal, by seat.

    `renewed` are the seats that have thrown their hand away in this turn; where there may be such a seat `pile` is what is left of the deck after the deal.
    """

    state: State
    stage: str
    pushed: tuple[int, ...] = ()
    rules: Rules | None = None
    dealt: tuple[tuple[int, int], ...] = ()
    seen: frozenset[Card] = frozenset()
    given: tuple[str, ...] = ()
    open: tuple[Question, ...] = ()
    part: tuple[str, ...] = ()
    pile: tuple[Card, ...] | None = None
    chosen: tuple[tuple[int, Card], ...] = ()
    renewed: tuple[int, ...] = ()

    @property
    def ahead(self) -> Rules:
        """The settings of the next turn."""
        return self.rules or self.state.race.rules


def opening(state: State, seen: frozenset[Card] = frozenset()) -> RacePosition:
    """Where a turn begins: with the question who rests, if power downs are for this turn and anybody could (6.5.3)."""
    asked = state.race.rules.power_down == THIS and any(may_rest(clank) for clank in state.clanks)
    return RacePosition(state, RESTING if asked else DEALING, seen=seen)


def redacted(moment: RacePosition, viewer: int | None) -> RacePosition:
    """A moment with the cards that `viewer` may know: its own, and those that have been played face up; for None only these.

    Hidden hands are None, as where hands deal real cards unseen, and hidden cards in readers are no cards; so everything but playing on goes on as ever.
    """
    others = [clank for clank in moment.state.clanks if clank.seat != viewer]
    # Who counts the cards of a hand that is not known goes by the damage, which may have been set by hand since the deal.
    counts = dict(moment.dealt)
    counts.update(
        {
            clank.seat: len(clank.hand)
            for clank in others
            if clank.hand
            and len(clank.hand) != cards_dealt(clank.damage, moment.state.race.rules.card_lock)
        }
    )
    clanks = tuple(
        [
            clank if clank.seat == viewer else _covered(clank, moment.seen)
            for clank in moment.state.clanks
        ]
    )
    state = moment.state._replace(clanks=clanks)
    if not state.race.course.plain:
        state = _covered_memory(state, viewer, moment.seen)
    return moment._replace(state=state, dealt=tuple(counts.items()), given=(), pile=None)


def _covered_memory(state: State, viewer: int | None, seen: frozenset[Card]) -> State:
    """Without what is remembered of cards that only others know, and without theirs in copies and ghosts."""
    memory = tuple(
        entry
        for entry in state.memory
        if entry[0][0] != THE_DECK and (entry[0][1] != UNUSED or entry[0][0] == str(viewer))
    )
    others = tuple(
        piece if viewer is not None and piece.seat % 10 == viewer else _covered(piece, seen)
        for piece in state.others
    )
    return state._replace(memory=memory, others=others)


def _covered(clank: Clank, seen: frozenset[Card]) -> Clank:
    """A clank of which only the cards in `seen` are known; that it was dealt none at all everybody knows (6.2.3)."""
    slots = tuple([card if card in seen else None for card in clank.slots]) if seen else NO_CARDS
    return clank.with_cards(clank.locked, slots, () if clank.hand == () else None)


def fingerprint(moment: RacePosition) -> str:
    """The hash of the state; where that does not say what comes next, something about it is added.

    Several moments may share one state: before and after the question who rests, or a cleanup that has brought nobody back.
    """
    word = state_hash(moment.state)
    # What people have seen changes nothing that is played.
    if moment == RacePosition(moment.state, _usual_stage(moment.state), seen=moment.seen):
        return word
    facts: list[object] = [moment.stage, moment.pushed, words_of(moment.ahead), moment.dealt]
    # Only extended boards have any of these, so that races of before keep their marks.
    more = [
        moment.given,
        moment.open,
        moment.part,
        None if moment.pile is None else [str(card) for card in moment.pile],
    ]
    facts += [more] if more != [(), (), (), None] else []
    facts += [moment.renewed] if moment.renewed else []
    return f"{word}-{hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:8]}"


def _usual_stage(state: State) -> str:
    """The stage in which a state is found first: after a register, after the cleanup, after the deal."""
    if state.over:
        return OVER
    if state.turn and state.register < LAST_REGISTER:
        return REGISTERS if state.register else PROGRAMMING
    return opening(state).stage


# ---- What is asked -------------------------------------------------------------------------------


def who_rests(state: State) -> Questions:
    """The question before the deal, who rests in the turn that begins."""
    turn = state.turn + 1
    hint = text("Push to rest this turn, pull to play on.")
    return Questions(
        REST,
        turn,
        rest_asks(state),
        text("Turn {turn}: who rests?", turn=turn),
        hint,
        ALL_READY,
        text("resting"),
    )


def which_programs(
    state: State, dealt: Mapping[int, int], chosen: Mapping[int, Card] = {}
) -> Questions:
    """The question for programs; `dealt` as for `program_asks`, `chosen` as in a position."""
    asks = program_asks(state, dealt)
    if chosen:
        asks = tuple(
            ask._replace(
                question=sentences(*filter(None, (ask.question, _to_take(chosen[ask.seat]))))
            )
            if ask.seat in chosen and ask.hand.codes is None
            else ask
            for ask in asks
        )
    # Real cards are dealt by hands, and nobody knows those of a hand then.
    unseen = any(ask.must and ask.hand.codes is None for ask in asks)
    hint = (
        text("Deal as many cards as each seat shows; fill every free slot, then pull the handle.")
        if unseen
        else text("Fill every free slot, then pull the handle.")
    )
    return Questions(
        PROGRAM,
        state.turn,
        asks,
        text("Turn {turn}: program", turn=state.turn),
        hint,
        ALL_READY,
        text("programming"),
    )


MOVES: Final[Mapping[str, Text]] = {
    "move1": text("Move 1"),
    "move2": text("Move 2"),
    "move3": text("Move 3"),
    "back": text("Back"),
    "left": text("Left"),
    "right": text("Right"),
    "uturn": text("U-turn"),
}


def _to_take(card: Card) -> Text:
    """What hands know of a deal with a chosen card."""
    return text(
        "One of its cards was chosen: take {card} out of the deck.",
        card=text("{card} ({priority})", card=MOVES[card.move], priority=card.priority),
    )


def rest_asks(state: State) -> tuple[Ask, ...]:
    """Under the setting *this* every active clank's player says before the deal whether it rests (6.5.3 [E152]).

    One that has announced its rest, before the setting was changed or by hand, rests without being asked.
    """
    return tuple(
        Ask(clank.seat, True, REST_MOVES, outcomes=REST_TOLD, choosing=REST_OR_PLAY)
        for clank in state.clanks
        if may_rest(clank)
    )


def may_rest(clank: Clank) -> bool:
    """Whether a clank can be asked before the deal if it rests."""
    return clank.status == ACTIVE and not clank.announced


def is_programmed(clank: Clank, drawn: tuple[int, ...] = ()) -> bool:
    """Whether a clank was dealt into this turn, has slots that were `drawn`, or a program locked; one put on the board or woken since has no cards to choose from.

    A hand of None was dealt unseen; () was not dealt at all. With 9 damage nothing is dealt either, but all slots are locked (6.3.3 [E144]).
    """
    return (
        clank.status == ACTIVE
        and not clank.down
        and (clank.hand != () or clank.locked != () or drawn != ())
    )


def program_asks(state: State, dealt: Mapping[int, int] = {}) -> tuple[Ask, ...]:
    """Every active clank is programmed; one that rests may announce another rest under the setting *next* (6.5.7 [E158]).

    `dealt` counts the cards of seats for which damage does not say it any more.
    """
    beside = _own_cards(state)
    asks = (
        _program_ask(state, clank, dealt, beside.get(clank.seat, ()))
        for clank in state.clanks
        if clank.status == ACTIVE
    )
    return tuple(ask for ask in asks if ask is not None)


def _own_cards(state: State) -> Mapping[int, tuple[int, ...]]:
    """The codes of the cards beside the deck that seats have in this turn."""
    own_cards = state.race.rules.rule_set.own_cards
    if own_cards is no_cards:
        return {}
    lying = [card for clank in state.clanks for card in clank.slots if card is not None]
    return {seat: (CODE_OF_CARD[card],) for seat, card in own_cards(state, lying).items()}


def _program_ask(
    state: State, clank: Clank, counts: Mapping[int, int], own: tuple[int, ...]
) -> Ask | None:
    later = state.race.rules.power_down == NEXT
    held = tuple(CODE_OF_CARD[card] if card is not None else None for card in clank.slots)
    if clank.down:
        return (
            Ask(
                clank.seat,
                False,
                AGAIN_MOVES,
                Program(held=held),
                Hand(codes=()),
                outcomes=AGAIN_TOLD,
            )
            if later
            else None
        )
    drawn = drawn_for(state, clank.seat)
    if not is_programmed(clank, drawn):
        return None
    hand = None if clank.hand is None else tuple(CODE_OF_CARD[card] for card in clank.hand)
    # Damage may have been set by hand since the deal, and locks follow at the next one only.
    dealt = (
        len(hand)
        if hand is not None
        else counts.get(clank.seat, cards_dealt(clank.damage, state.race.rules.card_lock))
    )
    locked = tuple(sorted({*clank.locked, *drawn})) if drawn else clank.locked
    moves = PROGRAM_MOVES if later else READY_ONLY
    choosing = WITH_PAUSE if own and hand is None else CARDS
    return Ask(
        clank.seat,
        True,
        moves,
        Program(ALL_SLOTS, locked=locked, held=held),
        Hand(dealt, hand, own=own),
        outcomes=PROGRAM_TOLD,
        choosing=choosing,
        question=_told_of(state, clank, drawn, own),
    )


def drawn_for(state: State, seat: int) -> tuple[int, ...]:
    """The slots of a seat that hold random cards in this turn."""
    return () if state.race.course.plain else to_draw(state, seat)


def _told_of(state: State, clank: Clank, drawn: tuple[int, ...], own: tuple[int, ...]) -> Text:
    """What is otherwise than usual about the cards of a seat, NOTHING on base boards but for a card of its own."""
    if state.race.course.plain:
        return text("The card Pause may go into one slot.") if own else NOTHING
    burnt = [
        slot
        for slot in clank.locked
        if slot in burnt_slots(state, clank.seat)
        and slot not in locked_slots(clank.damage, state.race.rules.card_lock)
    ]
    told = (
        [
            count(
                "Slot {slots} is burnt: its card stays.",
                "Slots {slots} are burnt: their cards stay.",
                len(burnt),
                slots=_listed(burnt),
            )
        ]
        if burnt
        else []
    )
    told += (
        [
            count(
                "Slot {slots} holds a random card.",
                "Slots {slots} hold random cards.",
                len(drawn),
                slots=_listed(drawn),
            )
        ]
        if drawn
        else []
    )
    return sentences(*told) if told else NOTHING


def burnt_slots(state: State, seat: int) -> frozenset[int]:
    """The slots of a seat that stay locked until damage is repaired."""
    return (
        frozenset(int(slot) for slot in state.recall(str(seat), BURNT).split(",") if slot)
        if state.memory
        else frozenset()
    )


def _listed(slots: Iterable[int]) -> Text:
    return listed([str(slot) for slot in slots])


def first_fault(state: State, seat: int, rows: Mapping[int, Row]) -> Fault | None:
    """The first slot that is not as it must be: unreadable or unknown (E187), empty, exchanged, twice, not dealt (6.4.3).

    With a slot that is empty, or that cannot be read, come all others of the same kind: whoever has to fill three hears of three at once.

    `rows` are all readers of the table by seat, also of those who are not asked; that of `seat` is one of them.
    """
    # Cards that lie beside the deck belong to some games only.
    beside = state.race.rules.rule_set.own_cards is not no_cards
    row, cards = rows[seat], _cards(rows[seat], beside)
    own = {reading.code for reading in row if reading.code is not None}
    # Only readers that show one of these cards too can be in the way: most do not, and all are asked at every handle.
    others = {
        other: _cards(shown, beside)
        for other, shown in rows.items()
        if other != seat and not own.isdisjoint([reading.code for reading in shown])
    }
    found = reader_fault(state, seat, cards, others)
    unread = next(
        (
            slot
            for slot, reading in enumerate(row, 1)
            if reading.status != EMPTY and cards[slot - 1] is None
        ),
        None,
    )
    # To the engine an unreadable card is an empty slot; at the same slot what is really there is said instead.
    if unread is not None and (found is None or unread <= found.slot):
        kind = row[unread - 1].status
        same = (
            slot
            for slot in ALL_SLOTS[unread:]
            if row[slot - 1].status == kind and cards[slot - 1] is None
        )
        return Fault(seat, unread, UNKNOWN if kind == OK else kind, rule="E187", more=tuple(same))
    if found is None:
        return None
    if found.kind == GAP:
        locked = state.clank(seat).locked
        empty = (
            slot
            for slot in ALL_SLOTS[found.slot :]
            if row[slot - 1].status == EMPTY and slot not in locked
        )
        return Fault(seat, found.slot, GAP, rule=found.rule, more=tuple(empty))
    words = (
        _NO_PAUSE
        if found.kind == NOT_DEALT and found.found is not None and found.found.move == PAUSE
        else NOTHING
    )
    return Fault(
        found.seat,
        found.slot,
        found.kind,
        _face(found.found),
        _face(found.expected),
        found.other,
        found.rule,
        words=words,
    )


_NO_PAUSE: Final = text(
    "only a robot that can pause has this card, one for each round. Take it out"
)


def _cards(row: Row, beside: bool) -> Slots:
    return tuple([_card(reading.code, beside) for reading in row])


def _card(code: int | None, beside: bool) -> Card | None:
    card = None if code is None else CARD_OF_CODE.get(code)
    return card if beside or card is None or card.move != PAUSE else None


def _face(card: Card | None) -> Face | None:
    return None if card is None else FACES[CODE_OF_CARD[card]]
