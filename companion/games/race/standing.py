"""Draw and word what a piece has apart from its place, and the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from companion.engine.extended.piece import kind_of
from companion.engine.rules import lives_words
from companion.engine.state import ACTIVE, DEADLY, OUT, PARKED, Checkpoint, Memory
from companion.engine.statuses import BURNING, ENERGY, FLYING, OF_WORD, SHUT_DOWN, SUNK, VIRTUAL
from companion.games.race.ghosts import whose
from companion.games.scene import Badge, Fact, Piece, Standing
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, facts, listed, text, verbatim

STATES: Final[Mapping[str, Text]] = {PARKED: text("parked"), OUT: text("out")}
"""The words for a piece that does not race at the moment."""


class PieceCondition(NamedTuple):
    """The damage, lives, flags and statuses of a piece."""

    damage: int
    """The damage, from 0 to 9."""
    lives: int | None
    """The lives, None for no limit."""
    flags: int
    """The number of touched flags."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """The checkpoints as (square, heading), the last one at the end."""
    locked: tuple[int, ...] = ()
    """The slots locked at the last deal."""
    announced: bool = False
    """Whether it will sit out the next turn."""
    statuses: tuple[tuple[str, str], ...] = ()
    """The statuses of extended boards, as (word, value)."""
    more: tuple[Badge, ...] = ()
    """Further badges of the game."""
    wanted: tuple[int, ...] | None = None
    """The flags that count for it now, None if that is only the next one in order."""

    @property
    def seeks(self) -> tuple[int, ...]:
        """Return the flags that would count for it now."""
        return (self.flags + 1,) if self.wanted is None else self.wanted


RINGS: Final[Mapping[str, str]] = {
    VIRTUAL: "virtual",
    FLYING: "flying",
    SHUT_DOWN: "shut down",
    BURNING: "burning",
    SUNK: "sunk",
    ENERGY: "charged",
}
"""The colours of rings and tokens for statuses, by the word of the status (elements 10)."""


def clank(
    seat: int,
    square: Square | None,
    heading: Heading,
    status: str,
    down: bool,
    condition: PieceCondition,
) -> Piece:
    """Return a player's piece to draw, with badges for what it has."""
    badges = _with_status_badges(condition, _badges(condition.damage, condition.seeks))
    return Piece(seat, square, heading, status, down, badges)


def other(
    seat: int, square: Square | None, heading: Heading, statuses: tuple[tuple[str, str], ...] = ()
) -> Piece:
    """Return a copy or a ghost to draw; its rings are its only badges."""
    condition = PieceCondition(0, None, 0, statuses=statuses)
    return Piece(
        seat,
        square,
        heading,
        ACTIVE,
        False,
        _with_status_badges(condition, ()),
        whose(seat),
        kind_of(seat),
    )


def rings_of(condition: PieceCondition) -> list[Text]:
    """Return the names of the rings on a piece in this condition."""
    return [OF_WORD[word].title for word, _ in condition.statuses if word in RINGS]


def ring_names(piece: Piece) -> list[Text]:
    """Return the names of the rings on a piece."""
    return [badge.meaning for badge in piece.badges if badge.ring in RINGS.values()]


def statuses_of(memory: Memory, seat: int) -> tuple[tuple[str, str], ...]:
    """Return the statuses of a piece, as (word, value), from the memory of the race."""
    return tuple(
        (word, value)
        for (owner, word), (value, _) in memory
        if owner == str(seat) and word in OF_WORD
    )


def _with_status_badges(condition: PieceCondition, badges: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """Return the badges with those of its statuses; base boards have none."""
    if not condition.statuses:
        return (*badges, *condition.more) if condition.more else badges
    return (
        *badges,
        *condition.more,
        *(
            Badge(OF_WORD[word].title, OF_WORD[word].title, ring=RINGS.get(word, ""))
            for word, _ in condition.statuses
        ),
    )


@cache
def _badges(damage: int, seeks: tuple[int, ...]) -> tuple[Badge, ...]:
    """Return badges for the flags that it seeks and for its damage, which is drawn round it.

    A race has few different ones and needs them often.
    """
    words = text("damage {damage}", damage=damage)
    hurt = Badge(words, words, damage)
    if not seeks:
        return (hurt,)
    if len(seeks) == 1:
        return Badge(
            text("flag {flag} next", flag=seeks[0]), text("flag {flag}", flag=seeks[0])
        ), hurt
    flags = listed([str(flag) for flag in seeks], "")
    return Badge(text("needs flags {flags}", flags=flags), text("flags {flags}", flags=flags)), hurt


class NextTurn(NamedTuple):
    """The rest, locks and dangers that the next turn brings for a piece."""

    rests: bool = False
    """Whether it rests."""
    locks: tuple[int, ...] = ()
    """The slots that its damage locks."""
    opens: tuple[int, ...] = ()
    """The slots that are unlocked."""
    deadly: int = DEADLY
    """The damage that would destroy it."""
    flag: int | None = None
    """The flag with the shortest way, None for the next one in order."""


NO_CHANGE: Final = NextTurn()


def standing(
    place: int,
    piece: Piece,
    condition: PieceCondition,
    flags: Sequence[Square],
    away: int | None,
    next_turn: NextTurn = NO_CHANGE,
    *,
    over: bool = True,
) -> Standing:
    """Return the standing of a piece in a race.

    Args:
        place: Its place in the race.
        piece: The piece.
        condition: What it has.
        flags: The squares of the flags, in order.
        away: The squares to its next flag, None if they are not needed or there is no way.
        next_turn: What the next turn brings for it.
        over: Whether the race is over, so that the way does not count.
    """
    touched, of, damage = condition.flags, len(flags), condition.damage
    lives = lives_words(condition.lives)
    shown = (
        Fact(
            text("Flags"),
            text("{flags} of {of}", flags=touched, of=of),
            text("{flags} of {of} flags", flags=touched, of=of),
        ),
        Fact(text("Damage"), verbatim(str(damage)), text("damage {damage}", damage=damage)),
        Fact(text("Lives"), lives, text("lives {lives}", lives=lives)),
    )
    flag = next_turn.flag or touched + 1
    ahead, goal, way = NOTHING, None, shown[0].words
    missing = [one for one in condition.seeks if one <= of]
    if away is not None:
        goal, way = flags[flag - 1], text("{squares} to flag {flag}", squares=away, flag=flag)
        if away == 0:
            ahead = text("on flag {flag}", flag=flag)
        elif away == 1:
            ahead = text("1 square to flag {flag}", flag=flag)
        else:
            ahead = text("{squares} squares to flag {flag}", squares=away, flag=flag)
    elif not over and missing and piece.status == ACTIVE:
        ahead, goal = text("no way now to flag {flag}", flag=missing[0]), flags[missing[0] - 1]
    state = STATES.get(piece.status, NOTHING)
    # Unlimited lives go without saying; in the line below so does no damage.
    lives_left = NOTHING if condition.lives is None or piece.status == OUT else shown[2].words
    return Standing(
        place,
        piece.seat,
        piece.status,
        state,
        shown,
        ahead,
        facts([shown[0].words, shown[1].words, lives_left, state]),
        {"flags": touched, "of": of, "damage": damage, "lives": str(lives)},
        _soon(piece, condition, next_turn),
        facts([state, way, shown[1].words if damage else NOTHING, lives_left]),
        goal,
    )


def _soon(piece: Piece, condition: PieceCondition, next_turn: NextTurn) -> Text:
    """Return what is due in a few words.

    A piece may be near its end (8.1), rest (6.5), or have slots that lock or open (6.3).
    """
    notes = []
    if piece.status == ACTIVE and condition.damage >= next_turn.deadly - 1:
        notes.append(text("next hit destroys it"))
    if next_turn.rests:
        notes.append(text("rests next time"))
    if next_turn.locks:
        notes.append(
            count(
                "slot {slots} locks",
                "slots {slots} lock",
                len(next_turn.locks),
                slots=", ".join(map(str, next_turn.locks)),
            )
        )
    if next_turn.opens:
        notes.append(
            count(
                "slot {slots} opens",
                "slots {slots} open",
                len(next_turn.opens),
                slots=", ".join(map(str, next_turn.opens)),
            )
        )
    return listed(notes, "")


def headline(
    order: Sequence[int],
    conditions: Mapping[int, PieceCondition],
    away: Mapping[int, int],
    names: Mapping[int, str],
) -> Text:
    """Return who leads by how much (10.4): by flags, or with equal flags by squares.

    NOTHING if nobody leads, or the way of one of the two is not known.

    Args:
        order: The seats, the best first.
        conditions: What pieces have, by seat.
        away: The squares to the next flag, by seat.
        names: The names of the pieces, by seat.
    """
    if len(order) < 2:
        return NOTHING
    first, second = order[:2]
    flags = conditions[first].flags - conditions[second].flags
    if flags:
        return count(
            "{clank} leads {other} by {number} flag.",
            "{clank} leads {other} by {number} flags.",
            flags,
            clank=names[first],
            other=names[second],
        )
    if first not in away or second not in away:
        return NOTHING
    squares = away[second] - away[first]
    if not squares:
        return text(
            "{clank} and {other} are level in front.", clank=names[first], other=names[second]
        )
    return count(
        "{clank} leads {other} by {number} square.",
        "{clank} leads {other} by {number} squares.",
        squares,
        clank=names[first],
        other=names[second],
    )
