"""Whether there is a display to draw on, and a right to it; looked at without opening a window (hardware facts 10)."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.screen import JOIN, displays, lacking, on_console, why_no_window
from companion.health.world import World

NAME = "display"
TITLE = "Display"
WATCHED = 0.0

NOWHERE: Final = ("dummy", "offscreen")
"""SDL's drivers that draw for nobody."""


def look(world: World) -> tuple[Finding, ...]:
    """The desktop where there is one, else the console's display; and the chip that draws."""
    return (_screen(world), *_chip(world))


def _screen(world: World) -> Finding:
    told = world.environment.get("SDL_VIDEODRIVER", "")
    desktop, wayland = world.environment.get("DISPLAY"), world.environment.get("WAYLAND_DISPLAY")
    if told in NOWHERE:
        return Finding(NAME, BAD, f"SDL_VIDEODRIVER is {told!r}, so the window is drawn for nobody.", "Take SDL_VIDEODRIVER out of the environment.")
    # X before Wayland: where both are there our window is drawn by X (hardware facts 10).
    if desktop:
        return Finding(NAME, FINE, f"There is a desktop, the display {desktop}.")
    # Who draws there now is not asked: it may be the game itself, whose picture must not be disturbed.
    # Wayland alone is a fault here: SDL in Kivy's wheels does not speak it.
    cause = why_no_window(world) if wayland else on_console(world) or lacking(world)
    if cause is not None:
        return Finding(NAME, BAD, f"{cause.words[0].upper()}{cause.words[1:]}.", cause.remedy)
    return Finding(NAME, FINE, f"There is no desktop here; the console's display can be had ({' '.join(displays(world))}).")


def _chip(world: World) -> tuple[Finding, ...]:
    """Findings about the graphics chip, none where there is no display at all."""
    chips = world.places("/dev/dri/renderD*")
    if chips and not any(world.may(chip) for chip in chips):
        words = f"{world.person().name} may not use the graphics chip ({' '.join(chips)}), so the processor draws (llvmpipe), slowly."
        return (Finding(NAME, BAD, words, JOIN.format(group="render", user=world.person().name)),)
    if not chips and world.places("/dev/dri/card*"):
        words = "There is no graphics chip to draw with, so the processor draws (llvmpipe)."
        return (Finding(NAME, NOTE, words, "On a Raspberry Pi dtoverlay=vc4-kms-v3d must stand in /boot/firmware/config.txt; elsewhere it may be slow."),)
    return ()
