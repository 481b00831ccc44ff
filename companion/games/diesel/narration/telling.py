"""From events to instructions for the reveal, a strength or the end of a turn.

All instructions, carried out in order and each as a whole, lead from the state before to the state
after. `_groups` joins what hands do in one go, `wording` makes the words, `causes` the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.asking import Custody
from companion.games.diesel.corrections import (
    HAND_EVENTS,
    GameEvent,
    LaidByHand,
    TokensByHand,
)
from companion.games.diesel.engine.events import (
    Chosen,
    Claiming,
    Copied,
    Counted,
    Deployed,
    DerbyWon,
    Discarded,
    Gained,
    GameWon,
    Idle,
    Kept,
    LastDiscarded,
    Looked,
    Passed,
    StoodIn,
    Swapped,
    TokenGiven,
    TurnedDown,
    Weakened,
)
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.look import face_in
from companion.games.diesel.narration.causes import caused
from companion.games.diesel.narration.phrases import END, REVEAL, FrontRows, strength_part
from companion.games.diesel.narration.table import ASIDE, DISCARD, hands_passed
from companion.games.diesel.narration.wording import NarrationContext, event_words, short_words
from companion.games.scene import (
    BY_HAND,
    GOAL,
    HAND,
    READER,
    ROW,
    WIN,
    CardMove,
    CardPlace,
    Instruction,
    Scene,
    scene_after,
)
from companion.games.sounds import loudest
from companion.named_tuples import NamedTuple
from companion.words import Text

REASON_EVENTS: Final = (Chosen, Copied, StoodIn)
"""Events that are shown as the reason of others, of the same combatant or its stand-in.
"""
AT_END: Final = (Passed, LastDiscarded, Weakened, Counted, DerbyWon, TokenGiven, GameWon)
IN_ONE_GO: Final = (
    Deployed,
    Claiming,
    Discarded,
    Kept,
    TurnedDown,
    Passed,
    LastDiscarded,
    TokenGiven,
)
"""Events that hands carry out in one go for all that the same combatants hit.

Gains make a row grow in order, and totals are counted one by one.
"""


SOUNDS: Final[Mapping[type, str]] = {
    GameWon: "win",
    DerbyWon: "flag",
    TokenGiven: "flag",
    Discarded: "damage",
    LastDiscarded: "damage",
    Weakened: "damage",
    Swapped: "turn",
    Deployed: "card",
    Gained: "card",
    Kept: "card",
    Looked: "card",
}
"""The sounds of events; others sound like their moves."""


class EventGroup(NamedTuple):
    """Events of one instruction, of the same kind and by the same combatants."""

    part: str
    kind: type
    by: tuple[tuple[int, str], ...]
    events: tuple[GameEvent, ...]


def tell(
    scene: Scene, state: DieselState, events: Iterable[GameEvent], names: Mapping[int, str]
) -> tuple[Instruction[GameEvent], ...]:
    """Return the instructions for a step, () if nothing is to do or to know.

    Each event has one instruction at most, a choice without effect none. `scene` is
    that of the state before the step.
    """
    return tuple(one for one, _ in _instructions(scene, state, tuple(events), names))


def causes(
    scene: Scene,
    state: DieselState,
    events: Iterable[GameEvent],
    instruction: Instruction[GameEvent],
    names: Mapping[int, str],
) -> tuple[Text, ...]:
    """Return why the events of one instruction happened; `scene` is that of the state before."""
    for one, context in _instructions(scene, state, tuple(events), names):
        if one.events[0] is instruction.events[0]:
            return caused(one.events, context)
    return ()


def _instructions(
    scene: Scene, state: DieselState, events: tuple[GameEvent, ...], names: Mapping[int, str]
) -> Iterator[tuple[Instruction[GameEvent], NarrationContext]]:
    """Yield the instructions of a step, each with the facts at that time."""
    for group in _groups(events, state):
        context = NarrationContext(state, events, FrontRows(state.deck, names, scene.rows))
        one = _instruction(group, context)
        yield one, context
        scene = scene_after(scene, (one,))


# ---- Groups --------------------------------------------------------------------------------------


def _groups(events: Sequence[GameEvent], state: DieselState) -> list[EventGroup]:
    """Return the events by what hands do in one go, with reasons added to their results."""
    found: list[EventGroup] = []
    part = REVEAL
    seen = {
        card
        for event in events
        if isinstance(event, Gained) and event.start is None
        for _, card in event.by
    }
    for event in events:
        # A player that takes an unused card has looked at them anyway.
        if isinstance(event, REASON_EVENTS) or (isinstance(event, Looked) and event.card in seen):
            continue
        part = _part(event, part, state)
        by, in_one_go = _by(event), isinstance(event, IN_ONE_GO)
        if isinstance(event, Gained) and event.claimed:
            # What a seat gains instead of the pile goes to its row, no matter who hit it.
            by, in_one_go = ((event.seat, ""),), True
        key = part, type(event), by
        if in_one_go:
            at = next((at for at, group in enumerate(found) if group[:3] == key), None)
        else:
            at = None
        if at is None and found and found[-1][:3] == key and _alike(found[-1].events[-1], event):
            at = len(found) - 1
        if at is None:
            found.append(EventGroup(*key, (event,)))
        else:
            found[at] = found[at]._replace(events=(*found[at].events, event))
    for event in events:
        if isinstance(event, REASON_EVENTS):
            at = next((at for at, group in enumerate(found) if _belongs(event, group)), None)
            if at is not None:
                found[at] = found[at]._replace(events=(*found[at].events, event))
    return found


def _belongs(reason: Chosen | Copied | StoodIn, group: EventGroup) -> bool:
    """Return whether a group tells the result of a reason."""
    if isinstance(reason, StoodIn):
        return any(
            isinstance(event, (Discarded, Gained, Kept)) and event.card == reason.card
            for event in group.events
        )
    card = reason.asker if isinstance(reason, Chosen) else reason.card
    if not any(card == doer for event in group.events for _, doer in _by(event)) and not any(
        isinstance(event, Idle) and event.card == card for event in group.events
    ):
        return False
    # Of several groups by one combatant, it is the one in which the chosen card is hit.
    hit = {getattr(event, "card", "") for event in group.events} | {
        getattr(event, "other_card", "") for event in group.events
    }
    hit |= {getattr(event, "saved", "") for event in group.events}
    return (
        isinstance(reason, Copied)
        or reason.answer in hit
        or not any(
            isinstance(event, (Discarded, Gained, Swapped, TurnedDown)) for event in group.events
        )
    )


def _part(event: GameEvent, before: str, state: DieselState) -> str:
    """Return the part of the turn that an event belongs to, by the strength behind it."""
    if isinstance(event, HAND_EVENTS):
        return BY_HAND
    if isinstance(event, AT_END):
        return END
    if isinstance(event, (Deployed, Claiming)):
        return before
    by = _by(event)
    card = by[0][1] if by else event.asker if isinstance(event, Chosen) else event.card
    return strength_part(state.card(card).strength)


def _by(event: GameEvent) -> tuple[tuple[int, str], ...]:
    """Return the combatants behind an event, () for none."""
    if isinstance(event, (Discarded, Gained, Kept, TurnedDown)):
        return event.by
    return (event.by,) if isinstance(event, Swapped) else ()


def _alike(before: GameEvent, event: GameEvent) -> bool:
    """Return whether two consecutive events fit into one sentence."""
    if isinstance(before, Gained) and isinstance(event, Gained):
        return (before.seat, before.claimed, before.start is None) == (
            event.seat,
            event.claimed,
            event.start is None,
        )
    return isinstance(before, Idle) and isinstance(event, Idle) and before.why == event.why


# ---- Instructions --------------------------------------------------------------------------------


def _instruction(group: EventGroup, context: NarrationContext) -> Instruction[GameEvent]:
    first, table = group.events[0], context.table
    moves = tuple(move for event in group.events for move in _moves(event, context))
    points = tuple(
        dict.fromkeys(
            card
            for event in group.events
            for card in (
                getattr(event, "card", None),
                getattr(event, "other_card", None),
                *(card for _, card in _by(event)),
            )
            if card is not None and table.place(card) is not None
        )
    )
    words, short = event_words(group.events, context), short_words(group.events, context)
    return Instruction(
        getattr(first, "seat", None)
        if len({getattr(event, "seat", None) for event in group.events}) == 1
        else None,
        words,
        first.rule,
        group.part,
        events=group.events,
        short=short,
        cards=moves,
        tokens=tuple(
            (event.seat, event.tokens)
            for event in group.events
            if isinstance(event, (TokenGiven, TokensByHand))
        ),
        points=points,
        sound=loudest(SOUNDS.get(type(event), "") for event in group.events),
        drama=next(
            (
                drama
                for kind, drama in ((GameWon, WIN), (DerbyWon, GOAL))
                if any(isinstance(event, kind) for event in group.events)
            ),
            "",
        ),
    )


def _moves(event: GameEvent, context: NarrationContext) -> tuple[CardMove, ...]:
    """Return the moves of hands for an event, from the present rows."""
    table = context.table

    def move(card: str, start: CardPlace, end: CardPlace, down: bool = False) -> CardMove:
        return CardMove(card, face_in(table.deck, card), start, end, down)

    def row(seat: int) -> CardPlace:
        return CardPlace(ROW, seat)

    match event:
        case Deployed():
            held = HAND if context.custody is Custody.APP else READER
            return (move(event.card, CardPlace(held, event.seat), row(event.seat)),)
        case Discarded():
            return (move(event.card, row(event.seat), CardPlace(DISCARD), True),)
        case Gained():
            start = CardPlace(ASIDE) if event.start is None else row(event.start)
            return (move(event.card, start, row(event.seat)),)
        case Kept() if table.lies_down(event.card):
            return (move(event.card, row(event.seat), row(event.seat)),)
        case TurnedDown() if not table.lies_down(event.card):
            return (move(event.card, row(event.seat), row(event.seat), True),)
        case Swapped() if (one := table.place(event.card)) and (
            other := table.place(event.other_card)
        ):
            # Both keep the side that is up.
            return tuple(
                move(card, row(start[0]), row(end[0]), table.lies_down(card))._replace(at=end[1])
                for card, start, end in (
                    (event.card, one, other),
                    (event.other_card, other, one),
                )
            )
        case LastDiscarded():
            hand, pile = CardPlace(HAND, event.seat), CardPlace(DISCARD)
            if event.card is None:
                return (CardMove("", None, hand, pile, down=True),)
            return (move(event.card, hand, pile, True),)
        case Passed() if context.custody is Custody.HANDS:
            return hands_passed([row.seat for row in table.rows], 1)
        case LaidByHand():
            down = event.down or (event.start != event.end and event.end.where != ROW)
            return (move(event.card, event.start, event.end, down),)
    return ()
