"""Pictures of all eight clanks in all four headings on a shipped board, run as a program.

Its argument is a folder; it prints as JSON which clank stands where.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from companion.content import load_board
from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.games.scene import Badge, Piece
from companion.session.pages.flags import MarkersPage
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import BoardPicture, SeatSign, View
from companion.ui import theme
from companion.ui.window import Wish, open_window
from companion.words import text
from tests.typed import of_kind, present

BOARD = "packing-hall"
KINDS = {"sound": (0, False), "battered": (9, False), "resting": (2, True)}
"""Damage of a clank and whether it is powered down, by kind."""


SIGNS = {
    1 + at + 8 * heading: SeatSign(NAMES[at], COLOURS[at], shape)
    for at, shape in enumerate(SHAPES)
    for heading in range(4)
}


def clanks(kind: str) -> tuple[Piece, ...]:
    """Return a column for each shape and a row for each heading, with free squares between."""
    damage, down = KINDS[kind]
    return tuple(
        Piece(
            # A picture of the map has each seat once, so seats are counted on.
            1 + at + 8 * heading,
            f"{'ABCDEFGHIJKL'[2 + at]}{3 + 2 * heading + at % 2}",
            heading,
            "active",
            down,
            (Badge(text("damage {damage}", damage=damage), ticks=damage),),
        )
        for at in range(len(SHAPES))
        for heading in range(4)
    )


def main() -> int:
    """Picture the board bare and with clanks of each kind, for each size and view of the map."""
    folder, found = Path(sys.argv[1]), {}
    window = open_window(Wish((int(sys.argv[2]), int(sys.argv[3])), smooth=False))
    from kivy.base import EventLoop

    from companion.ui.picture import save_picture, settle
    from companion.ui.screens import screen_for
    from companion.ui.screens.base import MapScreen
    from companion.ui.widgets.map.camera import middle_of

    EventLoop.ensure_window()
    EventLoop.start()
    theme.fit(*window.size)
    for name in ("bare", *KINDS):
        standing = () if name == "bare" else clanks(name)
        screen = screen_for(
            View(
                MARKER_PAGE,
                "Flags",
                "",
                MarkersPage((), "", ()),
                BoardPicture(load_board(BOARD), pieces=standing, signs=SIGNS),
                1,
            ),
            lambda _: None,
        )
        window.add_widget(screen)
        settle()
        shown_map = of_kind(MapScreen, screen).map
        shown_map.zoom(False)
        shown_map.finish()
        settle()
        save_picture(window, folder / f"{name}.png")
        left, low, _, _ = shown_map._frame()
        look = present(shown_map._camera)
        places = {}
        for clank in standing:
            x, y = look.pixel(middle_of(clank.square or ""))
            places[f"{SIGNS[clank.seat].shape} {clank.heading}"] = (
                left + x,
                window.height - low - y,
            )
        found[name] = {"side": look.side, "places": places}
        window.remove_widget(screen)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
