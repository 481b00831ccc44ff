"""Clockwork Derby behind the game interface: rest → deal → program → five registers → cleanup, turn by turn (rulebook 5)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.dealing import deal, program, start_turn
from companion.engine.events import Event
from companion.engine.rules import OPTIONS, THIS, rules_from
from companion.engine.start import new_race
from companion.engine.survey import flag_warnings
from companion.engine.state import ACTIVE, Clank, State, state_hash
from companion.engine.turn import LAST_REGISTER, clean_up, play_register
from companion.games.asking import first_fault, program_asks, rest_asks
from companion.games.base import (
    CLEANUP, PROGRAM, REST, Answer, Face, Fault, Finished, Passage, Piece, Plan, PlayOn, Questions, Row, Shuffle, Want,
)
from companion.games.deck import CARD_OF_CODE, CODE_OF_CARD, CODES
from companion.games.rulings import sentence
from companion.signals import PUSH

RESTING, DEALING, PROGRAMMING, REGISTERS, CLEANING, OVER = "resting", "dealing", "programming", "registers", "cleaning", "over"


class Moment(NamedTuple):
    """A race and where in its turn it stands; `pushed` are the seats that rest in the turn that begins (6.5.3)."""

    state: State
    stage: str
    pushed: tuple[int, ...] = ()


def _opening(state: State) -> Moment:
    """Where a turn begins: with the question who rests, if power downs are for this turn and anybody could (6.5.3)."""
    asked = state.race.rules.power_down == THIS and any(clank.status == ACTIVE for clank in state.clanks)
    return Moment(state, RESTING if asked else DEALING)


def _face(code: int) -> Face | None:
    card = CARD_OF_CODE.get(code)
    return None if card is None else Face(code, card.move, card.priority)


class ClockworkDerby:
    """The race of programmed clanks; positions are `Moment`s."""

    key = "clockwork"
    title = "Clockwork Derby"
    seats = (1, 2, 3, 4, 5, 6, 7, 8)
    options = OPTIONS
    deck = CODES

    def face(self, code: int) -> Face | None:
        """Move and priority of a card (4)."""
        return _face(code)

    def warnings(self, plan: Plan) -> tuple[str, ...]:
        """Flags that nobody can touch."""
        starts = [plan.board.starts[seat] for seat in plan.seats if seat in plan.board.starts]
        return tuple(f"{words[0].upper()}{words[1:]}." for words in flag_warnings(plan.board, plan.flags, starts))

    def begin(self, plan: Plan) -> Moment:
        """Clanks on their starts, facing north (2.7 [E115]); SetupFault where that cannot be."""
        return _opening(new_race(plan.board, plan.flags, rules_from(dict(plan.words)), plan.seats))

    def want(self, position: Moment) -> Want:
        """What the turn needs next (5)."""
        state, stage, pushed = position
        if stage == OVER:
            return Finished(state.turn, state.winner)
        if stage == RESTING:
            return Questions(REST, state.turn + 1, rest_asks(state))
        if stage == DEALING:
            return Shuffle(state.turn + 1, _held(state, pushed))
        if stage == PROGRAMMING:
            return Questions(PROGRAM, state.turn, program_asks(state))
        return PlayOn(state.turn)

    def dealt(self, position: Moment, codes: tuple[int, ...] | None) -> Passage:
        """Power downs take effect, cards are collected and dealt (6.1-6.3, 6.5.4)."""
        began = start_turn(position.state, position.pushed)
        after = deal(began.state, None if codes is None else [CARD_OF_CODE[code] for code in codes])
        return _before(Moment(after.state, PROGRAMMING), began.events + after.events)

    def fault(self, position: Moment, seat: int, rows: Mapping[int, Row]) -> Fault | None:
        """The first fault of a reader, slot by slot (6.4.3 [E145-E147, E187]); a mere question looks at no card."""
        if position.stage != PROGRAMMING or position.state.clank(seat).down:
            return None
        return first_fault(position.state, seat, rows)

    def answered(self, position: Moment, answers: Mapping[int, Answer]) -> Passage:
        """Who rests this turn (6.5.3), or the programs, with power downs announced for the next (6.4.2 [E192])."""
        state = position.state
        pushed = tuple(sorted(seat for seat, answer in answers.items() if answer.gesture == PUSH))
        if position.stage == RESTING:
            return Passage(Moment(state, DEALING, pushed), state.turn + 1, 0, ())
        programs = {
            seat: tuple(CARD_OF_CODE[code] if code is not None else None for code in answer.codes)
            for seat, answer in answers.items() if not state.clank(seat).down
        }
        after = program(state, programs, pushed)
        return _before(Moment(after.state, REGISTERS), after.events)

    def play(self, position: Moment) -> Passage:
        """The next register, or after the fifth the cleanup (7.1, 9)."""
        if position.stage == CLEANING:
            after, events = clean_up(position.state)
            return Passage(_opening(after), after.turn, CLEANUP, events, ends_turn=True)
        after, events = play_register(position.state)
        stage = OVER if after.over else CLEANING if after.register == LAST_REGISTER else REGISTERS
        return Passage(Moment(after, stage), after.turn, after.register, events, _revealed(position.state), after.over)

    def pieces(self, position: Moment) -> tuple[Piece, ...]:
        """Every clank as it stands now."""
        return tuple(_piece(clank) for clank in position.state.clanks)

    def locks(self, position: Moment) -> Mapping[int, tuple[int, ...]]:
        """The slots that were locked at the last deal (6.3.2)."""
        return {clank.seat: clank.locked for clank in position.state.clanks if clank.locked}

    def standings(self, position: Moment) -> tuple[tuple[int, int], ...]:
        """The winner, then by flags touched; who has touched as many shares the place."""
        winner = position.state.winner
        order = sorted((clank.seat != winner, -clank.next_flag, clank.seat) for clank in position.state.clanks)
        worth = [entry[:2] for entry in order]
        return tuple((worth.index(entry[:2]) + 1, entry[2]) for entry in order)

    def why(self, rule: str) -> str:
        """A rule of the rulebook in one sentence."""
        return sentence(rule)

    def fingerprint(self, position: Moment) -> str:
        """The hash of the engine's state."""
        return state_hash(position.state)


def _before(moment: Moment, events: tuple[Event, ...]) -> Passage:
    return Passage(moment, moment.state.turn, 0, events)


def _held(state: State, pushed: tuple[int, ...]) -> Mapping[int, tuple[int | None, ...]]:
    """The cards that stay in the readers at the coming deal: those in locked slots, and those of who rests (6.1.1, 6.5.6)."""
    after = deal(start_turn(state, pushed).state, None).state
    return {clank.seat: tuple(CODE_OF_CARD[card] if card is not None else None for card in clank.slots) for clank in after.clanks}


def _revealed(state: State) -> tuple[tuple[int, Face], ...]:
    """The cards of the coming register, in the order in which they are played (7.2.1)."""
    shown = [
        (clank.seat, Face(CODE_OF_CARD[card], card.move, card.priority))
        for clank in state.clanks
        if clank.status == ACTIVE and not clank.down and (card := clank.slots[state.register]) is not None
    ]
    return tuple(sorted(shown, key=lambda entry: (-entry[1].priority, entry[0])))


def _piece(clank: Clank) -> Piece:
    lives = "no limit" if clank.lives is None else str(clank.lives)
    return Piece(clank.seat, clank.square, clank.heading, clank.status, clank.damage, lives, clank.next_flag - 1, clank.down)
