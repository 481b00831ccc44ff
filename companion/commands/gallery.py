"""Write pictures of every screen in its typical states, or with --game of each page of a game."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path

from companion import children
from companion.commands import Subparsers
from companion.commands._options import add_game, add_language, game_of, size
from companion.commands._terminal import take_terminal
from companion.content.languages import LANGUAGES
from companion.errors import ScreenError
from companion.session.preferences import CONTRAST, DARK, LARGE_LETTERS, LIGHT

NAME = "gallery"
ENGLISH = LANGUAGES[0][0]


def add(subparsers: Subparsers) -> None:
    """Add the options: folder, size, scenes."""
    parser = subparsers.add_parser(NAME, description=__doc__)
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="the folder for the PNG files, created if missing",
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=size,
        default=(800, 480),
        help="the window in pixels, such as 1280x800 or 720x1280 (default: 800x480)",
    )
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", default=[], help="only these scenes, such as play-push"
    )
    add_game(parser, "the pages of this game alone, which another package may add")
    parser.add_argument(
        "--moving",
        metavar="SHARE",
        type=_share,
        default=1.0,
        help="show the map after this share of its motion, from 0 to 1 (default: 1)",
    )
    parser.add_argument(
        "--look",
        choices=(DARK, LIGHT, CONTRAST, LARGE_LETTERS),
        default=DARK,
        help="the colours and letters (default: dark)",
    )
    add_language(parser)


def _share(word: str) -> float:
    """Return a share.

    Raises:
        ArgumentTypeError: Says what was expected.
    """
    try:
        share = float(word)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(
            f"found {word!r}, expected a number from 0 to 1, such as 0.5"
        )
    return share


def run(args: argparse.Namespace) -> int:
    """Write the pictures and print each file, on a virtual display if there is no other."""
    from companion.ui.gallery import Scenes, save_gallery
    from companion.ui.virtual_display import NoDisplayError, VirtualDisplay
    from companion.ui.window import on_console

    if on_console():
        # If there is no X server either, the console's display is tried, and says what is wrong
        # with it.
        with suppress(NoDisplayError), VirtualDisplay() as display:
            width, height = args.size
            order = [
                sys.executable,
                "-m",
                "companion",
                NAME,
                str(args.folder),
                "--size",
                f"{width}x{height}",
                "--language",
                args.language or ENGLISH,
                "--look",
                args.look,
            ]
            order += ["--moving", str(args.moving)]
            order += ["--only", *args.only] if args.only else []
            order += ["--game", args.game] if args.game else []
            take_terminal()
            # As a process that has the display in its environment from its start.
            return children.run(order, env=display.environment()).returncode

    if args.game:
        from companion.gallery.any_game import game_scenes

        scenes = Scenes(game_scenes(game_of(args)), {})
    else:
        from companion.gallery.scenes import SCENES, TOUCHES

        scenes = Scenes(SCENES, TOUCHES)
    try:
        for path in save_gallery(
            args.folder,
            args.size,
            scenes,
            args.language or ENGLISH,
            args.only,
            args.moving,
            args.look,
        ):
            print(path, flush=True)
    except OSError as fault:
        raise ScreenError(
            f"the pictures cannot be written to {args.folder}: {fault.strerror or fault}; name a "
            "folder that can be written"
        ) from fault
    return 0
