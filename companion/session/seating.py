"""Who plays a clank, changed in the middle of a race: a pilot takes over or gives back, or two players change places.

A seat whose PIN was forgotten opens without one. Clanks stay where they are. What changes is who is asked, and at which reader (`readers_used`); all remedies are refused in a sentence.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.base import PROGRAM, Questions, Shuffle
from companion.session.changing import RULE, collected
from companion.session.commands import Command
from companion.session.history import noted
from companion.session.messages import ForgetPin, HandSeat, SwapSeats
from companion.session.moments import moment_of
from companion.session.readers_used import with_readers
from companion.session.ready import undrawn
from companion.session.session import NOBODY, PERSON, Made, Match, Result, SeatSetup, Session, Setup, replace
from companion.session.setup import played_by
from companion.session.travel import carried_on
from companion.signals import InsertCard
from companion.words import Text, listed, text


def hand_seat(session: Session, match: Match, remedy: HandSeat, who: str, why: str) -> Result | Text:
    """Another one plays a seat from now on; a pilot plays it on the screen.

    Refused for a seat that nobody plays, and for the player that it has already.
    """
    seat, player = remedy.seat, remedy.player
    names = dict([(PERSON, text("a person")), *session.house.pilots])
    if not plays(session, seat):
        return text("Seat {seat} does not play in this race.", seat=seat) if isinstance(seat, int) else text("There is no such seat.")
    if not isinstance(player, str) or player == NOBODY or player not in names:
        return text("Nobody called {player!r} can play: it can be {known}.", player=str(player)[:20], known=listed(list(names), ""))
    name = session.setup.seat(seat).name
    if session.setup.seat(seat).player == player:
        return text("{clank} is played by {player} already.", clank=name, player=names[player])
    setup = _with_seats(session.setup, {seat: played_by(session.setup.seat(seat), player)})
    return _seated(session, match, setup, Made((text("{clank} is played by {player} from now on", clank=name, player=names[player]),), RULE, seat, who, why))


def swap_seats(session: Session, match: Match, remedy: SwapSeats, who: str, why: str) -> Result | Text:
    """Two players change places; whoever has a reader goes on with it."""
    first, second = remedy.first, remedy.second
    if not plays(session, first) or not plays(session, second) or first == second:
        return text("Choose two seats that play in this race.")
    one, other = session.setup.seat(first), session.setup.seat(second)
    # On one screen there are no chairs to change: what lies on it can be touched from everywhere.
    real = not session.on_screen(first) or not session.on_screen(second)
    if not real and one.player == other.player:
        return text("{one} and {other} are both played on this screen by the same kind of player: nothing changes by that.", one=one.name, other=other.name)
    # Each takes its PIN along, as it does its reader.
    seats = {first: one._replace(player=other.player, pin=other.pin), second: other._replace(player=one.player, pin=one.pin)}
    setup = _with_seats(session.setup, seats)
    setup = setup._replace(swaps=(*setup.swaps, (first, second))) if real else setup
    words = [text("Who played {one} plays {other} from now on, and the other way round", one=one.name, other=other.name)]
    words += [text("Each goes on with the reader in front of it")] if real else []
    return _seated(session, match, setup, Made(tuple(words), RULE, first, who, why))


def plays(session: Session, seat: object) -> bool:
    """Whether this is a seat that somebody plays.

    For whatever is asked, since a remedy may come out of a journal; True is no seat.
    """
    return type(seat) is int and seat in session.setup.playing


def forget_pin(session: Session, match: Match, remedy: ForgetPin, who: str, why: str) -> Result | Text:
    """A seat whose PIN nobody knows any more opens without one; the history says so, whatever is taken back later."""
    seat = remedy.seat
    if not plays(session, seat) or not session.setup.seat(seat).pin:
        return text("This seat has no PIN.")
    name = session.setup.seat(seat).name
    setup = _with_seats(session.setup, {seat: session.setup.seat(seat)._replace(pin="")})
    return noted(replace(session, setup=setup, notice=""), text("The PIN of {clank} was taken away", clank=name), seat, who, why), ()


def _with_seats(setup: Setup, changed: Mapping[int, SeatSetup]) -> Setup:
    """The setup with other players on some seats; names, colours and shapes stay with the clanks."""
    return setup._replace(seats=tuple(changed.get(number, seat) for number, seat in enumerate(setup.seats, 1)))


def _seated(session: Session, match: Match, setup: Setup, made: Made) -> Result:
    """Nobody who has another player or another reader now is ready; a pilot finds in its reader what must stay there, and else nothing."""
    swapped = setup.swaps[-1] if setup.swaps != session.setup.swaps else ()
    seats = [seat for seat in setup.playing if seat in swapped or setup.seat(seat) != session.setup.seat(seat)]
    # Pilots that drew from real cards draw anew, for who sits down now may put in one of theirs.
    match, given_back = undrawn(session, match)
    for seat in seats:
        match = match.without(seat)
    match = match._replace(open_seat=None if match.open_seat in seats else match.open_seat)
    after = replace(
        session, match=match, setup=setup, past=moment_of(session, made), future=(), step=session.step + 1, again=None, notice="",
    )
    after, commands = with_readers(session, after)
    # Readers first, cards then: only a reader that the screen plays takes them.
    cards = [command for seat in seats if not after.is_person(seat) for command in _cards_of_pilot(after, match, seat)]
    return carried_on(after, (*commands, *given_back, *cards))


def _cards_of_pilot(session: Session, match: Match, seat: int) -> Iterator[Command]:
    """Everything out of a pilot's reader, then in what belongs there; nothing while no cards are asked for."""
    want = match.want
    if isinstance(want, Shuffle):
        held = want.held.get(seat, ())
    else:
        ask = match.ask(seat) if isinstance(want, Questions) and want.about == PROGRAM else None
        if ask is None:
            return
        held = ask.held
    # Whatever the reader shows, also a card that cannot be read: nobody knows what to take out singly.
    yield collected(session, {seat: ()})
    yield from (InsertCard(seat, slot, code) for slot, code in enumerate(held, 1) if code is not None)
