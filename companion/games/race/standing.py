"""What a clank has besides its place, how that is drawn and told, and how a race stands by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from companion.engine.extended.piece import kind_of
from companion.engine.rules import lives_words
from companion.engine.state import ACTIVE, DEADLY, OUT, PARKED, Checkpoint, Memory
from companion.engine.statuses import BURNING, ENERGY, FLYING, OF_WORD, SHUT_DOWN, SUNK, VIRTUAL
from companion.games.race.others import whose
from companion.games.scene import Badge, Fact, Piece, Standing
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, facts, listed, text, verbatim

STATES: Final[Mapping[str, Text]] = {PARKED: text("parked"), OUT: text("out")}
"""The words for a clank that does not race just now."""


class Condition(NamedTuple):
    """What a clank has: damage 0-9, lives, None without limit, and how many flags it has touched.

    `checkpoints` are (square, heading), the one touched last at the end, `locked` the slots locked at the last deal; `announced` that it will sit out the next turn.
    `statuses` are those of extended boards, each with its value, by their words; `more` is what a game says of it besides. `wanted` are the flags that would
    count for it now where that is not the next one in order, None where it is.
    """

    damage: int
    lives: int | None
    flags: int
    checkpoints: tuple[Checkpoint, ...] = ()
    locked: tuple[int, ...] = ()
    announced: bool = False
    statuses: tuple[tuple[str, str], ...] = ()
    more: tuple[Badge, ...] = ()
    wanted: tuple[int, ...] | None = None

    @property
    def seeks(self) -> tuple[int, ...]:
        """The flags that would count for it now."""
        return (self.flags + 1,) if self.wanted is None else self.wanted


RINGS: Final[Mapping[str, str]] = {
    VIRTUAL: "virtual",
    FLYING: "flying",
    SHUT_DOWN: "shut down",
    BURNING: "burning",
    SUNK: "sunk",
    ENERGY: "charged",
}
"""The statuses for which a piece wears a ring or a token on the table, each with the name of its colour (elements 10)."""


def clank(
    seat: int,
    square: Square | None,
    heading: Heading,
    status: str,
    down: bool,
    condition: Condition,
) -> Piece:
    """A clank to draw, with what it has as badges."""
    badges = _worn(condition, _badges(condition.damage, condition.seeks))
    return Piece(seat, square, heading, status, down, badges)


def other(
    seat: int, square: Square | None, heading: Heading, statuses: tuple[tuple[str, str], ...] = ()
) -> Piece:
    """A copy or a ghost to draw; nobody counts anything of it but the rings that it wears."""
    condition = Condition(0, None, 0, statuses=statuses)
    return Piece(
        seat, square, heading, ACTIVE, False, _worn(condition, ()), whose(seat), kind_of(seat)
    )


def rings_of(condition: Condition) -> list[Text]:
    """The rings that a piece wears in this condition, by what they are called."""
    return [OF_WORD[word].title for word, _ in condition.statuses if word in RINGS]


def worn(piece: Piece) -> list[Text]:
    """The rings that a piece wears for its statuses, by what they are called."""
    return [badge.meaning for badge in piece.badges if badge.ring in RINGS.values()]


def statuses_of(memory: Memory, seat: int) -> tuple[tuple[str, str], ...]:
    """What a piece carries, by what is remembered of it."""
    return tuple(
        (word, value)
        for (owner, word), (value, _) in memory
        if owner == str(seat) and word in OF_WORD
    )


def _worn(condition: Condition, badges: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """The badges with those of its statuses; on base boards there are none."""
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
    """Its next flag, or those that it seeks, and its damage, which is drawn round it; a race has few of them, and asks for them all the time."""
    told = text("damage {damage}", damage=damage)
    hurt = Badge(told, told, damage)
    if not seeks:
        return (hurt,)
    if len(seeks) == 1:
        return Badge(
            text("flag {flag} next", flag=seeks[0]), text("flag {flag}", flag=seeks[0])
        ), hurt
    flags = listed([str(flag) for flag in seeks], "")
    return Badge(text("seeks flags {flags}", flags=flags), text("flags {flags}", flags=flags)), hurt


class Due(NamedTuple):
    """What the next turn brings for a clank: whether it rests, the slots that its damage locks and opens, and the damage that would destroy it.

    `flag` is the one that it has the shortest way to, None for the next one in order.
    """

    rests: bool = False
    locks: tuple[int, ...] = ()
    opens: tuple[int, ...] = ()
    deadly: int = DEADLY
    flag: int | None = None


NOTHING_DUE: Final = Due()


def standing(
    place: int,
    piece: Piece,
    condition: Condition,
    flags: Sequence[Square],
    away: int | None,
    due: Due = NOTHING_DUE,
    *,
    over: bool = True,
) -> Standing:
    """Say how one clank stands in a race for these flags.

    Args:
        place: in the race.
        piece: the clank.
        condition: what it has.
        flags: their squares, in order.
        away: the squares to its next flag, None where nobody asks or there is no way.
        due: what the next turn brings for it.
        over: whether the race is over, so that nobody asks for a way.
    """
    touched, of, damage, lives = (
        condition.flags,
        len(flags),
        condition.damage,
        lives_words(condition.lives),
    )
    told = (
        Fact(
            text("Flags"),
            text("{flags} of {of}", flags=touched, of=of),
            text("{flags} of {of} flags", flags=touched, of=of),
        ),
        Fact(text("Damage"), verbatim(str(damage)), text("damage {damage}", damage=damage)),
        Fact(text("Lives"), lives, text("lives {lives}", lives=lives)),
    )
    flag = due.flag or touched + 1
    ahead, goal = (NOTHING, None) if away is None else (_away(away, flag), flags[flag - 1])
    missing = [one for one in condition.seeks if one <= of]
    if away is None and not over and missing and piece.status == ACTIVE:
        ahead, goal = text("no way now to flag {flag}", flag=missing[0]), flags[missing[0] - 1]
    data = {"flags": touched, "of": of, "damage": damage, "lives": str(lives)}
    return Standing(
        place,
        piece.seat,
        piece.status,
        STATES.get(piece.status, NOTHING),
        told,
        ahead,
        _told(piece, condition, told),
        data,
        _soon(piece, condition, due),
        _brief(piece, condition, told[0].words, away, flag),
        goal,
    )


def _brief(piece: Piece, condition: Condition, flags: Text, away: int | None, flag: int) -> Text:
    """State, way and condition in one line; what goes without saying is left out: no damage, lives without limit."""
    way = flags if away is None else text("{squares} to flag {flag}", squares=away, flag=flag)
    damage = text("damage {damage}", damage=condition.damage) if condition.damage else NOTHING
    lives = (
        NOTHING
        if condition.lives is None or piece.status == OUT
        else text("lives {lives}", lives=lives_words(condition.lives))
    )
    return facts([STATES.get(piece.status, NOTHING), way, damage, lives])


def _soon(piece: Piece, condition: Condition, due: Due) -> Text:
    """Who is near its end (8.1), who rests (6.5), and which slots lock or open (6.3), in a few words."""
    told = []
    if piece.status == ACTIVE and condition.damage >= due.deadly - 1:
        told.append(text("next hit destroys it"))
    if due.rests:
        told.append(text("rests next turn"))
    if due.locks:
        told.append(
            count(
                "slot {slots} locks",
                "slots {slots} lock",
                len(due.locks),
                slots=", ".join(map(str, due.locks)),
            )
        )
    if due.opens:
        told.append(
            count(
                "slot {slots} opens",
                "slots {slots} open",
                len(due.opens),
                slots=", ".join(map(str, due.opens)),
            )
        )
    return listed(told, "")


def _away(squares: int, flag: int) -> Text:
    """How far it is to a flag: "12 squares to flag 1"."""
    if squares == 0:
        return text("on flag {flag}", flag=flag)
    return (
        text("1 square to flag {flag}", flag=flag)
        if squares == 1
        else text("{squares} squares to flag {flag}", squares=squares, flag=flag)
    )


def headline(
    order: Sequence[int],
    conditions: Mapping[int, Condition],
    away: Mapping[int, int],
    names: Mapping[int, str],
) -> Text:
    """Who leads by how much (10.4): by flags, or with as many flags by squares; NOTHING where nobody leads, or the way of one of them is not known.

    `order` are the seats, the best first; `away` the squares to the next flag by seat.
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


def _told(piece: Piece, condition: Condition, known: Sequence[Fact]) -> Text:
    """Say how a clank stands in half a sentence: "2 of 4 flags · damage 3 · lives 2 · parked"."""
    lives = known[2:] if condition.lives is not None and piece.status != OUT else ()
    state = STATES.get(piece.status, NOTHING)
    return facts([*(fact.words for fact in (*known[:2], *lives)), state])
