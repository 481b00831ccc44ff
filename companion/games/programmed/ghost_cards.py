"""Cards for ghosts where hands deal: only players know which cards are unused (elements D9, 10).

So they turn them over and touch them on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.cards import DECK, cards_dealt
from companion.engine.effects import CHOICE
from companion.engine.extended.dealing import UNUSED
from companion.engine.extended.ghosts import GRAVE, MOST_CARDS, NONE_LEFT, RISES_IN
from companion.engine.extended.piece import GHOSTS
from companion.engine.keys import LAST_REGISTER
from companion.engine.rule_questions import Answerer, RuleQuestion
from companion.engine.state import ACTIVE, Clank, Memory, RaceState
from companion.games.programmed.open_questions import GHOST, play_with_answers
from companion.games.programmed.turn import HAUNTING, REGISTERS, RacePosition, drawn_for

NO_MORE: Final = "no"


def with_ghost_cards(position: RacePosition) -> RacePosition:
    """Return the position with the cards for ghosts, on to the registers when all are known.

    A position at any other stage is unchanged.
    """
    if position.stage != HAUNTING:
        return position
    state = position.state
    earlier, counts = dict(position.dealt), dict[int, int]()
    for clank in state.clanks:
        if _is_asked(state, clank):
            # The number of cards of its hand that a ghost can have.
            free = LAST_REGISTER - len({*clank.locked, *drawn_for(state, clank.seat)})
            dealt = earlier.get(clank.seat, cards_dealt(clank.damage, state.race.rules.card_lock))
            counts[clank.seat] = min(MOST_CARDS, max(0, dealt - free))
    position, found = play_with_answers(
        position, lambda answer: _turned_over(state, counts, answer)
    )
    if found is None:
        return position
    kept: Memory = tuple(
        entry for entry in state.memory if entry[0] not in [key for key, _ in found]
    )
    return position._replace(
        state=state._replace(memory=tuple(sorted((*kept, *found)))),
        stage=REGISTERS,
        given=(),
        dealt=(),
        chosen=(),
    )


def _is_asked(state: RaceState, clank: Clank) -> bool:
    """Return whether a piece has, or will have, a ghost that moves by cards unknown to the app."""
    if clank.status != ACTIVE or clank.down or clank.hand is not None or clank.damage >= NONE_LEFT:
        return False
    if not any(GRAVE in element.traits for element in state.race.board.elements):
        return False
    return state.turn == RISES_IN or any(
        piece.seat == clank.seat + GHOSTS for piece in state.others
    )


def _turned_over(state: RaceState, counts: Mapping[int, int], answer: Answerer) -> Memory:
    """Return the memory of unused cards, seat by seat.

    A seat without further cards is asked no more.
    """
    out = {card for clank in state.clanks for card in clank.slots if card is not None}
    free = [str(card) for card in DECK if card not in out]
    found = []
    for seat, number in counts.items():
        words = list[str]()
        for _ in range(number):
            word = answer(RuleQuestion(CHOICE, GHOST, seat, 0, (NO_MORE, *free), "D9"))
            if word == NO_MORE:
                break
            free.remove(word)
            words.append(word)
        if words:
            found.append(((str(seat), UNUSED), (" ".join(words), state.turn * LAST_REGISTER)))
    return tuple(found)
