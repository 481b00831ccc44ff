"""A turn from its first register to its cleanup, as an ordered list of beats.

See rulebook 5, 7.1, 9. Every function takes a state and returns a new one with the events between;
the caller's state never changes.
"""

from __future__ import annotations

from typing import Final

from companion.engine.cards import PAUSE, STEPS, Card
from companion.engine.causes import SHOT
from companion.engine.effects import Hurt
from companion.engine.element import TOUCH
from companion.engine.events import (
    BeatBegan,
    CardPlayed,
    Event,
    NobodyWon,
    RegisterBegan,
    Respawned,
    StayedParked,
    TurnEnded,
)
from companion.engine.extended.play import ExtendedPlay
from companion.engine.extended.register import extended_clean_up, play_extended_beats
from companion.engine.keys import LAST_REGISTER
from companion.engine.moving import CARD_SPINS, CARD_STEPS, carry_out_one, settle, spin, step
from companion.engine.play import Play, PlayPiece, PlayStep
from companion.engine.race_tables import BeatEntry, GameBeat, race_tables
from companion.engine.rule_questions import Answerer, first_option
from companion.engine.rule_set import DERBY, RuleSet, part, registered
from companion.engine.simultaneous import move_together
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState
from companion.engine.touching import hurt
from companion.errors import RuleError
from companion.geometry import ABOUT, AHEAD
from companion.named_tuples import NamedTuple

CLANK_LASERS: Final = BeatBegan("clank lasers", "7.10")
_SHOTS: Final = tuple(Hurt(1, SHOT, seat, "7.10.1") for seat in range(9))
"""By the shooter's seat, from 1; the first entry is unused."""


def powered_down_fires(piece: PlayPiece) -> bool:
    """Say whether a clank shoots (13.6 `powered_down_fires` [E131]).

    A powered-down one does not; it still stops shots.
    """
    return not piece.down


@registered("clank lasers")
def clank_lasers(play: Play) -> None:
    """Fire all shots at the same time (7.10.1, 7.10.2 [E125-E129]).

    The first clank in line takes one damage.
    """
    at, rays = play.at, play.tables.rays
    hits = []
    for piece in play.alive:
        for place in rays[piece.heading][piece.place]:
            target = at[place]
            if target is not None:
                if powered_down_fires(piece):
                    hits.append((target, piece.seat))
                break
    if hits:
        play.events.append(CLANK_LASERS)
        # Nobody leaves the board before `settle`: clanks destroyed here have fired too (7.10.2
        # [E129]).
        for target, shooter in hits:
            hurt(play, target, _SHOTS[shooter])
        if play.doomed:
            settle(play)


_DRIVES: Final = {
    PAUSE: (AHEAD, 0),
    **{move: (ABOUT if steps < 0 else AHEAD, abs(steps)) for move, steps in STEPS.items()},
}
"""Move → direction relative to the heading, and number of steps."""


@registered("cards")
def play_cards(play: Play) -> None:
    """Play all cards of the register by priority, equal ones by the lower seat.

    See 7.2.1 [E018, E019]. A clank that died before its card comes up plays nothing (7.2.2 [E030]);
    a win ends it all (10.2 [E102]).
    """
    index, pieces, order = play.register - 1, list(play.alive), []
    for nth, piece in enumerate(pieces):
        card = piece.slots[index]
        if card is not None and not piece.down:
            # Both in one number, since numbers are sorted quickly: pieces are in seat order, and
            # there are eight at most.
            order.append(nth - card.priority * 8)
    order.sort()
    for number in order:
        piece = pieces[number % 8]
        card = piece.slots[index]
        # A destroyed clank has no cards any more.
        if card is not None:
            _play_card(play, piece, card)
            if play.over:
                return


def _play_card(play: Play, piece: PlayPiece, card: Card) -> None:
    """Play one card: a turn on the spot, or single steps, each complete before the next.

    A stop, a death or a win ends the card (7.2.4-7.2.6 [E001, E006, E015]).
    """
    if play.marks is not None:
        play.mark()
    play.events.append(CardPlayed(piece.seat, card, "7.2.1"))
    turn = CARD_SPINS.get(card.move)
    if turn is not None:
        spin(play, piece, turn)
        return
    quarters, steps = _DRIVES[card.move]
    # Decided once for the whole card: the steps keep this direction even if something turns the
    # clank on the way.
    shift = CARD_STEPS[(piece.heading + quarters) % 4]
    while steps and step(play, piece, shift) and piece.status == ACTIVE and not play.over:
        steps -= 1


def resolve_beat(play: Play, entry: BeatEntry) -> None:
    """Play one beat: movements together (7.4), then the other effects, each on its own clank.

    These are turns, damage, repair and destruction; deaths come at the end. The event that the beat
    begins is only emitted if it does anything.
    """
    # Effects belong to the piece that was asked, so a piece that is moved away still gets those of
    # its old square.
    shifts, effects = entry.shifts, entry.effects
    if shifts:
        wishes = [
            (piece, shift)
            for piece in play.alive
            if shifts[piece.place]
            for shift in shifts[piece.place] or ()
        ]
    else:
        wishes = []
    if effects:
        others = [
            (piece, effect)
            for piece in play.alive
            if effects[piece.place]
            for effect in effects[piece.place] or ()
        ]
    else:
        others = []
    if wishes or others:
        play.events.append(entry.began)
        if wishes:
            move_together(play, wishes)
        for piece, effect in others:
            carry_out_one(play, piece, effect)
        if play.doomed or play.entered:
            settle(play)


def beats_of(rule_set: RuleSet) -> tuple[GameBeat, ...]:
    """Return the beats of the game itself in a register; elements put theirs between (7.1).

    A laser of the board fires at 10.
    """
    return tuple(GameBeat(beat, part(name)) for beat, name in rule_set.beats)


OWN_BEATS: Final = beats_of(DERBY)


class PlayOutcome(NamedTuple):
    """The engine's answer: the state after, and all events on the way, in order."""

    state: RaceState
    events: tuple[Event, ...]


def play_register(state: RaceState, answer: Answerer = first_option) -> PlayOutcome:
    """Play the next register of the turn (7.1 [E180]).

    Only extended boards ask questions. If `answer` has no answer, its `Pending` comes through and
    nothing has been played.

    Raises:
        RuleError: There is no next register.
    """
    play = _opened(state, answer)
    play_next_register(play)
    return PlayOutcome(play.ended(), tuple(play.events))


def register_in_steps(state: RaceState, answer: Answerer = first_option) -> tuple[PlayStep, ...]:
    """Play the next register like `play_register`, and return it step by step.

    Every card and every beat has the state after it.
    """
    play = _opened(state, answer)
    play.marks = []
    play_next_register(play)
    return play.steps()


def play_turn(state: RaceState, answer: Answerer = first_option) -> PlayOutcome:
    """Play all registers that are left, and the cleanup, unless the race ends before.

    Raises:
        RuleError: No turn has begun, or the race is over.
    """
    if state.over or not state.turn:
        raise RuleError(f"turn {state.turn} cannot be played; begin a turn first")
    events: tuple[Event, ...] = ()
    if state.register < LAST_REGISTER:
        # The state is taken apart once for all registers.
        play = _opened(state, answer)
        while play.register < LAST_REGISTER and not play.over:
            play_next_register(play)
        if not play.over and not isinstance(play, ExtendedPlay):
            # So is it for the cleanup, which on an extended board asks for a state of its own.
            part(play.tables.rule_set.clean_up)(play)
            return PlayOutcome(play.ended(), tuple(play.events))
        state, events = play.ended(), tuple(play.events)
    if state.over:
        return PlayOutcome(state, events)
    state, cleanup_events = clean_up(state)
    return PlayOutcome(state, events + cleanup_events)


def clean_up(state: RaceState) -> PlayOutcome:
    """Bring back every parked clank after register 5, if possible (9 [E162]).

    Raises:
        RuleError: Register 5 has not been played, or the race is over.
    """
    if state.over or state.register != LAST_REGISTER:
        raise RuleError(
            f"the cleanup comes after register {LAST_REGISTER} of a race that goes on, not after "
            f"register {state.register}"
        )
    if not race_tables(state.race).plain:
        return PlayOutcome(*extended_clean_up(state))
    play = Play(state)
    part(play.tables.rule_set.clean_up)(play)
    return PlayOutcome(play.ended(), tuple(play.events))


def _opened(state: RaceState, answer: Answerer) -> Play:
    """Take a state apart for the way through a register that its board needs (decision 001)."""
    if state.over or not state.turn or state.register >= LAST_REGISTER:
        raise RuleError(
            f"turn {state.turn} has no register after {state.register} to play; begin a turn first"
        )
    return Play(state) if race_tables(state.race).plain else ExtendedPlay(state, answer)


def play_next_register(play: Play) -> None:
    """Play the next register by the way that the play was opened for (10.2, 10.4).

    A win on pass ends it after its step or stage; a win later lets touching and repair finish.
    """
    play.begin_register()
    play.events.append(RegisterBegan(play.turn, play.register))
    if isinstance(play, ExtendedPlay):
        play_extended_beats(play)
    else:
        # Computed once and kept with the tables of the board, which outlive this call.
        orders, register = play.tables.orders, play.register
        if register not in orders:
            orders[register] = play.tables.order(beats_of(play.tables.rule_set), register)
        for entry in orders[register]:
            if play.marks is not None:
                play.mark()
            if entry.game is not None:
                entry.game(play)
            else:
                resolve_beat(play, entry)
            if play.over and entry.beat.stage < TOUCH:
                break
    # Without a piece on the board the race may still go on: the parked come back in the cleanup.
    if not play.alive and not play.over and all(piece.status == OUT for piece in play.everybody):
        play.over = True
        play.events.append(NobodyWon())


@registered("the parked come back")
def _clean_up(play: Play) -> None:
    """Bring parked clanks back in the order of their deaths (9.1, 8.6 [E166, E167]).

    Each is put undamaged on its last free checkpoint, with its heading, and touches nothing by that
    (9.2-9.5 [E163-E170, E189]).
    """
    for piece in sorted(
        (piece for piece in play.everybody if piece.status == PARKED),
        key=lambda parked: (parked.death, parked.seat),
    ):
        for square, heading in reversed(piece.checkpoints):
            place = play.tables.places[square]
            if play.at[place] is None:
                piece.status = ACTIVE
                piece.square = square
                piece.place = place
                piece.heading = heading
                piece.damage = 0
                # Now, since the square is taken for the next one that comes back (9.2).
                play.at[place] = piece
                # Rebuilt and not appended to: it is in seat order.
                play.alive = [other for other in play.everybody if other.status == ACTIVE]
                play.events.append(Respawned(piece.seat, square, heading, "9.2"))
                break
        else:
            play.events.append(StayedParked(piece.seat))
    play.events.append(TurnEnded(play.turn))
