"""`clockwork-derby play`: open the touchscreen; also what happens without a command.

Every touch is kept before its effect is shown. A race that was not finished is offered at the next start, whoever pulled the plug.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from os import environ
from typing import TYPE_CHECKING

from companion.app.crash_loop import TOO_MANY, Starts, why_safe
from companion.app.sd_notify import Notifier
from companion.commands import Subparsers
from companion.commands._options import (
    add_board,
    add_deck,
    add_game,
    add_seed,
    add_state,
    add_window,
    complaining,
    dealt_game_of,
    play_in_window,
    readers_of,
    state_of,
)
from companion.commands._terminal import complain
from companion.errors import DerbyError, ScreenFault, SetupFault, did_you_mean
from companion.games.boards import shipped_boards
from companion.games.decks import own_deck
from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.phones.door import PORT
from companion.session.messages import CallHouse
from companion.words import text

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.loop import EventLoop
    from companion.engine.board import Board
    from companion.games.api import Game
    from companion.words import Text

NAME = "play"
MOST_SEATS = 8
PAUSE = 2.0
"""Seconds before what has just failed is tried again by a service manager, which itself waits hardly at all."""
LAST_PORT = 65535


def add(subparsers: Subparsers) -> None:
    """The window, and who sits at the table to begin with."""
    parser = subparsers.add_parser(
        NAME,
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_window(parser)
    add_game(parser, "which game; an unfinished one of another kind stays saved, see games list")
    add_deck(parser)
    add_board(parser)
    parser.add_argument(
        "--seats",
        metavar="WHO",
        help="who plays seats 1, 2 …: person,random,random, or 4 for one person against three pilots; as last time when left out",
    )
    add_seed(parser, None)
    parser.add_argument(
        "--new",
        action="store_true",
        help="do not offer the unfinished game; it stays saved, see games list",
    )
    parser.add_argument(
        "--safe",
        action="store_true",
        help="safe mode: no readers but the screen's, the usual settings, and nothing is saved",
    )
    parser.add_argument(
        "--phones",
        nargs="?",
        type=int,
        const=PORT,
        metavar="PORT",
        help=f"let phones on the same network join by a code, for this session: as the private view of a seat, or as a second screen (port {PORT} unless something else is chosen)",
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed. The start is counted first: whatever stops it before the first screen leads to safe mode."""
    players, folder = None if args.seats is None else players_of(args.seats), state_of(args)
    # Without the option the unfinished race is offered, whichever game it is.
    game = None if args.game is None and args.deck is None else dealt_game_of(args)
    # What is wrong with the board is said before a window opens, too.
    ground = None if args.board is None else ground_of(args.board, folder, game)
    starts = Starts(folder)
    if args.phones is not None and not 1 <= args.phones <= LAST_PORT:
        raise SetupFault(
            f"--phones: found {args.phones}, expected a port from 1 to {LAST_PORT}; leave it out for {PORT}"
        )
    with counted(starts) as failed:
        why = why_safe(failed, args.safe)
        # What is wrong with the readers is said before a window opens. In safe mode they are not even looked at: they may be the fault.
        readers = None if why else readers_of(args)

        def usual() -> EventLoop:
            # Imported beside the window, which comes first.
            from companion.ui.app import usual_session

            loop = usual_session(
                folder,
                players,
                args.seed,
                readers_of(args) if readers is None else readers,
                args.new,
                game if ground is None else ground.game,
            )
            loop = loop if ground is None else grounded(loop, folder, ground)
            return phoned(
                at_home(loop if args.deck is None else dealt(loop, folder, game, args.deck)),
                args.phones,
                folder,
            )

        def again() -> EventLoop:
            # The usual session after safe mode may fail as the starts before it did, so it counts, too.
            starts.begin()
            return usual()

        def load(number: int) -> EventLoop:
            return phoned(loaded(args, folder, number), args.phones, folder, fresh=True)

        if why:
            complain(why)
            play_in_window(args, partial(safely, why, folder), starts.screen, again, load)
        else:
            play_in_window(args, usual, starts.screen, load=load)
    return 0


@contextmanager
def counted(starts: Starts) -> Iterator[int]:
    """Count a start, and yield how many before it have failed. A start that a person ends before its first screen has not failed.

    Nor has one that ends with a sentence, unless nobody reads it because a service manager started it. A missing display says nothing about
    the game: safe mode would not bring it back, and once it is back, people want their race.
    """
    failed, heard = starts.begin(), Notifier.from_environment().heard
    if heard and failed > TOO_MANY:
        # Not even safe mode has helped.
        time.sleep(PAUSE)
    try:
        yield failed
    except KeyboardInterrupt:
        starts.reached()
        raise
    except DerbyError as fault:
        if isinstance(fault, ScreenFault):
            starts.withdraw()
        elif not heard:
            starts.reached()
        if heard:
            # The sentence is printed later, but the display that is missing now is no sooner there.
            time.sleep(PAUSE)
        raise
    starts.reached()


def loaded(args: argparse.Namespace, folder: Path, number: int) -> EventLoop:
    """The session of a kept race; where it cannot be gone on with the setup and why, and without readers safe mode, so that there always is one."""
    from companion.session.messages import Noticed
    from companion.ui.app import usual_session

    try:
        return at_home(usual_session(folder, readers=readers_of(args), number=number))
    except DerbyError as fault:
        why = fault.words
    try:
        loop = at_home(usual_session(folder, readers=readers_of(args), fresh=True))
    except DerbyError as fault:
        return safely(fault.words, folder)
    loop.send(Noticed(why))
    return loop


def safely(why: Text, folder: Path) -> EventLoop:
    """A session in safe mode."""
    from companion.app.startup import safe_session

    return at_home(safe_session(why, folder))


def dealt(loop: EventLoop, folder: Path, game: Game | None, path: str) -> EventLoop:
    """The same session with the deck of a file, which is kept from now on; a race that is offered goes on with its own."""
    from companion.app.own_decks import brought_in, kept_decks
    from companion.session.messages import Noticed
    from companion.session.pages.decks import CallDecks, ChooseDeck

    assert game is not None
    try:
        key = brought_in(folder, game, own_deck(game), path)
    except OSError as fault:
        loop.send(
            Noticed(
                text("The deck {path} is not saved: {fault}.", path=path, fault=str(fault.strerror))
            )
        )
        return loop
    loop.send(CallDecks(kept_decks(folder)))
    if loop.session.setting_up and not loop.session.held:
        loop.send(ChooseDeck(key))
    return loop


class Ground(NamedTuple):
    """The board to begin with: whose it is, its name in the setup, or else itself and the file that it comes from."""

    game: Game
    key: str
    board: Board | None = None
    source: str = ""


def ground_of(name: str, folder: Path, game: Game | None) -> Ground:
    """The board that `--board` means: a file, an own one, or one of the game; SetupFault or FormatFault says in words why there is none."""
    from pathlib import Path

    from companion.app.own_boards import own_named
    from companion.commands._boards import board_at
    from companion.content import board_slug
    from companion.games import usual_game
    from companion.session.lobby.own_boards import looked_through, own_key

    whose = game or usual_game()
    if not Path(name).exists():
        own = own_named(folder, whose, name) if whose.part(Painting) is not None else None
        if own is not None:
            why = looked_through(whose, own).why
            if why:
                raise SetupFault(
                    text("--board: {name} cannot be played on. {why}", name=name, why=why)
                )
            return Ground(whose, own_key(own.key))
        found, _ = board_at(name, game)
        return Ground(found, board_slug(name, shipped_boards(found)))
    found, board = board_at(name, game)
    if found.part(Painting) is None:
        raise SetupFault(f"--board: {found.title} is played on its own boards only, by their names")
    return Ground(found, "", board, name)


def grounded(loop: EventLoop, folder: Path, ground: Ground) -> EventLoop:
    """The same session with this board chosen; one from a file is kept from now on. A race that is offered goes on with its own."""
    from companion.app.own_boards import brought_in, kept_boards
    from companion.session.lobby.own_boards import own_key
    from companion.session.messages import ChooseBoard, Noticed
    from companion.session.pages.drawings import CallBoards

    key = ground.key
    if ground.board is not None:
        try:
            key = own_key(brought_in(folder, ground.game, ground.board, ground.source))
        except (OSError, SetupFault) as fault:
            why = fault.words if isinstance(fault, SetupFault) else str(fault.strerror)
            loop.send(
                Noticed(
                    text("The board {path} is not saved: {fault}.", path=ground.source, fault=why)
                )
            )
            return loop
        loop.send(CallBoards(kept_boards(folder, ground.game).all))
    if loop.session.setting_up and not loop.session.held:
        loop.send(ChooseBoard(key))
    return loop


def at_home(loop: EventLoop) -> EventLoop:
    """Return the same session, which offers to quit, or to switch the computer off where that has nothing else to do."""
    # Without a desktop its service would start the game again at once.
    loop.send(
        CallHouse(
            appliance=Notifier.from_environment().heard,
            safe=loop.session.house.safe,
            quits=environ.get("SDL_VIDEODRIVER") != "kmsdrm",
        )
    )
    return complaining(loop)


def phoned(
    loop: EventLoop, port: int | None, folder: Path | None = None, fresh: bool = False
) -> EventLoop:
    """Return the same session with phones, which are let in on its screen, and at once where a port is named.

    Args:
        loop: The session.
        port: Where phones come in, None for the usual port and a choice on the screen.
        folder: The state folder, where the codes of phones are kept. None keeps nothing.
        fresh: Whether the codes that were kept are void, since the session is a game of other people.
    """
    # The loop has imported most of it by now.
    from companion.phones.service import Phones
    from companion.session.pages.phones import OfferPhones

    loop.host.phones = Phones(PORT if port is None else port, folder=folder, fresh=fresh)
    loop.send(OfferPhones(called=port is not None))
    return loop


def players_of(text: str) -> tuple[str, ...]:
    """Who plays the seats from seat 1 on: names with commas between, or a number of seats, which stands for one person and pilots.

    SetupFault says what was expected.
    """
    from companion.pilots.base import broken_pilots, pilots

    known = ("person", *pilots())
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_SEATS:
        return ("person", *["random"] * (int(text) - 1))
    players = tuple(text.split(","))
    for player in players:
        if player not in known:
            broken = "".join(f"; {words}" for words in broken_pilots().values())
            raise SetupFault(
                f"--seats: found {player!r}, expected 1 to {MOST_SEATS}, or names of {', '.join(known)} with commas between{did_you_mean(player, known)}{broken}"
            )
    if len(players) > MOST_SEATS:
        raise SetupFault(
            f"--seats: found {len(players)} players, expected at most {MOST_SEATS}; leave some out"
        )
    return players
