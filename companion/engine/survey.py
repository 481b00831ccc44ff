"""Facts about a board: oddities, forbidden things, and distances to flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.engine.board import Board
from companion.engine.element import Element, ElementFault
from companion.engine.state import RaceState
from companion.geometry import Square, column_row
from companion.words import Text, count, text

SEATS: Final = range(1, 9)
MAY_DIFFER: Final = frozenset({"group", "other"})
"""The keys in which elements of one group may differ, as may their sides: flip belts go round
corners (elements 8)."""
_NAMED: Final = 6
"""The number of squares that a warning names before it only counts."""


def board_warnings(board: Board) -> tuple[Text, ...]:
    """Return sentences on oddities of a board, which are allowed but probably not meant.

    They are about missing starts, elements without effect, unreachable squares, and the suggested
    flags.
    """
    found: list[Text] = []
    missing = [str(seat) for seat in SEATS if seat not in board.starts]
    if missing:
        found.append(
            count(
                "no start for seat {seats}: at most {starts} can play here",
                "no start for seats {seats}: at most {starts} can play here",
                len(missing),
                seats=", ".join(missing),
                starts=len(board.starts),
            )
        )
    found += [warning for element in board.elements for warning in element.warnings(board)]
    found += [
        text(
            "the group {group} has only the {element} on {square}",
            group=group,
            element=element.word,
            square=element.square,
        )
        for element in board.elements
        if (group := _group(element)) is not None and not _of_group(board, element)
    ]
    words = experimental_words(board)
    if words:
        found.append(
            text(
                "experimental elements on this board: {elements}",
                elements=", ".join(words),
            )
        )
    pits, reach = board.having("pit"), reachable(board, board.starts.values())
    lost = [square for square in board.squares if square not in reach and square not in pits]
    # Without any start nothing can be reached, and the first warning says so.
    if board.starts and lost:
        named, more = ", ".join(lost[:_NAMED]), len(lost) - _NAMED
        found.append(
            text(
                "these squares cannot be reached from any start: {squares} and {more} more",
                squares=named,
                more=more,
            )
            if more > 0
            else text("these squares cannot be reached from any start: {squares}", squares=named)
        )
    return (*found, *flag_warnings(board, board.suggested_flags))


def flag_warnings(
    board: Board, flags: Iterable[Square], starts: Iterable[Square] | None = None
) -> tuple[Text, ...]:
    """Return sentences on flags that no clank from `starts` can touch (2.6, 7.11.4 [E114]).

    With None, `starts` are all starts of the board.
    """
    starts = tuple(board.starts.values() if starts is None else starts)
    pits, reach = board.having("pit"), reachable(board, starts)
    found = []
    for number, square in enumerate(flags, 1):
        if square in pits:
            found.append(
                text(
                    "flag {flag} on {square} lies on a pit: nobody can touch it",
                    flag=number,
                    square=square,
                )
            )
        # Without any start nothing is in reach, and the missing starts have their own sentence.
        elif starts and square not in reach:
            found.append(
                text(
                    "flag {flag} on {square} cannot be reached from any start",
                    flag=number,
                    square=square,
                )
            )
    return tuple(found)


def reachable(board: Board, starts: Iterable[Square]) -> frozenset[Square]:
    """Return the squares that a clank can come to from some start without falling into a pit.

    It goes step by step. Belts and pushers cross the same edges as steps, so they open no other
    way. Barriers that are shut in some registers count as open.
    """
    pits = board.having("pit")
    seen = set(starts)
    edge = list(seen)
    while edge:
        square = edge.pop()
        for ahead in board.ahead:
            beyond = ahead[square]
            # Neither None nor OUTSIDE is a square to go on from.
            if beyond and beyond not in seen and beyond not in pits:
                seen.add(beyond)
                edge.append(beyond)
    return frozenset(seen)


def squares_to(board: Board, goal: Square) -> Mapping[Square, int]:
    """Return the number of single steps from each square to the goal, around walls and pits.

    Squares without a way are left out. Only the board counts, not pieces on it or effects of its
    elements. The goal itself may be a pit, since flags may be there (2.6). Barriers that are shut
    in some registers count as open.
    """
    if goal in board.ways:
        return board.ways[goal]
    pits = board.having("pit")
    before: dict[Square, list[Square]] = {}
    for ahead in board.ahead:
        for square, beyond in ahead.items():
            if beyond and square not in pits:
                before.setdefault(beyond, []).append(square)
    found, edge = {goal: 0}, [goal]
    # The list grows while it is read, ring after ring, so that each square is found from the
    # nearest one first.
    for square in edge:
        for near in before.get(square, ()):
            if near not in found:
                found[near] = found[square] + 1
                edge.append(near)
    board.ways[goal] = found
    return found


MOST: Final = 8
"""The most squares that are worth offering: one ring around a square."""
DANGERS: Final = frozenset({"belt", "pusher", "mover", "harmful", "deadly"})
"""The traits of elements that move or harm a clank that only stands there."""


def squares_near(state: RaceState, seat: int) -> tuple[Square, ...]:
    """Return at most 8 free squares around the last checkpoint of a clank, by rings.

    The checkpoint itself comes first if it is free; in rings diagonals count as one. In a ring safe
    squares come before dangerous ones, and then those furthest ahead of the stored heading, the
    middle before the sides, right before left. Walls between do not count, since the clank is put
    there and does not move.
    """
    board = state.race.board
    # There always is one: a clank begins with its start (2.7).
    place, heading = state.clank(seat).checkpoints[-1]
    # The clank's own square counts as taken, too: it would not move by that.
    taken = {clank.square for clank in state.clanks} | board.having("pit")
    dangerous = {
        square
        for element in board.elements
        if element.traits & DANGERS
        for square in element.reach(board)
    }
    column, row = column_row(place)

    def order(square: Square) -> tuple[int, bool, int, int, int]:
        """Return ring, danger, and the position seen from the checkpoint."""
        across, up = column_row(square)
        east, north = across - column, up - row
        # By the heading from north to west; negative for behind and left.
        views = (north, east), (east, -north), (-north, -east), (-east, north)
        ahead, right = views[heading]
        return max(abs(ahead), abs(right)), square in dangerous, -ahead, abs(right), -right

    return tuple(
        sorted((square for square in board.squares if square not in taken), key=order)[:MOST]
    )


# ---- What is forbidden (elements 5) --------------------------------------------------------------


def board_faults(board: Board) -> tuple[tuple[Element, ElementFault], ...]:
    """Return what is forbidden on a board, each with the element that it is about.

    These are blocks over its border, links that are no pair, groups of one, and the elements' own
    faults.
    """
    found: list[tuple[Element, ElementFault]] = []
    for element in board.elements:
        outside = [square for square in element.covers() if not lies_on(board, square)]
        if outside:
            words = text(
                "the block of {element} on {square} leaves the board: move it, or make it smaller",
                element=element.word,
                square=element.square,
            )
            reaches = text(
                '"{entry}", whose block reaches {square}', entry=element.entry(), square=outside[-1]
            )
            expected = text(
                "a block on the board, which ends at {last}: move it, or make it smaller",
                last=board.squares[-1],
            )
            found.append((element, ElementFault(words, reaches, expected)))
            continue
        found += [
            (element, fault) for fault in (*_unpaired(board, element), *element.faults(board))
        ]
    return tuple(found)


def lies_on(board: Board, square: Square) -> bool:
    """Say whether a text names a square of the board."""
    try:
        return board.has(square)
    except ValueError:
        return False


def _unpaired(board: Board, element: Element) -> Iterator[ElementFault]:
    """Say what is wrong with the link or the group of an element."""
    link, group = getattr(element, "link", None), getattr(element, "group", None)
    if link is not None:
        squares = [
            one.square
            for one in board.elements
            if one.word == element.word and getattr(one, "link", None) == link
        ]
        if len(squares) != 2:
            yield ElementFault(
                text(
                    "the link {link} of {element} is on {squares}: write it on exactly two squares",
                    link=link,
                    element=element.word,
                    squares=", ".join(squares),
                ),
                text(
                    '"{entry}" with a link on {squares}',
                    entry=element.entry(),
                    squares=", ".join(squares),
                ),
                text(
                    "a link on exactly two squares: write another {element} with link={link}, or "
                    "take it away",
                    element=element.word,
                    link=link,
                )
                if len(squares) < 2
                else text(
                    "a link on exactly two squares: take it off the others, or give them "
                    "another link"
                ),
            )
    if group is not None:
        others = _of_group(board, element)
        if not others and element.needs_others:
            yield ElementFault(
                text(
                    "the group {group} has only the {element} on {square}: give the group another "
                    "square or device, or take it away",
                    group=group,
                    element=element.word,
                    square=element.square,
                ),
                text(
                    '"{entry}" as the only one of group {group}', entry=element.entry(), group=group
                ),
                text(
                    "a group of two or more: write group={group} on another square or device, or "
                    "take it away",
                    group=group,
                ),
            )
        for other in others:
            if other.word == element.word and other.square < element.square:
                yield from _at_odds(element, other)


def _at_odds(one: Element, other: Element) -> Iterator[ElementFault]:
    """Say in which settings two elements of one group differ.

    A side and the other direction of a belt may differ (elements 8).
    """
    for key in one.keys:
        if key.name not in MAY_DIFFER and getattr(one, key.attribute) != getattr(
            other, key.attribute
        ):
            yield ElementFault(
                text(
                    "{element} on {square} and on {other} are one group with different {key}: give "
                    "both the same",
                    element=one.word,
                    square=one.square,
                    other=other.square,
                    key=key.name,
                ),
                text(
                    '"{entry}" and "{other}" in one group', entry=one.entry(), other=other.entry()
                ),
                text(
                    "one {key} for a whole group: give both the same, or another group",
                    key=key.name,
                ),
            )


def _group(element: Element) -> str | None:
    group: str | None = getattr(element, "group", None)
    return group


def _of_group(board: Board, element: Element) -> list[Element]:
    """Return the other elements of an element's group."""
    return [one for one in board.elements if one is not element and _group(one) == _group(element)]


def experimental_words(board: Board) -> tuple[str, ...]:
    """Return the experimental elements on a board in alphabetical order (elements 9).

    Their rules are rulings of this app.
    """
    return tuple(sorted({element.word for element in board.elements if element.experimental}))
