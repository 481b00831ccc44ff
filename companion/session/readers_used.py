"""The readers of a race: which are set aside, and which two were swapped."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.asking import Custody
from companion.session.commands import Command
from companion.session.lobby.arrangement import BY_CHANCE, Setup
from companion.session.session import Session
from companion.signals import ASIDE, SetAside, SwapReaders


def unused_readers(session: Session, people: Custody) -> tuple[int, ...]:
    """Return the seats whose readers a race sets aside, by who holds the cards of people."""
    # Without those that people have set aside themselves, which stay aside after the race.
    return tuple(
        seat
        for seat in session.lobby.setup.playing
        if seat not in session.config.touch
        and (people is Custody.APP or not by_hand(session, seat))
        and (session.readers.by_seat[seat].lost != ASIDE or seat in session.readers.unused)
    )


def by_hand(session: Session, seat: int) -> bool:
    """Return whether real cards are put into a seat's own reader.

    A person's are, and those of an empty seat where no pilot might need the cards.
    """
    return session.is_person(seat) or (
        session.lobby.setup.seat(seat).player == BY_CHANCE and not session.piloted
    )


def used_again(session: Session) -> tuple[SetAside, ...]:
    """Return the commands to use the readers again that a race set aside."""
    return tuple(SetAside(seat, False) for seat in session.readers.unused)


def swaps_between(before: Setup, after: Setup) -> Iterator[SwapReaders]:
    """Yield the swaps of readers between two set-ups of a race, also for going back.

    In order, since swaps do not commute.
    """
    # Both set-ups belong to one race: they share the first swaps, and later ones are undone from
    # the end.
    same = 0
    while before.swaps[same : same + 1] == after.swaps[same : same + 1] != ():
        same += 1
    yield from (SwapReaders(*pair) for pair in reversed(before.swaps[same:]))
    yield from (SwapReaders(*pair) for pair in after.swaps[same:])


def with_readers(before: Session, after: Session) -> tuple[Session, tuple[Command, ...]]:
    """Return the session with the readers that its players need now, and the commands for that.

    Pilots play on the screen, and people do where the app deals.
    """
    swaps = tuple(swaps_between(before.lobby.setup, after.lobby.setup))
    # For each seat the seat that its reader had before the swaps: a reader that is set aside stays
    # aside when it is swapped.
    chairs = {seat: seat for seat in before.readers.by_seat}
    for first, second in swaps:
        chairs[first], chairs[second] = chairs[second], chairs[first]
    commands: list[Command] = [*swaps]
    aside = [seat for seat, chair in chairs.items() if chair in before.readers.unused]
    for seat in after.lobby.setup.playing:
        # Only where cards are real does it matter whether a person or a pilot plays.
        if (
            seat in after.config.touch
            or after.match is None
            or not after.match.cards_are_real
            or by_hand(before, chairs[seat]) == by_hand(after, seat)
        ):
            continue
        if by_hand(after, seat):
            # Readers that people have set aside themselves are not used again for them.
            commands += [SetAside(seat, False)] if seat in aside else []
            aside = [other for other in aside if other != seat]
        elif before.readers.by_seat[chairs[seat]].lost != ASIDE:
            # Readers that people have set aside themselves stay aside when the race is over.
            commands.append(SetAside(seat, True))
            aside = [*(other for other in aside if other != seat), seat]
    return after._replace(readers=after.readers._replace(unused=tuple(aside))), tuple(commands)
