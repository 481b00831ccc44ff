"""One register on an extended board: the game's own beats and those of the elements, in the order of stages and lines (elements 2)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.engine.asking import Answerer
from companion.engine.element import BOARD, END_OF_TURN, FIRE, MOVE, REVEAL, TOUCH
from companion.engine.events import Event, NobodyWon, RegisterBegan
from companion.engine.extended.beats import burn, clank_lasers, count_hits, end_register, end_turn, haunt, land_all, put_out, resolve
from companion.engine.extended.cards import play_cards
from companion.engine.extended.ghosts import raise_ghosts
from companion.engine.extended.play import REGISTERS, ExtendedPlay
from companion.engine.extended.stepping import settle
from companion.engine.rules import TOGETHER
from companion.engine.state import OUT, State
from companion.engine.touching import heal_in_register, heal_in_turn, touch

OWN: Final[tuple[tuple[int, int, Callable[[ExtendedPlay], None]], ...]] = (
    (MOVE, 0, play_cards), (FIRE, 15, clank_lasers), (FIRE, 17, count_hits), (FIRE, 61, burn), (FIRE, 90, haunt),
    (TOUCH, 10, touch), (TOUCH, 11, put_out), (TOUCH, 15, heal_in_register), (TOUCH, 999, land_all), (END_OF_TURN, 10, heal_in_turn),
)
"""What the game itself does, by stage and order; the beats of the elements come between."""


def extended_register(state: State, answer: Answerer) -> tuple[State, tuple[Event, ...]]:
    """Play the next register; the answers to its questions come from `answer`, whose `Pending` comes through."""
    play = ExtendedPlay(state, answer)
    play.events.append(RegisterBegan(play.turn, play.register))
    play.note_out(tuple(card for piece in play.pieces for card in piece.slots if card is not None))
    raise_ghosts(play)
    _play(play)
    last = play.register == REGISTERS
    if not play.over:
        end_register(play)
        if last:
            end_turn(play)
        if not play.alive and all(piece.status == OUT for piece in play.pieces):
            play.over = True
            play.events.append(NobodyWon())
    return play.ended(), tuple(play.events)


def _play(play: ExtendedPlay) -> None:
    """All beats; when the board changes in mid-register, the rest of it goes on in the order of the new tables (S5)."""
    at = (REVEAL, -1, -1)
    while True:
        following = _next(play, at)
        if following is None:
            return
        stage, order, own, act = following
        if play.together and stage != FIRE:
            play.together = False
            settle(play)
        play.stage = stage
        play.together = stage == FIRE and play.course.rules.fire == TOGETHER
        act()
        # A win on pass ends the race in mid-register; one in the touching stage lets its touching and healing finish.
        if play.over and stage < TOUCH:
            return
        at = (stage, order, own)


def _next(play: ExtendedPlay, at: tuple[int, int, int]) -> tuple[int, int, int, Callable[[], None]] | None:
    """The beat after one moment, (stage, order, whether it is an element's): the game's own comes first where both are equal."""
    last = play.register == REGISTERS
    best: tuple[int, int, int, Callable[[], None]] | None = None
    for stage, order, own in OWN:
        if at < (stage, order, 0) and (best is None or (stage, order, 0) < best[:3]) and (last or stage != END_OF_TURN and own is not land_all):
            best = (stage, order, 0, lambda own=own: own(play))
    for moment in play.tables.moments:
        stage, order = moment.beat.stage, moment.beat.order
        if at < (stage, order, 1) and (best is None or (stage, order, 1) < best[:3]) and (last or stage != END_OF_TURN):
            best = (stage, order, 1, lambda moment=moment: resolve(play, moment))
    return best
