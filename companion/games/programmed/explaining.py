"""Programs of a race compared by facts, each of which comes from playing them by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.engine.cards import FIRST_LOCK, NO_CARDS
from companion.engine.causes import CRUSHER, EDGE, LASER, PIT, SHOT
from companion.engine.dealing import program
from companion.engine.events import Damaged, Destroyed, FlagTouched, seat_of
from companion.engine.keys import LAST_REGISTER
from companion.engine.modes import mode_of
from companion.engine.rule_questions import Pending, replay_answers
from companion.engine.solo_table import GONE, SoloTable, solo_table_of
from companion.engine.survey import squares_to
from companion.engine.turn import play_register
from companion.games.kit.pilot import Explaining, ProgramClaim, first_difference
from companion.games.programmed.deck import CARD_OF_CODE
from companion.games.programmed.turn import PROGRAMMING, RacePosition
from companion.games.race.ghosts import ground_of
from companion.games.scene import MOVE_NAMES
from companion.games.wording import RoundWords
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, listed, sentences, text

FLAG: Final = "flag"
"""It touches this flag in this register."""
AWAY: Final = "away"
"""It ends so many squares from this flag."""
SOON: Final = "soon"
"""From there these moves touch this flag in the next turn, if nobody is in the way."""
HITS: Final = "hits"
"""It takes so much damage; with a square, from lasers on this square only."""
DESTROYED: Final = "destroyed"
"""It is destroyed in this register, on or off this square, by this cause."""
CARD: Final = "card"
"""It is the first slot in which it has another card than the chosen program, and that card."""

_POSES: Final = 8
"""The most poses followed in each register to find a way to the flag in the next turn."""

_DEATHS: Final[Mapping[str, Callable[[Square, Text], Text]]] = {
    PIT: lambda square, when: text(
        "end in the pit on {square} in {round}", square=square, round=when
    ),
    EDGE: lambda square, when: text(
        "lead over the edge at {square} in {round}", square=square, round=when
    ),
    CRUSHER: lambda square, when: text(
        "be crushed on {square} in {round}", square=square, round=when
    ),
    LASER: lambda square, when: text(
        "be burnt by the laser on {square} in {round}", square=square, round=when
    ),
    SHOT: lambda square, when: text("be shot on {square} in {round}", square=square, round=when),
}
"""The words for a destroyed piece, by the cause; the register is named as its game names it."""


class _Course(NamedTuple):
    """The result of a program: place, flags and damage after it."""

    square: Square | None
    heading: Heading
    goal: int
    """The number of the next flag."""
    away: int | None
    """Squares to it, None without a way, off the board and after the last flag."""
    damage: int
    """The damage of the piece at the end."""
    flags: tuple[tuple[int, int], ...]
    """The touched flags with their registers."""
    hits: tuple[Damaged, ...]
    """Everything that hit it."""
    death: Destroyed | None
    register: int
    """The register in which it is over."""

    @property
    def hurt(self) -> int:
        """Return the points of damage that it took."""
        return sum(hit.points for hit in self.hits)


class RaceExplaining(Explaining[RacePosition]):
    """Programs compared in races with programs, where flags are touched in order."""

    def __init__(self, round_words: RoundWords) -> None:
        """Name registers by `round_words`, such as `Wording.round` of the game."""
        self._round_words = round_words

    def claims(
        self,
        position: RacePosition,
        seat: int,
        codes: tuple[int | None, ...],
        obvious: tuple[int | None, ...] = (),
    ) -> tuple[ProgramClaim, ...]:
        mode = mode_of(position.state.race.rules)
        if not (mode.in_order and mode.flags_count):
            return ()
        own = _course(position, seat, codes)
        if own is None:
            return ()
        found = _of_own(position, own)
        other = _course(position, seat, obvious) if obvious else None
        slot = first_difference(codes, obvious, _move)
        worse = _of_obvious(own, other) if other is not None and _is_worse(own, other) else ()
        if not slot or not worse:
            return found
        return (
            *found,
            ProgramClaim(CARD, True, number=obvious[slot - 1] or 0, register=slot),
            *worse,
        )

    def words(self, claims: Sequence[ProgramClaim]) -> Text:
        own = [claim for claim in claims if not claim.obvious]
        other = [claim for claim in claims if claim.obvious]
        flag = next((claim.marker for claim in own if claim.kind == AWAY), 0)
        found = _own_words(own, self._round_words)
        if other:
            # What the obvious program would do.
            card, *others = other
            fates = [_fate(claim, self._round_words, flag) for claim in others]
            found.append(
                text(
                    "The straight way, with {card} in slot {slot}, would {fate}.",
                    card=MOVE_NAMES.get(_move(card.number), text("Pause")),
                    slot=card.register,
                    fate=listed(fates),
                )
            )
        return sentences(*found) if found else NOTHING


# ---- Playing -------------------------------------------------------------------------------------


def _move(code: int) -> str:
    return CARD_OF_CODE[code].move


def _course(position: RacePosition, seat: int, codes: tuple[int | None, ...]) -> _Course | None:
    """Play a program by the engine; None if a slot is empty or the rules have a question."""
    cards = tuple(CARD_OF_CODE.get(code) if code is not None else None for code in codes)
    if position.stage != PROGRAMMING or None in cards or len(cards) != len(NO_CARDS):
        return None
    slots = {
        clank.seat: cards if clank.seat == seat else NO_CARDS for clank in position.state.clanks
    }
    state = program(position.state, slots).state
    if state.clank(seat).square is None:
        return None
    flags, hits = list[tuple[int, int]](), list[Damaged]()
    death: Destroyed | None = None
    while not state.over and death is None and state.register < LAST_REGISTER:
        try:
            state, events = play_register(state, replay_answers(()))
        except Pending:
            return None
        for event in events:
            if seat_of(event) != seat:
                continue
            if isinstance(event, FlagTouched):
                flags.append((event.flag, state.register))
            elif isinstance(event, Damaged):
                hits.append(event)
            elif isinstance(event, Destroyed):
                death = event
    clank, race = state.clank(seat), state.race
    if death is None and clank.square is not None and clank.next_flag <= len(race.flags):
        away = squares_to(race.board, race.flags[clank.next_flag - 1]).get(ground_of(clank.square))
    else:
        away = None
    return _Course(
        None if death is not None else clank.square,
        clank.heading,
        clank.next_flag,
        away,
        clank.damage,
        tuple(flags),
        tuple(hits),
        death,
        state.register,
    )


def _is_worse(own: _Course, other: _Course) -> bool:
    """Say whether a program is worse by a fact that counts."""
    if own.death is not None or other.death is not None:
        return own.death is None
    if own.flags or other.flags:
        return other.goal < own.goal or (other.goal == own.goal and other.hurt > own.hurt)
    return other.hurt > own.hurt or (
        own.away is not None and (other.away is None or other.away > own.away)
    )


# ---- Claims --------------------------------------------------------------------------------------


def _of_own(position: RacePosition, course: _Course) -> tuple[ProgramClaim, ...]:
    found = [
        ProgramClaim(FLAG, marker=flag, register=register) for flag, register in course.flags[-1:]
    ]
    if course.death is not None:
        return (*found, _death(course, False))
    if course.away is not None:
        found.append(ProgramClaim(AWAY, marker=course.goal, number=course.away))
        moves = _next_turn(solo_table_of(position.state.race), course)
        if moves and not course.flags:
            found.append(ProgramClaim(SOON, marker=course.goal, moves=moves))
    if course.hits:
        found.append(_hit(course, False))
    return tuple(found)


def _of_obvious(own: _Course, course: _Course) -> tuple[ProgramClaim, ...]:
    if course.death is not None:
        return (_death(course, True),)
    found = [_hit(course, True)] if course.hurt > own.hurt else []
    if course.flags and course.goal == own.goal:
        flag, register = course.flags[-1]
        found.append(ProgramClaim(FLAG, True, marker=flag, register=register))
    elif course.away is not None:
        found.append(ProgramClaim(AWAY, True, marker=course.goal, number=course.away))
    return tuple(found)


def _death(course: _Course, obvious: bool) -> ProgramClaim:
    assert course.death is not None
    return ProgramClaim(
        DESTROYED,
        obvious,
        register=course.register,
        square=course.death.square,
        cause=course.death.cause,
    )


def _hit(course: _Course, obvious: bool) -> ProgramClaim:
    places = {(hit.cause, hit.square) for hit in course.hits}
    cause, square = next(iter(places))
    alone = len(places) == 1 and cause == LASER
    return ProgramClaim(HITS, obvious, number=course.hurt, square=square if alone else "")


def _next_turn(table: SoloTable, course: _Course) -> tuple[int, ...]:
    """Return moves that touch the next flag in the next turn, () if none were found soon.

    In each register only the nearest poses are followed, so that this takes no time to notice.
    """
    limit = min(FIRST_LOCK, table.deadly)
    if course.square is None or course.damage >= limit:
        return ()
    start = table.pose(ground_of(course.square), course.heading)
    layer = {start: (course.damage, tuple[int, ...]())}
    for register in range(1, table.registers + 1):
        then: dict[int, tuple[int, tuple[int, ...]]] = {}
        for pose, (damage, moves) in layer.items():
            for move in range(table.moves):
                if moves.count(move) >= 3:
                    continue
                step = table.step(register, move, pose)
                if step.pose == GONE or damage + step.hits >= limit:
                    continue
                if table.touches(register, move, pose, course.goal):
                    return (*moves, move)
                then.setdefault(step.pose, (damage + step.hits, (*moves, move)))
        away = {pose: table.away(course.goal, pose) for pose in then}
        # Poses without a way come last.
        ranked = sorted(then, key=lambda pose: (away[pose] is None, away[pose] or 0, pose))
        layer = {pose: then[pose] for pose in ranked[:_POSES]}
    return ()


# ---- Words ---------------------------------------------------------------------------------------


def _own_words(claims: Sequence[ProgramClaim], round_words: RoundWords) -> list[Text]:
    by_kind = {claim.kind: claim for claim in claims}
    found = list[Text]()
    flag, away = by_kind.get(FLAG), by_kind.get(AWAY)
    if flag is not None:
        found.append(
            text("Flag {flag} in {round}.", flag=flag.marker, round=round_words(flag.register))
        )
    elif away is not None and SOON in by_kind:
        found.append(
            count(
                "{away} square from flag {flag}, in reach next turn.",
                "{away} squares from flag {flag}, in reach next turn.",
                away.number,
                away=away.number,
                flag=away.marker,
            )
        )
    elif away is not None:
        found.append(
            count(
                "Ends {away} square from flag {flag}.",
                "Ends {away} squares from flag {flag}.",
                away.number,
                away=away.number,
                flag=away.marker,
            )
        )
    if HITS in by_kind:
        found.append(text("Costs {points} damage.", points=by_kind[HITS].number))
    if DESTROYED in by_kind:
        found.append(
            text("This program would {fate}.", fate=_fate(by_kind[DESTROYED], round_words))
        )
    return found


def _fate(claim: ProgramClaim, round_words: RoundWords, named: int = 0) -> Text:
    """Return what a program would do, as an infinitive. The flag `named` need not be named."""
    if claim.kind == DESTROYED:
        known = _DEATHS.get(claim.cause)
        if known is not None:
            return known(claim.square, round_words(claim.register))
        return text(
            "be destroyed on {square} in {round}",
            square=claim.square,
            round=round_words(claim.register),
        )
    if claim.kind == HITS and claim.square:
        return text(
            "stop in the laser on {square} ({points} damage)",
            square=claim.square,
            points=claim.number,
        )
    if claim.kind == HITS:
        return text("cost {points} damage", points=claim.number)
    if claim.kind == FLAG:
        return text(
            "touch flag {flag} in {round}",
            flag=claim.marker,
            round=round_words(claim.register),
        )
    if claim.marker == named:
        return count(
            "end {away} square away",
            "end {away} squares away",
            claim.number,
            away=claim.number,
        )
    return count(
        "end {away} square from flag {flag}",
        "end {away} squares from flag {flag}",
        claim.number,
        away=claim.number,
        flag=claim.marker,
    )
