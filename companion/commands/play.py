"""`clockwork-derby play`: open the touchscreen; also what happens without a command.

Every touch is kept before its effect is shown. A race that was not finished is offered at the next start, whoever pulled the plug.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from companion.app.crash_loop import Starts, why_safe
from companion.app.sd_notify import Notifier
from companion.commands import Subparsers
from companion.commands._options import add_state, add_window, complaining, play_in_window, readers_of, state_of
from companion.commands._terminal import complain
from companion.errors import DerbyError, ScreenFault, SetupFault, did_you_mean
from companion.session.house_messages import CallHouse

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.loop import EventLoop

NAME = "play"
MOST_SEATS = 8


def add(subparsers: Subparsers) -> None:
    """The window, and who sits at the table to begin with."""
    parser = subparsers.add_parser(
        NAME, help="open the touchscreen (this is what happens without a command)", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_window(parser)
    parser.add_argument("--seats", metavar="WHO", help="who plays seats 1, 2 …: person,random,random, or 4 for one person against three pilots; as last time when left out")
    parser.add_argument("--seed", help="the same word gives the same shuffles and the same pilots' choices again")
    parser.add_argument("--new", action="store_true", help="do not offer the race that was not finished; it stays kept, see games list")
    parser.add_argument("--safe", action="store_true", help="safe mode: no readers but the screen's, the usual settings, and nothing is kept")
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed; counted first, so that whatever stops it on its way to the first screen leads to safe mode."""
    players, folder = None if args.seats is None else players_of(args.seats), state_of(args)
    starts = Starts(folder)
    with counted(starts) as failed:
        why = why_safe(failed, args.safe)
        # What is wrong with the readers is said before a window opens.
        # In safe mode their address is not even looked at: it may be what is wrong.
        readers = None if why else readers_of(args)

        def evening() -> EventLoop:
            """Imported beside the window, which comes first."""
            from companion.ui.app import usual_evening

            return at_home(usual_evening(folder, players, args.seed, readers_of(args) if readers is None else readers, args.new))

        def again() -> EventLoop:
            """The usual evening after one in safe mode, which may fail as the starts before have."""
            starts.begin()
            return evening()

        if why:
            complain(why)
            play_in_window(args, partial(safely, why, folder), starts.screen, again)
        else:
            play_in_window(args, evening, starts.screen)
    return 0


@contextmanager
def counted(starts: Starts) -> Iterator[int]:
    """Count a start, and say how many before it have failed; one that somebody ends before its first screen has not failed.

    Neither has one that ends with words, unless nobody reads them, as where a service manager has started it. A display that is not to be had
    says nothing of the game: safe mode would not bring it, and when it is there again the race is wanted.
    """
    failed = starts.begin()
    try:
        yield failed
    except KeyboardInterrupt:
        starts.reached()
        raise
    except ScreenFault:
        starts.withdraw()
        raise
    except DerbyError:
        if not Notifier.from_environment().heard:
            starts.reached()
        raise
    starts.reached()


def safely(why: str, folder: Path) -> EventLoop:
    """An evening in safe mode."""
    from companion.app.startup import safe_evening

    return at_home(safe_evening(why, folder))


def at_home(loop: EventLoop) -> EventLoop:
    """An evening that may switch its computer off, and offers to where the computer has nothing else to do; and that may end itself."""
    loop.host.switch_off, loop.host.start_again = switched_off, ended
    if Notifier.from_environment().heard:
        loop.send(CallHouse(appliance=True, safe=loop.session.house.safe))
    return complaining(loop)


def switched_off(again: bool) -> str:
    """Switch the computer off, or off and on `again`; a sentence that says what comes of it."""
    # Once in an evening at most, and every first screen would wait for it.
    from companion.app.power import restart, switch_off

    return restart() if again else switch_off()


def ended() -> str:
    """End the game, which its service starts anew; a sentence that says so."""
    from companion.ui.app import end

    return end()


def players_of(text: str) -> tuple[str, ...]:
    """Who plays, from a number of seats or from names with commas between; SetupFault says what was expected.

    One name for each seat from seat 1 on; a number stands for one person and pilots, so many in all.
    """
    from companion.pilots.base import pilots

    known = ("person", *pilots())
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_SEATS:
        return ("person", *["random"] * (int(text) - 1))
    players = tuple(text.split(","))
    for player in players:
        if player not in known:
            raise SetupFault(f"--seats: found {player!r}, expected 1 to {MOST_SEATS}, or names of {', '.join(known)} with commas between{did_you_mean(player, known)}")
    if len(players) > MOST_SEATS:
        raise SetupFault(f"--seats: found {len(players)} players, expected at most {MOST_SEATS}; leave some out")
    return players
