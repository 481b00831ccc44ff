"""Which readers a race works with: whose is set aside, and which two have changed places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.asking import Custody
from companion.session.commands import Command
from companion.session.lobby.arrangement import BY_CHANCE, Setup
from companion.session.session import Session, replace
from companion.signals import ASIDE, SetAside, SwapReaders


def unused_readers(session: Session, people: Custody) -> tuple[int, ...]:
    """Return the seats whose readers a race sets aside, by who holds the cards of people."""
    # What people have set aside themselves is left out, so that it stays aside after the race.
    return tuple(
        seat
        for seat in session.setup.playing
        if seat not in session.house.touch
        and (people is Custody.APP or not by_hand(session, seat))
        and (session.readers[seat].lost != ASIDE or seat in session.aside)
    )


def by_hand(session: Session, seat: int) -> bool:
    """Whether cards are put into a seat's own reader where they are real: a person's are, and those that nobody plays if there are no pilots who might have to."""
    return session.is_person(seat) or (
        session.setup.seat(seat).player == BY_CHANCE and not session.piloted
    )


def used_again(session: Session) -> tuple[SetAside, ...]:
    """The readers that a race did without are used again."""
    return tuple(SetAside(seat, False) for seat in session.aside)


def swaps_between(before: Setup, after: Setup) -> Iterator[SwapReaders]:
    """The readers that change places on the way from one setup of a race to another, going back too.

    In the order in which they must be done: swaps do not commute.
    """
    # Both are setups of one race: they share the first swaps, and what follows is undone from its end.
    same = 0
    while before.swaps[same : same + 1] == after.swaps[same : same + 1] != ():
        same += 1
    yield from (SwapReaders(*pair) for pair in reversed(before.swaps[same:]))
    yield from (SwapReaders(*pair) for pair in after.swaps[same:])


def with_readers(before: Session, after: Session) -> tuple[Session, tuple[Command, ...]]:
    """Return the session with the readers that its players need now, and what is done for that.

    Pilots play on the screen, and people too where the app deals.
    """
    swaps = tuple(swaps_between(before.setup, after.setup))
    chairs = _chairs(before, swaps)
    commands: list[Command] = [*swaps]
    aside = [seat for seat, chair in chairs.items() if chair in before.aside]
    for seat in after.setup.playing:
        # Only where cards are real does it matter whether a person or a pilot plays.
        if (
            seat in after.house.touch
            or after.match is None
            or not after.match.cards_are_real
            or by_hand(before, chairs[seat]) == by_hand(after, seat)
        ):
            continue
        if by_hand(after, seat):
            # What people have set aside themselves is not taken back for them.
            commands += [SetAside(seat, False)] if seat in aside else []
            aside = [other for other in aside if other != seat]
        elif before.readers[chairs[seat]].lost != ASIDE:
            # What people have set aside themselves stays so when the race is over.
            commands.append(SetAside(seat, True))
            aside = [*(other for other in aside if other != seat), seat]
    return replace(after, aside=tuple(aside)), tuple(commands)


def _chairs(session: Session, swaps: tuple[SwapReaders, ...]) -> Mapping[int, int]:
    """For which seat the reader was told before that is told for each seat now: a reader set aside stays so when it changes places."""
    chairs = {seat: seat for seat in session.readers}
    for first, second in swaps:
        chairs[first], chairs[second] = chairs[second], chairs[first]
    return chairs
