"""The sides of the screen at which seats sit, and whether the picture turns to the seat that acts.

People choose a seat, then touch the side where it sits. The page is never turned itself: its sides
are those of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.facing import around_table, sides_of, with_sides
from companion.session.lobby.device import turning_choices
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pictures import sign_of
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, Prefer
from companion.session.session import Result, Session, push_page, show_page
from companion.session.view import EVERYBODY, SEAT_SIDES, SeatSign, View
from companion.words import Text, sentences, text

WORDS: Final[Mapping[str, Text]] = {
    NEAR: text("Near side"),
    LEFT: text("Left side"),
    FAR: text("Far side"),
    RIGHT: text("Right side"),
}


def _place_words(name: str, side: str) -> Text:
    """Say where a seat sits."""
    if side == NEAR:
        return text("{name} sits at the near side.", name=name)
    if side == FAR:
        return text("{name} sits at the far side.", name=name)
    if side == LEFT:
        return text("{name} sits on the left.", name=name)
    return text("{name} sits on the right.", name=name)


class ChooseSeat(NamedTuple):
    """Choose the seat that the next touch of a side moves."""

    seat: int


class SeatPlace(NamedTuple):
    """A seat at its side."""

    seat: int
    sign: SeatSign
    side: str
    chosen: bool
    """Whether a touch of a side moves it."""
    is_person: bool
    """Whether a person plays it."""


class SidesPage(NamedTuple):
    """The table from above: the screen in its middle and the seats around it."""

    seats: tuple[SeatPlace, ...]
    """All seats, in order; touching one sends `ChooseSeat`."""
    sides: Mapping[str, Choice]
    """For each side the choice that moves the chosen seat there."""
    groups: tuple[ChoiceGroup, ...]
    """The arrangements for all seats, and the switch."""


def on_open(session: Session) -> Result:
    """Open with the first person chosen."""
    return show_page(session, SEAT_SIDES, next(iter(session.people), 1)), ()


def on_choose(session: Session, chosen: int, message: ChooseSeat) -> Result:
    """Choose the seat that the next touched side is for."""
    if message.seat not in sides_of(session.lobby.preferences):
        return session, ()
    return push_page(session, SEAT_SIDES, message.seat), ()


def sides_view(session: Session, chosen: int) -> View:
    """Return the seats at their sides, and what can be touched."""
    now = session.lobby.preferences
    sides = sides_of(now)
    page = SidesPage(
        tuple(
            SeatPlace(
                seat,
                sign_of(session, seat),
                side=side,
                chosen=seat == chosen,
                is_person=session.is_person(seat),
            )
            for seat, side in sides.items()
        ),
        {
            side: Choice(
                words,
                "",
                Prefer(with_sides(now, {chosen: side})),
                chosen=sides[chosen] == side,
            )
            for side, words in WORDS.items()
        },
        (
            ChoiceGroup(
                text("All seats"),
                WAYS,
                tuple(
                    Choice(words, "", Prefer(preferred), chosen=preferred == now)
                    for words, preferred in (
                        (text("Around the table"), around_table(session)),
                        (text("Everybody near"), with_sides(now, dict.fromkeys(sides, NEAR))),
                    )
                ),
            ),
            ChoiceGroup(text("The picture"), WAYS, turning_choices(now)),
        ),
    )
    return View(
        SEAT_SIDES,
        text("Seats around the screen"),
        hint=sentences(
            _place_words(sign_of(session, chosen).name, sides[chosen]),
            text("Touch another side, or another seat."),
        ),
        body=page,
        back=text("Close"),
        on_back=ClosePage(SEAT_SIDES),
        on_sign=None,
        seat=EVERYBODY,
    )


PAGE: Final = Page(sides_view, {ChooseSeat: on_choose}, opened=on_open)
