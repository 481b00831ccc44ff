"""A register on an extended board: the beats of the game and of elements (elements 2, 6).

These are the beats of elements, shots, fire, touching, and the end of the register. The cleanup of
a turn follows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from companion.engine.causes import BEAM, DRAW, PUSHER, SHOT
from companion.engine.effects import (
    CHOICE,
    Dash,
    Destroy,
    Effect,
    Hurt,
    HurtOnce,
    Jump,
    Remember,
    RepeatCard,
    Shift,
    TakeSteps,
    Upon,
)
from companion.engine.element import END_OF_TURN, FIRE, MOVE, TOUCH, Element
from companion.engine.events import (
    BeatBegan,
    Event,
    PieceGone,
    Respawned,
    StayedParked,
    TurnEnded,
)
from companion.engine.extended.cards import forget_card, play_card, play_cards, rest
from companion.engine.extended.ghosts import raise_ghosts
from companion.engine.extended.piece import CLANK, COPY, GHOST, ExtendedPiece
from companion.engine.extended.play import ExtendedPlay
from companion.engine.extended.register_tables import LASER_TRAIT, BeatElements, RegisterTables
from companion.engine.extended.stepping import carry_out_one, come_down, harm, settle, standing_on
from companion.engine.extended.together import dash_in_order, go_in_rounds, jump_together
from companion.engine.keys import LAST_REGISTER
from companion.engine.rules import TOGETHER, TURN
from companion.engine.simultaneous import Wish
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState
from companion.engine.statuses import BURNING, ENERGY, FLYING, SHUT_DOWN, VIRTUAL
from companion.engine.touching import heal_in_register, heal_in_turn, touch
from companion.geometry import Heading, Square, opposite

CLANK_LASERS: Final = BeatBegan("clank lasers", "7.10")
BURNS: Final = BeatBegan("burning clanks", "D6")
HAUNTED: Final = BeatBegan("ghosts", "D9")
MOST_REPEATS: Final = 5
"""The most times that a clank repeats its card in one register (B33)."""
Asked: TypeAlias = dict[type, list[tuple[ExtendedPiece, Any]]]
"""The effects of a beat by kind, each with the piece that it is for."""
APART: Final = frozenset((Shift, Jump, Dash, TakeSteps, Destroy, RepeatCard))
"""The kinds that wait until all elements were asked. All others are together under `object`, in the
order in which they were asked for."""
OrderEntry: TypeAlias = tuple[
    tuple[int, int, int], Callable[[ExtendedPlay], None] | None, BeatElements | None
]


# ---- The beat of elements ------------------------------------------------------------------------


def resolve(play: ExtendedPlay, moment: BeatElements) -> None:
    """Play one beat: ask all elements, then carry out everything; deaths come at its end (2)."""
    asked, remembered = _memory_asked_for(play, moment)
    if not asked and not remembered:
        return
    events = len(play.events)
    play.in_beat = True
    play.pushed.clear()
    for owner_effect in remembered:
        play.remember(
            owner_effect.owner or "",
            owner_effect.word,
            owner_effect.value,
            owner_effect.until,
            owner_effect.rule,
        )
    if asked:
        _happen(play, asked)
    play.in_beat = False
    settle(play)
    if play.pushed:
        # Slopes and slicks act on pieces displaced by pushers, fields, tracks and their pushes, on
        # their new squares (C12c, D14).
        displaced = [one for one in play.pushed if one.cause in (PUSHER, DRAW, "push", "throw")]
        play.pushed.clear()
        for piece in displaced if play.register_tables.rests_pushed else ():
            rest(play, piece, piece.direction, piece.cause, pushed=True)
            while play.pushed:
                other = play.pushed.pop(0)
                rest(play, other, other.direction, other.cause, pushed=True)
    if len(play.events) > events:
        play.events.insert(events, BeatBegan(moment.beat.name, moment.beat.rule))
    forget_card(play)
    if RepeatCard in asked:
        _repeat(play, moment, [piece for piece, _ in asked[RepeatCard]])


def _happen(play: ExtendedPlay, asked: Asked) -> None:
    """Carry out all effects of a beat, in the order that counts."""
    # Marked first, so that a crushed piece is in nobody's way in the same beat.
    for piece, effect in asked.get(Destroy, ()):
        carry_out_one(play, piece, effect)
    if Shift in asked or TakeSteps in asked:
        go_in_rounds(play, cast("list[Wish]", asked.get(Shift, [])), asked.get(TakeSteps, []))
    if Jump in asked:
        jump_together(play, asked[Jump])
    if Dash in asked:
        before = {id(piece): piece.steps for piece, _ in asked[Dash]}
        dash_in_order(play, asked[Dash])
        play.pushed += [
            piece
            for piece, _ in asked[Dash]
            if piece.steps != before[id(piece)] and piece not in play.pushed
        ]
    for piece, effect in asked.get(object, ()):
        carry_out_one(play, piece, effect)


def _ask_for(asked: Asked, piece: ExtendedPiece, effect: Effect) -> None:
    kind = type(effect)
    asked.setdefault(kind if kind in APART else object, []).append((piece, effect))


def _memory_asked_for(play: ExtendedPlay, moment: BeatElements) -> tuple[Asked, list[Remember]]:
    """Return what the elements ask for on the position at the start of the beat."""
    asked: Asked = {}
    remembered = []
    acting, beat = moment.acting, moment.beat
    for piece in play.on_board():
        if piece.square in acting:
            for element in acting[piece.square]:
                if acts_on(piece, element):
                    for effect in element.act(piece, beat, play):
                        _ask_for(asked, piece, effect)
    for owner in moment.always:
        for effect in owner.always(beat, play):
            if isinstance(effect, Upon):
                for piece in standing_on(play, effect.square):
                    _ask_for(asked, piece, effect.effect)
            elif isinstance(effect, Remember):
                remembered.append(effect)
            else:
                raise TypeError(f"{beat.name} may not ask for {effect!r} of nobody")
    return asked, remembered


def acts_on(piece: ExtendedPiece, element: Element) -> bool:
    """Say whether an element's beat reaches a piece.

    Beams of lasers reach flyers, but no sunk pieces; all others reach pieces on the ground.
    """
    if LASER_TRAIT in element.traits:
        return piece.lit and not piece.is_above
    return piece.grounded


def _repeat(play: ExtendedPlay, moment: BeatElements, again: list[ExtendedPiece]) -> None:
    """Execute cards once more, by priority (B33).

    A piece that ends on a repeater again comes again after all others of its round.
    """
    repeats: dict[int, int] = {}
    while again and not play.over:
        order = [
            (piece, piece.square)
            for piece in sorted(
                again, key=lambda piece: (-play.driven[piece.seat].priority, piece.seat)
            )
        ]
        again = []
        for piece, square in order:
            # A piece that was pushed away since is not where its card ended, not even on another
            # repeater.
            if piece.square != square or not piece.grounded or piece not in play.alive or play.over:
                continue
            repeats[piece.seat] = repeats.get(piece.seat, 0) + 1
            # A rotate card that fog or a ban puts in its place is no movement that ended here.
            play_card(play, piece, play.driven.pop(piece.seat))
            if (
                piece.seat in play.driven
                and piece in play.alive
                and repeats[piece.seat] < MOST_REPEATS
                and piece.square in moment.acting
                and piece.grounded
                and piece.drives
            ):
                again.append(piece)


# ---- Fire ----------------------------------------------------------------------------------------


def clank_lasers(play: ExtendedPlay) -> None:
    """Fire all shots at the same time, at the first in line (7.10, 3.3).

    On its square a solid piece is hit before a flyer.
    """
    hits: list[tuple[ExtendedPiece, ExtendedPiece]] = []
    register_tables, at, air = play.register_tables, play.at, play.air
    standing = 0
    for piece in play.on_board():
        standing |= 1 << piece.place
    for piece in play.on_board():
        if not piece.fires or piece.down:
            continue
        target = None
        ray, crossed = register_tables.rays[piece.heading].get(
            piece.square
        ) or register_tables.shot_ray(piece.square, piece.heading)
        for place in ray if standing & crossed else ():
            if at[place] is not None or air[place] is not None:
                target = play.target(place)
                if target is not None:
                    hits.append((target, piece))
                    break
        if target is None and register_tables.barricades:
            # Nobody takes the shot, so it goes to the end of its ray.
            _hit_at(play, play.tables.names[ray[-1]] if ray else piece.square, piece.heading, 1)
    if not hits:
        return
    play.events.append(CLANK_LASERS)
    points = [1 + _boosted(play, shooter) for _, shooter in hits]
    for (target, shooter), number in zip(hits, points, strict=True):
        harm(play, target, Hurt(number, SHOT, shooter.seat, "7.10.1"))
    settle(play)


def _boosted(play: ExtendedPlay, shooter: ExtendedPiece) -> int:
    """Return one extra damage if the clank is charged and its player wants that now (B27)."""
    if (
        not play.wears(shooter.seat, ENERGY)
        or play.ask(CHOICE, ENERGY, shooter.seat, 0, ("no", "yes"), "B27") != "yes"
    ):
        return 0
    play.end(shooter, ENERGY, "B27")
    return 1


def _hit_at(play: ExtendedPlay, end: Square, direction: Heading, beams: int) -> None:
    """Let the first barrier at which a beam ends take the hits, if it can.

    It may be on the square's own side or on the one beyond; nothing behind a wall is hit.
    """
    if (
        end not in play.register_tables.gated[direction]
        or (end, direction) in play.register_tables.board.walls
    ):
        return
    barrier = next(
        (
            one
            for one in play.register_tables.gates.get((end, direction), ())
            if one.blocks(direction, BEAM, play)
        ),
        None,
    )
    if barrier is not None and barrier in play.register_tables.barricades:
        play.hits[barrier] = play.hits.get(barrier, 0) + beams


def count_hits(play: ExtendedPlay) -> None:
    """Apply what beams and shots did to the barriers at which they ended, counted together.

    See B2f.
    """
    register_tables = play.register_tables
    if not register_tables.barricades:
        return
    for laser in register_tables.lasers:
        side = laser.direction()
        assert side is not None
        _hit_at(play, register_tables.end_of(laser), opposite(side), laser.beam_count())
    for barrier, beams in sorted(play.hits.items(), key=lambda entry: entry[0].entry()):
        for effect in barrier.lit(beams, play):
            assert isinstance(effect, Remember)
            play.remember(
                effect.owner or barrier.square, effect.word, effect.value, effect.until, effect.rule
            )
    play.hits.clear()


def burn(play: ExtendedPlay) -> None:
    """Damage pieces that caught fire in an earlier register of this turn (D6).

    A fire on the square that does so already replaces this damage.
    """
    if not play.wear(BURNING):
        return
    fires = {
        square
        for moment in play.register_tables.moments
        if moment.beat[:2] == (FIRE, 60)
        for square in moment.acting
    }
    burning = [
        piece
        for piece in play.on_board()
        if play.wears(piece.seat, BURNING) not in ("", str(play.register))
        and not (piece.grounded and piece.square in fires)
    ]
    if burning:
        play.events.append(BURNS)
        for piece in burning:
            harm(play, piece, Hurt(1, BURNING, piece.seat, "D6"))
        settle(play)


def haunt(play: ExtendedPlay) -> None:
    """Let each ghost hurt all clanks on its square and straight ahead, up to a wall (D9)."""
    if not play.haunted:
        return
    ghosts = [piece for piece in play.on_board() if piece.kind == GHOST]
    hurt = [
        (piece, ghost)
        for ghost in ghosts
        for piece in play.on_board()
        if piece.kind == CLANK and piece.square in play.line(ghost.square, ghost.heading)
    ]
    if hurt:
        play.events.append(HAUNTED)
        for piece, ghost in hurt:
            harm(play, piece, Hurt(1, "ghost", ghost.seat, "D9"))
        settle(play)


# ---- The end of a register and of a turn ---------------------------------------------------------


def put_out(play: ExtendedPlay) -> None:
    """Put out fires of pieces on repair points (3.3)."""
    if not play.wear(BURNING):
        return
    for piece in play.touching():
        if isinstance(piece, ExtendedPiece) and play.has(piece.square, "repair"):
            play.end(piece, BURNING, "3.3")


def land_all(play: ExtendedPlay) -> None:
    """End flights after the touching of register 5, before the end of the turn (3.3, A2)."""
    for piece in list(play.on_board()):
        if piece.flies:
            hard = play.wears(piece.seat, FLYING) == "hard"
            come_down(play, piece)
            if hard and piece in play.alive:
                harm(play, piece, HurtOnce(1, "antigrav", piece.square, "A2", "landing"))
    settle(play)
    forget_card(play)


def end_register(play: ExtendedPlay) -> None:
    """End statuses whose time is over; virtual pieces wait until they are alone on a square.

    See 3.3.
    """
    ready = []
    for piece in play.on_board() if play.wear(VIRTUAL) or play.wear(SHUT_DOWN) else ():
        value, last = play.kept.get((str(piece.seat), VIRTUAL), ("", 0))
        if value and last <= play.now:
            # Its phases are over; from here on it only waits to be alone.
            play.kept[str(piece.seat), VIRTUAL] = (value, 0)
            if not play.shares(piece):
                ready.append(piece)
        if play.kept.get((str(piece.seat), SHUT_DOWN), ("", play.now + 1))[1] <= play.now:
            play.end(piece, SHUT_DOWN, "B28")
    for piece in ready:
        play.end(piece, VIRTUAL, "A3")


def end_turn(play: ExtendedPlay) -> None:
    """Put out fires and remove copies after register 5."""
    for piece in list(play.on_board()):
        play.end(piece, BURNING, "3.3")
        if piece.kind == COPY:
            piece.at[piece.place] = None
            play.alive.remove(piece)
            piece.status = OUT
            play.events.append(PieceGone(piece.seat, piece.square, "B26"))


# ---- All beats in their order --------------------------------------------------------------------


OWN: Final[tuple[tuple[int, int, Callable[[ExtendedPlay], None]], ...]] = (
    (MOVE, 0, play_cards),
    (FIRE, 15, clank_lasers),
    (FIRE, 17, count_hits),
    (FIRE, 61, burn),
    (FIRE, 90, haunt),
    (TOUCH, 10, touch),
    (TOUCH, 11, put_out),
    (TOUCH, 15, heal_in_register),
    (TOUCH, 999, land_all),
    (END_OF_TURN, 10, heal_in_turn),
)
"""The deeds of the game itself, by stage and order; the beats of the elements come between."""


def play_extended_beats(play: ExtendedPlay) -> None:
    """Play what comes after the beginning of a register, up to its end.

    If the board changes, the beats continue in the order of the new tables (S5). Most beats concern
    no piece. Those that do are read from bits, one for each entry of the order, by the squares that
    are occupied.
    """
    raise_ghosts(play)
    together = play.tables.rules.fire == TOGETHER
    register_tables = play.register_tables
    order = _order(register_tables)
    at, stirred, due = 0, True, 0
    while True:
        if stirred:
            due, acting = register_tables.bound, register_tables.acting_bits
            for piece in play.alive:
                if piece.square in acting:
                    due |= acting[piece.square]
            stirred = False
        left = due >> at
        if not left:
            break
        at += (left & -left).bit_length() - 1
        key, own, moment = order[at]
        stage = key[0]
        # If all fire is together, deaths wait for the end of its stage (8).
        if together:
            over, play.together = play.together and stage != FIRE, stage == FIRE
            if over:
                settle(play)
        play.stage = stage
        arrivals = play.arrivals
        if play.marks is not None:
            play.mark()
        if own is not None:
            own(play)
        elif moment is not None:
            resolve(play, moment)
        # Pieces that are gone since leave beats behind that find nobody.
        stirred = play.arrivals != arrivals
        # A win on pass ends the race in mid-register; one in the touching stage lets its touching
        # and repair finish.
        if play.over and stage < TOUCH:
            break
        at += 1
        if play.register_tables is not register_tables:
            register_tables = play.register_tables
            order, stirred = _order(register_tables), True
            at = next((place for place, entry in enumerate(order) if entry[0] > key), len(order))
    play.mark()
    if not play.over:
        end_register(play)
        if play.register == LAST_REGISTER:
            end_turn(play)


def _order(register_tables: RegisterTables) -> tuple[OrderEntry, ...]:
    """Return the beats of a register by stage and order, the game's own first among equals.

    The order is computed once for its tables.
    """
    if not register_tables.order:
        last = register_tables.register == LAST_REGISTER
        own = [
            ((stage, order, 0), act, None)
            for stage, order, act in OWN
            if last or (stage != END_OF_TURN and act is not land_all)
        ]
        theirs = [
            ((moment.beat.stage, moment.beat.order, 1), None, moment)
            for moment in register_tables.moments
            if last or moment.beat.stage != END_OF_TURN
        ]
        register_tables.order = tuple(sorted([*own, *theirs], key=lambda entry: entry[0]))
        # The game's own beats that have nothing to do in this register.
        idle: set[Callable[[ExtendedPlay], None] | None] = set()
        if not register_tables.barricades:
            idle.add(count_hits)
        if not register_tables.repairs or register_tables.healing == TURN:
            idle.add(heal_in_register)
        for place, (_, act, moment) in enumerate(register_tables.order):
            if act not in idle if moment is None else moment.always:
                register_tables.bound |= 1 << place
            for square in () if moment is None else moment.acting:
                register_tables.acting_bits[square] = (
                    register_tables.acting_bits.get(square, 0) | 1 << place
                )
    return register_tables.order


def extended_clean_up(state: RaceState) -> tuple[RaceState, tuple[Event, ...]]:
    """Bring parked clanks back, in the order of their deaths, on their last free checkpoint.

    See 9.1-9.5.
    """
    events: list[Event] = []
    elsewhere = {owner for (owner, word), _ in state.memory if word in (VIRTUAL, FLYING)}
    for clank in sorted(
        (clank for clank in state.clanks if clank.status == PARKED),
        key=lambda parked: (parked.death, parked.seat),
    ):
        taken = {
            other.square
            for other in state.clanks
            if other.status == ACTIVE and str(other.seat) not in elsewhere
        }
        free = [point for point in clank.checkpoints if point[0] not in taken]
        if not free:
            events.append(StayedParked(clank.seat))
            continue
        square, heading = free[-1]
        state = state.with_clank(
            clank._replace(status=ACTIVE, square=square, heading=heading, damage=0)
        )
        events.append(Respawned(clank.seat, square, heading, "9.2"))
    events.append(TurnEnded(state.turn))
    return state, tuple(events)
