"""Where hands deal, nobody but the players knows which cards were not used: those for ghosts are turned over and touched on the screen (elements D9, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.asking import Answerer, Question
from companion.engine.cards import DECK, cards_dealt
from companion.engine.effects import CHOICE
from companion.engine.extended.dealing import REGISTERS as IN_A_TURN
from companion.engine.extended.dealing import UNUSED
from companion.engine.extended.ghosts import GRAVE, MOST_CARDS, NONE_LEFT, RISES_IN
from companion.engine.extended.piece import GHOSTS
from companion.engine.state import ACTIVE, Clank, Memory, State
from companion.games.programmed.open_questions import GHOST, played
from companion.games.programmed.turn import HAUNTING, REGISTERS, RacePosition, drawn_for

NO_MORE: Final = "no"


def with_ghost_cards(position: RacePosition) -> RacePosition:
    """A position whose programs are chosen, on to the registers once the cards for ghosts are known; elsewhere as it is."""
    if position.stage != HAUNTING:
        return position
    state = position.state
    counts = {
        clank.seat: _left(state, clank, dict(position.dealt))
        for clank in state.clanks
        if _is_asked(state, clank)
    }
    position, found = played(position, lambda answer: _turned_over(state, counts, answer))
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


def _is_asked(state: State, clank: Clank) -> bool:
    """Whether a clank has, or will have, a ghost, which moves by cards of a hand that the app does not know."""
    if clank.status != ACTIVE or clank.down or clank.hand is not None or clank.damage >= NONE_LEFT:
        return False
    if not any(GRAVE in element.traits for element in state.race.board.elements):
        return False
    return state.turn == RISES_IN or any(
        piece.seat == clank.seat + GHOSTS for piece in state.others
    )


def _left(state: State, clank: Clank, counts: Mapping[int, int]) -> int:
    """How many cards of its hand a ghost can have."""
    free = IN_A_TURN - len({*clank.locked, *drawn_for(state, clank.seat)})
    return min(
        MOST_CARDS,
        max(
            0, counts.get(clank.seat, cards_dealt(clank.damage, state.race.rules.card_lock)) - free
        ),
    )


def _turned_over(state: State, counts: Mapping[int, int], answer: Answerer) -> Memory:
    """What is remembered of unused cards, seat by seat; a seat that has no more is asked no more."""
    out = {card for clank in state.clanks for card in clank.slots if card is not None}
    free = [str(card) for card in DECK if card not in out]
    found = []
    for seat, number in counts.items():
        words = list[str]()
        for _ in range(number):
            word = answer(Question(CHOICE, GHOST, seat, 0, (NO_MORE, *free), "D9"))
            if word == NO_MORE:
                break
            free.remove(word)
            words.append(word)
        if words:
            found.append(((str(seat), UNUSED), (" ".join(words), state.turn * IN_A_TURN)))
    return tuple(found)
