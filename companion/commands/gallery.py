"""`clockwork-derby gallery FOLDER`: a picture of every screen in telling states."""
from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import Subparsers
from companion.commands.play import size
from companion.errors import ScreenFault

NAME = "gallery"


def add(subparsers: Subparsers) -> None:
    """Where to, and how large."""
    parser = subparsers.add_parser(NAME, help="write a picture of every screen", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the PNG files go; made if it is not there")
    parser.add_argument("--size", metavar="WxH", type=size, default=(800, 480), help="the window in pixels, such as 800x480 (the default), 1280x800 or 720x1280")


def run(args: argparse.Namespace) -> int:
    """Write the pictures and name each file as it is done."""
    from companion.ui.gallery import save_gallery

    try:
        for path in save_gallery(args.folder, args.size):
            print(path, flush=True)
    except OSError as fault:
        raise ScreenFault(f"the pictures cannot be written to {args.folder}: {fault.strerror or fault}; name a folder that can be written") from fault
    return 0
