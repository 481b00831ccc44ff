"""What every command that opens the window can be told: its size, and the readers that are played at."""
from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.app.sd_notify import Notifier
from companion.commands._readers import readers_url
from companion.commands._state import state_of
from companion.content.languages import LANGUAGES
from companion.session.house_messages import CallPreferences
from companion.table.base import Table

if TYPE_CHECKING:
    from companion.app.loop import EventLoop

USUAL = "auto:"
"""The readers that are used when nobody says which."""


def add_window(parser: argparse.ArgumentParser) -> None:
    """The window, its language, and the readers."""
    add_language(parser)
    parser.add_argument("--size", metavar="WxH", type=size, help="the window in pixels, such as 800x480, 1280x800 or 720x1280; as large as it can be if not given")
    parser.add_argument("--fullscreen", action="store_true", help="without a frame, over the whole display")
    parser.add_argument(
        "--table", default=USUAL, metavar="URL",
        help="the readers: auto: (the default; those plugged in, the screen for the others), virtual:, rig (emulated ones), serial:, gpio:FILE.toml, spy+auto:",
    )
    parser.add_argument("--faults", metavar="SPEC", help="what goes wrong at emulated readers, such as dirty=2%%,unplug=30s")


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of the screen's words."""
    parser.add_argument(
        "--language", choices=tuple(code for code, _ in LANGUAGES),
        help=f"the language of the screen: {', '.join(f'{code} ({name})' for code, name in LANGUAGES)}",
    )


def play_in_window(
    args: argparse.Namespace, evening: Callable[[], EventLoop], reached: Callable[[bool], None] = lambda stands: None, usual: Callable[[], EventLoop] | None = None,
) -> None:
    """Play an evening, which begins once the window stands, until the window is closed.

    `reached` is called once the first screen is seen, and with True once it stands; `usual` opens the evening in which safe mode is left.

    `evening` runs beside the window, which comes first. ScreenFault where no window opens.
    """
    from companion.ui.app import Start, play
    from companion.ui.window import Wish

    spoken, later = partial(in_language, evening, args.language), usual and partial(in_language, usual, args.language)
    play(Wish(args.size, args.fullscreen), spoken, Start(Notifier.from_environment(), reached, later))


def in_language(evening: Callable[[], EventLoop], language: str | None) -> EventLoop:
    """An evening whose screen speaks this language, None for the one that was chosen; it is not kept until somebody chooses it.

    The language that was chosen on the screen stays in its file.
    """
    loop = evening()
    if language is not None:
        loop.send(CallPreferences(loop.session.preferences._replace(language=language)))
    return loop


def readers_of(args: argparse.Namespace) -> Table | str:
    """The readers that were asked for; what is wrong with them is said before a window opens, as TableFault or SetupFault.

    The text as it is for the usual ones, anything else as a table that is not open yet.
    """
    readers = readers_url(args.table, args.faults)
    if readers == USUAL:
        # The usual ones are made beside the window, since they cannot be wrong.
        return readers
    from companion.table.seats import remembered_seats
    from companion.table.urls import table_for_url

    return table_for_url(readers, seats=remembered_seats(state_of(args)))


def size(text: str) -> tuple[int, int]:
    """Width and height from a text such as 800x480; ArgumentTypeError says what was expected."""
    found = re.fullmatch(r"([1-9][0-9]{1,4})[x×]([1-9][0-9]{1,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected width and height in pixels such as 800x480")
    return int(found[1]), int(found[2])
