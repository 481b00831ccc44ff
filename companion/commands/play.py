"""Open the touchscreen; the same happens without a command.

Every touch is saved before its effect is shown. An unfinished game is offered at the next start,
also after a power cut.

    clockwork-derby play --seats 4                                one person against three pilots
    clockwork-derby play --game diesel --seats person,person      two people play Diesel
    clockwork-derby play --table rig:2 --size 1280x800            try two emulated readers
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.crash_loop import TOO_MANY, Starts, why_safe
from companion.app.sd_notify import Notifier
from companion.commands import Subparsers, add_command
from companion.commands._options import (
    add_board,
    add_deck,
    add_game,
    add_seed,
    add_state,
    add_window,
    dealt_game_of,
    play_in_window,
    readers_of,
    reporting_recording,
    state_of,
)
from companion.commands._terminal import complain
from companion.content import board_slug
from companion.engine.board import Board
from companion.errors import DerbyError, ScreenError, SetupError, did_you_mean
from companion.games import usual_game
from companion.games.api import Game
from companion.games.boards import shipped_boards
from companion.games.decks import own_deck
from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.privileged.phones_port import PORT
from companion.session.messages import ChooseBoard, ShowNotice, StartInfo
from companion.words import Text, text

if TYPE_CHECKING:
    from companion.app.loop import EventLoop

NAME = "play"
MOST_SEATS = 8
PAUSE = 2.0
"""Seconds before a service manager, which itself hardly waits, retries what failed."""
LAST_PORT = 65535


def add(subparsers: Subparsers) -> None:
    """Add the options of the window, and the players."""
    parser = add_command(subparsers, NAME, __doc__)
    add_window(parser)
    add_game(parser, "the game to play; an unfinished other game stays saved (see games list)")
    add_deck(parser)
    add_board(parser)
    parser.add_argument(
        "--seats",
        metavar="WHO",
        help=(
            "the players of seats 1, 2 …, such as person,random,random, or 4 for one person and "
            "three pilots (default: as last time)"
        ),
    )
    add_seed(parser, None)
    parser.add_argument(
        "--new",
        action="store_true",
        help="do not offer the unfinished game; it stays saved (see games list)",
    )
    parser.add_argument(
        "--safe",
        action="store_true",
        help="safe mode: play on the screen, with default settings, without saving",
    )
    parser.add_argument(
        "--phones",
        nargs="?",
        type=int,
        const=PORT,
        metavar="PORT",
        help=(
            "let phones on the same network join this session, as a private view or a second "
            f"screen (default port: {PORT})"
        ),
    )
    add_state(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the window is closed.

    The start is counted first, so any failure before the first screen leads to safe mode.
    """
    players, folder = None if args.seats is None else players_of(args.seats), state_of(args)
    # Without the option the unfinished race of any game is offered.
    game = None if args.game is None and args.deck is None else dealt_game_of(args)
    # A fault of the board is reported before a window opens, too.
    ground = None if args.board is None else board_choice_of(args.board, folder, game)
    starts = Starts(folder)
    if args.phones is not None and not 1 <= args.phones <= LAST_PORT:
        raise SetupError(
            f"--phones: found {args.phones}, expected a port from 1 to {LAST_PORT}; leave it out "
            f"for {PORT}"
        )
    with count_starts(starts) as failed:
        why = why_safe(failed, args.safe)
        # A fault of the readers is reported before a window opens. In safe mode they are ignored,
        # because they may be the fault.
        readers = None if why else readers_of(args)

        def usual() -> EventLoop:
            # Imported while the window opens, which comes first.
            from companion.ui.app import usual_session

            loop = usual_session(
                folder,
                players,
                args.seed,
                readers_of(args) if readers is None else readers,
                args.new,
                game if ground is None else ground.game,
            )
            loop = loop if ground is None else with_board(loop, folder, ground)
            return with_phones(
                with_quitting(
                    loop if args.deck is None else with_dealt_deck(loop, folder, game, args.deck)
                ),
                args.phones,
                folder,
            )

        def again() -> EventLoop:
            # The usual session after safe mode may fail like the starts before it, so it counts,
            # too.
            starts.begin()
            return usual()

        def load(number: int) -> EventLoop:
            return with_phones(load_session(args, folder, number), args.phones, folder, fresh=True)

        if why:
            complain(why)
            play_in_window(args, partial(safely, why, folder), starts.screen, again, load)
        else:
            play_in_window(args, usual, starts.screen, load=load)
    return 0


@contextmanager
def count_starts(starts: Starts) -> Iterator[int]:
    """Count a start, and yield how many before it have failed.

    A start that a person ends before its first screen has not failed. Nor has one that ends with a
    sentence, unless nobody reads it because a service manager started it. A missing display is no
    fault of the app: safe mode would not bring it back.
    """
    failed, heard = starts.begin(), Notifier.from_environment().heard
    if heard and failed > TOO_MANY:
        # Even safe mode has not helped.
        time.sleep(PAUSE)
    try:
        yield failed
    except KeyboardInterrupt:
        starts.reached()
        raise
    except DerbyError as fault:
        if isinstance(fault, ScreenError):
            starts.withdraw()
        elif not heard:
            starts.reached()
        if heard:
            # The sentence is printed later, but a missing display needs time to come back.
            time.sleep(PAUSE)
        raise
    starts.reached()


def load_session(args: argparse.Namespace, folder: Path, number: int) -> EventLoop:
    """Return the session of a saved race, or a replacement, so that there always is a session.

    If the race cannot be resumed, that is the setup with the reason; without readers, safe mode.
    """
    from companion.ui.app import usual_session

    try:
        return with_quitting(usual_session(folder, readers=readers_of(args), number=number))
    except DerbyError as fault:
        why = fault.words
    try:
        loop = with_quitting(usual_session(folder, readers=readers_of(args), fresh=True))
    except DerbyError as fault:
        return safely(fault.words, folder)
    loop.send(ShowNotice(why))
    return loop


def safely(why: Text, folder: Path) -> EventLoop:
    """Return a session in safe mode."""
    from companion.app.startup import safe_session

    return with_quitting(safe_session(why, folder))


def with_dealt_deck(loop: EventLoop, folder: Path, game: Game | None, path: str) -> EventLoop:
    """Return a session with the deck of a file, which is saved; a race on offer keeps its deck."""
    from companion.app.own_decks import brought_in, kept_decks
    from companion.session.pages.decks import ChooseDeck, DecksLoaded

    assert game is not None
    try:
        key = brought_in(folder, game, own_deck(game), path)
    except OSError as fault:
        loop.send(
            ShowNotice(
                text("The deck {path} is not saved: {fault}.", path=path, fault=str(fault.strerror))
            )
        )
        return loop
    loop.send(DecksLoaded(kept_decks(folder)))
    if loop.session.setting_up and not loop.session.timeline.is_syncing:
        loop.send(ChooseDeck(key))
    return loop


class FirstBoard(NamedTuple):
    """The board to begin with."""

    game: Game
    key: str
    """Its key in the setup, or "" for the board of a file."""
    board: Board | None = None
    source: str = ""
    """The file of the board."""


def board_choice_of(name: str, folder: Path, game: Game | None) -> FirstBoard:
    """Return the board of `--board`: a file, an own board, or one of the game.

    Raises:
        SetupError, FormatError: Says why there is none.
    """
    from companion.app.own_boards import own_named
    from companion.commands._boards import board_at
    from companion.session.lobby.own_boards import looked_through, own_key

    whose = game or usual_game()
    if not Path(name).exists():
        own = own_named(folder, whose, name) if Painting.of(whose) is not None else None
        if own is not None:
            why = looked_through(whose, own).why
            if why:
                raise SetupError(
                    text("--board: {name} cannot be played on. {why}", name=name, why=why)
                )
            return FirstBoard(whose, own_key(own.key))
        found, _ = board_at(name, game)
        return FirstBoard(found, board_slug(name, shipped_boards(found)))
    found, board = board_at(name, game)
    if Painting.of(found) is None:
        raise SetupError(f"--board: {found.title} is played on its own boards only, by their names")
    return FirstBoard(found, "", board, name)


def with_board(loop: EventLoop, folder: Path, ground: FirstBoard) -> EventLoop:
    """Return a session with a chosen board; one from a file is saved.

    A race on offer keeps its own.
    """
    from companion.app.own_boards import brought_in, kept_boards
    from companion.session.lobby.own_boards import own_key
    from companion.session.pages.drawings import BoardsLoaded

    key = ground.key
    if ground.board is not None:
        try:
            key = own_key(brought_in(folder, ground.game, ground.board, ground.source))
        except (OSError, SetupError) as fault:
            why = fault.words if isinstance(fault, SetupError) else str(fault.strerror)
            loop.send(
                ShowNotice(
                    text("The board {path} is not saved: {fault}.", path=ground.source, fault=why)
                )
            )
            return loop
        loop.send(BoardsLoaded(kept_boards(folder, ground.game).all))
    if loop.session.setting_up and not loop.session.timeline.is_syncing:
        loop.send(ChooseBoard(key))
    return loop


def with_quitting(loop: EventLoop) -> EventLoop:
    """Return the same session, which offers to quit, or to switch off a dedicated computer."""
    # Without a desktop its service would restart the app immediately.
    loop.send(
        StartInfo(
            appliance=Notifier.from_environment().heard,
            safe=loop.session.config.safe,
            quits=environ.get("SDL_VIDEODRIVER") != "kmsdrm",
        )
    )
    return reporting_recording(loop)


def with_phones(
    loop: EventLoop, port: int | None, folder: Path | None = None, fresh: bool = False
) -> EventLoop:
    """Return the same session with phones, which its screen admits, or a port from the start.

    Args:
        loop: The session.
        port: The port of phones; None for the usual port and a choice on the screen.
        folder: The state folder, where the codes of phones are saved; None saves none.
        fresh: Whether saved codes are void, because the session is a game of other people.
    """
    # The loop has imported most of it by now.
    from companion.phones.service import PhoneService
    from companion.session.pages.phones import PhoneServiceFound

    loop.host.phones = PhoneService(PORT if port is None else port, folder=folder, fresh=fresh)
    loop.send(PhoneServiceFound(called=port is not None))
    return loop


def players_of(text: str) -> tuple[str, ...]:
    """Return the players from seat 1 on: names separated by commas, or a number of seats.

    A number stands for one person and pilots.

    Raises:
        SetupError: Says what was expected.
    """
    from companion.pilots.base import broken_pilots, pilots

    known = ("person", *pilots())
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_SEATS:
        return ("person", *["random"] * (int(text) - 1))
    players = tuple(text.split(","))
    for player in players:
        if player not in known:
            broken = "".join(f"; {words}" for words in broken_pilots().values())
            raise SetupError(
                f"--seats: found {player!r}, expected 1 to {MOST_SEATS}, or names of "
                f"{', '.join(known)} with commas between{did_you_mean(player, known)}{broken}"
            )
    if len(players) > MOST_SEATS:
        raise SetupError(
            f"--seats: found {len(players)} players, expected at most {MOST_SEATS}; leave some out"
        )
    return players
