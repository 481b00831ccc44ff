"""The stages of a turn, the questions to seats, the faults of readers (rulebook 5, 6.2-6.5).

Questions come in the order of seats. The engine uses cards, readers use codes; this module
translates.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final

from companion.engine.cards import NO_CARDS, PAUSE, Card, Slots, cards_dealt, locked_slots
from companion.engine.dealing import reader_fault
from companion.engine.extended.dealing import UNUSED, to_draw
from companion.engine.extended.play import THE_DECK
from companion.engine.keys import LAST_REGISTER
from companion.engine.race_tables import race_tables
from companion.engine.rule_questions import RuleQuestion
from companion.engine.rule_set import no_cards
from companion.engine.rules import NEXT, THIS, Rules, words_of
from companion.engine.state import ACTIVE, Clank, RaceState, state_hash
from companion.engine.statuses import BURNT
from companion.games.api import AnswerFault
from companion.games.asking import Ask, Hand, Program, Questions, Row
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, FACES
from companion.games.scene import MOVE_NAMES, Face
from companion.games.wording import Wording
from companion.named_tuples import NamedTuple
from companion.signals import ALL_SLOTS, EMPTY, GAP, NOT_DEALT, OK, PULL, PUSH, UNKNOWN
from companion.words import NOTHING, Text, count, listed, sentences, text

RESTING, DEALING, REDEALING, DRAWING, PROGRAMMING = (
    "resting",
    "dealing",
    "dealing again",
    "drawing",
    "programming",
)
HAUNTING, REGISTERS, CLEANING, OVER = "haunting", "registers", "cleaning", "over"
"""The stages of a turn (5).

- RESTING: seats are asked whether they rest.
- DEALING, REDEALING: the deck is needed, for the first time or again. The state is that of the turn
  before.
- DRAWING: random cards are drawn into slots.
- PROGRAMMING: programs are chosen.
- HAUNTING: unused cards are named for ghosts.
- REGISTERS: registers are played.
- CLEANING: the cleanup is due.
- OVER: the race is over.
"""
REST, PROGRAM = "rest", "program"
"""The kinds of questions: who rests this turn, and which cards are played."""
REST_MOVES: Final = ((PULL, text("play on")), (PUSH, text("rest now")))
REST_OUTCOMES: Final = ((PULL, text("plays on")), (PUSH, text("rests now")))
PROGRAM_MOVES: Final = ((PULL, text("ready")), (PUSH, text("ready, then rest")))
PROGRAM_OUTCOMES: Final = ((PUSH, text("ready, then rests")),)
READY_ONLY: Final = ((PULL, text("ready")),)
"""A push has no meaning for random cards; with the setting *this* it has one before the deal only
(6.4.2)."""
AGAIN_MOVES: Final = ((PUSH, text("rest once more")), (PULL, text("then play on")))
AGAIN_OUTCOMES: Final = ((PUSH, text("rests once more")), (PULL, text("then plays on")))
REST_OR_PLAY, CARDS = text("rest or play on?"), text("choosing cards")
"""The words for a seat until it has answered."""
WITH_PAUSE: Final = text("choosing cards, with a Pause")
ALL_READY: Final = text(
    "Everybody is ready. A seat that rests may push its handle to rest once more."
)


class RacePosition(NamedTuple):
    """A race and the stage of its turn.

    The fields from `given` on are used on extended boards, or by a deck from which seats draw
    again.
    """

    state: RaceState
    stage: str
    pushed: tuple[int, ...] = ()
    """The seats that rest in the turn that begins (6.5.3)."""
    rules: Rules | None = None
    """The settings from the next turn on, None if they stay."""
    dealt: tuple[tuple[int, int], ...] = ()
    """The size of hands that a correction of the damage no longer tells, as (seat, number)."""
    seen: frozenset[Card] = frozenset()
    """The cards in the readers that have been played face up, such as those in locked slots."""
    given: tuple[str, ...] = ()
    """The answers to questions of the next register, or of the deal."""
    open: tuple[RuleQuestion, ...] = ()
    """The questions that wait for answers; several only if cards are drawn together."""
    part: tuple[str, ...] = ()
    """The parts of an answer that have been touched."""
    pile: tuple[Card, ...] | None = None
    """The deck in drawing order, None if hands deal.

    In a game with new hands it is the rest of the deck after the deal.
    """
    chosen: tuple[tuple[int, Card], ...] = ()
    """The cards chosen to be among those that hands deal, by seat."""
    renewed: tuple[int, ...] = ()
    """The seats that have thrown their hand away in this turn."""

    @property
    def ahead(self) -> Rules:
        """Return the settings of the next turn."""
        return self.rules or self.state.race.rules


def begin_turn(state: RaceState, seen: frozenset[Card] = frozenset()) -> RacePosition:
    """Return the position in which a turn begins.

    It asks who rests, if power downs are for this turn and anybody can rest (6.5.3).
    """
    asked = state.race.rules.power_down == THIS and any(may_rest(clank) for clank in state.clanks)
    return RacePosition(state, RESTING if asked else DEALING, seen=seen)


def redacted(moment: RacePosition, viewer: int | None) -> RacePosition:
    """Return a moment with the cards that `viewer` may know; for None those played face up.

    Hidden hands are None, as if hands had dealt them. Hidden cards in readers are missing. So
    everything but playing works as before.
    """
    counts, clanks = dict(moment.dealt), []
    for clank in moment.state.clanks:
        # The size of an unknown hand follows from the damage, which a correction may have changed
        # since.
        usual = cards_dealt(clank.damage, moment.state.race.rules.card_lock)
        if clank.seat != viewer and clank.hand and len(clank.hand) != usual:
            counts[clank.seat] = len(clank.hand)
        clanks.append(clank if clank.seat == viewer else _covered(clank, moment.seen))
    state = moment.state._replace(clanks=tuple(clanks))
    if not race_tables(state.race).plain:
        # Memory, copies and ghosts may have cards that only others know.
        state = state._replace(
            memory=tuple(
                ((owner, word), kept)
                for (owner, word), kept in state.memory
                if owner != THE_DECK and (word != UNUSED or owner == str(viewer))
            ),
            others=tuple(
                piece if piece.seat % 10 == viewer else _covered(piece, moment.seen)
                for piece in state.others
            ),
        )
    return moment._replace(state=state, dealt=tuple(counts.items()), given=(), pile=None)


def _covered(clank: Clank, seen: frozenset[Card]) -> Clank:
    """Return a piece with only the cards in `seen`; being dealt none is public (6.2.3)."""
    slots = tuple([card if card in seen else None for card in clank.slots]) if seen else NO_CARDS
    return clank.with_cards(clank.locked, slots, () if clank.hand == () else None)


def fingerprint(moment: RacePosition) -> str:
    """Return the hash of the state, with additions if the state does not determine what comes next.

    Several moments may share a state: before and after the question about resting, or a cleanup in
    which nobody came back.
    """
    word = state_hash(moment.state)
    # What people have seen does not change the play.
    if moment == RacePosition(moment.state, _usual_stage(moment.state), seen=moment.seen):
        return word
    facts: list[object] = [moment.stage, moment.pushed, words_of(moment.ahead), moment.dealt]
    # Only extended boards have these, so that earlier races keep their hashes.
    more = [
        moment.given,
        moment.open,
        moment.part,
        None if moment.pile is None else [str(card) for card in moment.pile],
    ]
    facts += [more] if more != [(), (), (), None] else []
    facts += [moment.renewed] if moment.renewed else []
    return f"{word}-{hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:8]}"


def _usual_stage(state: RaceState) -> str:
    """Return the first stage of a state: after a register, after the cleanup, after the deal."""
    if state.over:
        return OVER
    if state.turn and state.register < LAST_REGISTER:
        return REGISTERS if state.register else PROGRAMMING
    return begin_turn(state).stage


# ---- Questions -----------------------------------------------------------------------------------


def who_rests(state: RaceState, wording: Wording) -> Questions:
    """Return the question before the deal: who rests in the turn that begins."""
    turn = state.turn + 1
    hint = text("Push to rest, pull to play on.")
    return Questions(
        REST,
        turn,
        rest_asks(state),
        text("{turn}: who rests?", turn=wording.turn_title(turn)),
        hint,
        ALL_READY,
        text("resting"),
    )


def which_programs(
    state: RaceState, wording: Wording, dealt: Mapping[int, int], chosen: Mapping[int, Card]
) -> Questions:
    """Return the question for programs; `dealt` as in `program_asks`, `chosen` as in a position."""
    asks = program_asks(state, dealt)
    if chosen:
        # What hands must know about a deal with a chosen card.
        taken = {
            seat: text(
                "One of its cards was chosen: take {card} out of the deck.",
                card=text(
                    "{card} ({priority})", card=MOVE_NAMES[card.move], priority=card.priority
                ),
            )
            for seat, card in chosen.items()
        }
        asks = tuple(
            ask._replace(question=sentences(*filter(None, (ask.question, taken[ask.seat]))))
            if ask.seat in taken and ask.hand.codes is None
            else ask
            for ask in asks
        )
    # Real cards are dealt by hands; then nobody else knows those of a hand.
    unseen = any(ask.must and ask.hand.codes is None for ask in asks)
    if unseen:
        hint = text(
            "Deal as many cards as each seat shows; fill every free slot, then pull the handle."
        )
    else:
        hint = text("Fill every free slot, then pull the handle.")
    return Questions(
        PROGRAM,
        state.turn,
        asks,
        text("{turn}: program", turn=wording.turn_title(state.turn)),
        hint,
        ALL_READY,
        text("programming"),
    )


def rest_asks(state: RaceState) -> tuple[Ask, ...]:
    """Return the questions before the deal with the setting *this* (6.5.3 [E152]).

    A piece that has announced its rest, before a change of the setting or by a correction, rests
    without being asked.
    """
    return tuple(
        Ask(clank.seat, True, REST_MOVES, outcomes=REST_OUTCOMES, choosing=REST_OR_PLAY)
        for clank in state.clanks
        if may_rest(clank)
    )


def may_rest(clank: Clank) -> bool:
    """Return whether a piece can be asked before the deal if it rests."""
    return clank.status == ACTIVE and not clank.announced


def is_programmed(clank: Clank, drawn: tuple[int, ...] = ()) -> bool:
    """Return whether a piece takes part in the programming of this turn.

    It was dealt into the turn, has `drawn` slots or a locked program. A piece that was put on the
    board or woken since has no cards. A hand of None was dealt unseen, () was not dealt. With 9
    damage nothing is dealt, but all slots are locked (6.3.3 [E144]).
    """
    return (
        clank.status == ACTIVE
        and not clank.down
        and (clank.hand != () or clank.locked != () or drawn != ())
    )


def program_asks(state: RaceState, dealt: Mapping[int, int] = {}) -> tuple[Ask, ...]:
    """Return the questions for programs to every active piece.

    A resting piece may announce another rest with the setting *next* (6.5.7 [E158]). `dealt` has
    the size of hands that the damage does not tell any more.
    """
    own_cards, beside = state.race.rules.rule_set.own_cards, dict[int, tuple[int, ...]]()
    if own_cards is not no_cards:
        lying = [card for clank in state.clanks for card in clank.slots if card is not None]
        beside = {seat: (CODE_OF_CARD[card],) for seat, card in own_cards(state, lying).items()}
    later = state.race.rules.power_down == NEXT
    asks = []
    for clank in state.clanks:
        if clank.status != ACTIVE or (clank.down and not later):
            continue
        held = tuple(CODE_OF_CARD[card] if card is not None else None for card in clank.slots)
        if clank.down:
            program, hand = Program(held=held), Hand(codes=())
            asks.append(Ask(clank.seat, False, AGAIN_MOVES, program, hand, outcomes=AGAIN_OUTCOMES))
            continue
        drawn = drawn_for(state, clank.seat)
        if not is_programmed(clank, drawn):
            continue
        own = beside.get(clank.seat, ())
        codes = None if clank.hand is None else tuple(CODE_OF_CARD[card] for card in clank.hand)
        # A correction may have changed the damage since the deal, and locks follow only at the
        # next one.
        if codes is not None:
            number = len(codes)
        else:
            number = dealt.get(clank.seat, cards_dealt(clank.damage, state.race.rules.card_lock))
        locked = tuple(sorted({*clank.locked, *drawn})) if drawn else clank.locked
        asks.append(
            Ask(
                clank.seat,
                True,
                PROGRAM_MOVES if later else READY_ONLY,
                Program(ALL_SLOTS, locked=locked, held=held),
                Hand(number, codes, own=own),
                outcomes=PROGRAM_OUTCOMES,
                choosing=WITH_PAUSE if own and codes is None else CARDS,
                question=_card_notes(state, clank, drawn, own),
            )
        )
    return tuple(asks)


def drawn_for(state: RaceState, seat: int) -> tuple[int, ...]:
    """Return the slots of a seat that hold random cards in this turn."""
    return () if race_tables(state.race).plain else to_draw(state, seat)


def _card_notes(
    state: RaceState, clank: Clank, drawn: tuple[int, ...], own: tuple[int, ...]
) -> Text:
    """Return what is special about the cards of a seat; on base boards only its own card."""
    if race_tables(state.race).plain:
        return text("The card Pause may go into one slot.") if own else NOTHING
    burnt = [
        slot
        for slot in clank.locked
        if slot in burnt_slots(state, clank.seat)
        and slot not in locked_slots(clank.damage, state.race.rules.card_lock)
    ]
    notes = []
    if burnt:
        notes.append(
            count(
                "Slot {slots} is burnt: its card stays.",
                "Slots {slots} are burnt: their cards stay.",
                len(burnt),
                slots=listed([str(slot) for slot in burnt]),
            )
        )
    if drawn:
        notes.append(
            count(
                "Slot {slots} holds a random card.",
                "Slots {slots} hold random cards.",
                len(drawn),
                slots=listed([str(slot) for slot in drawn]),
            )
        )
    return sentences(*notes) if notes else NOTHING


def burnt_slots(state: RaceState, seat: int) -> frozenset[int]:
    """Return the slots of a seat that stay locked until damage is repaired."""
    if state.memory:
        return frozenset(int(slot) for slot in state.recall(str(seat), BURNT).split(",") if slot)
    return frozenset()


def first_fault(state: RaceState, seat: int, rows: Mapping[int, Row]) -> AnswerFault | None:
    """Return the fault of the first wrong slot, with all further slots of the same kind.

    A slot is unreadable or unknown (E187), empty, exchanged, twice, or not dealt (6.4.3). Empty and
    unreadable slots come together, so that a player hears about all of them. `rows` are all readers
    of the table by seat.
    """
    # Cards beside the deck belong to some games only.
    beside = state.race.rules.rule_set.own_cards is not no_cards
    row, cards = rows[seat], _cards(rows[seat], beside)
    own = {reading.code for reading in row if reading.code is not None}
    # Most other readers show none of these cards, and this runs at every handle move.
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
    # The engine takes an unreadable card for an empty slot; here the fault is named as it is.
    if unread is not None and (found is None or unread <= found.slot):
        kind = row[unread - 1].status
        same = (
            slot
            for slot in ALL_SLOTS[unread:]
            if row[slot - 1].status == kind and cards[slot - 1] is None
        )
        return AnswerFault(seat, unread, UNKNOWN if kind == OK else kind, more=tuple(same))
    if found is None:
        return None
    if found.kind == GAP:
        locked = state.clank(seat).locked
        empty = (
            slot
            for slot in ALL_SLOTS[found.slot :]
            if row[slot - 1].status == EMPTY and slot not in locked
        )
        return AnswerFault(seat, found.slot, GAP, more=tuple(empty))
    if found.kind == NOT_DEALT and found.found is not None and found.found.move == PAUSE:
        words = _NO_PAUSE
    else:
        words = NOTHING
    return AnswerFault(
        found.seat,
        found.slot,
        found.kind,
        _face(found.found),
        _face(found.expected),
        found.other,
        words=words,
    )


_NO_PAUSE: Final = text(
    "only a robot that can pause has this card, one for each round. Take it out"
)


def _cards(row: Row, beside: bool) -> Slots:
    """Return the cards in a reader; a Pause is none where no cards are `beside` the deck."""
    cards = [None if reading.code is None else CARD_OF_CODE.get(reading.code) for reading in row]
    return tuple([card if beside or card is None or card.move != PAUSE else None for card in cards])


def _face(card: Card | None) -> Face | None:
    return None if card is None else FACES[CODE_OF_CARD[card]]
