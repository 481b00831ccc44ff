"""Whether there is a display to draw on, and a right to it; looked at without opening a window (hardware facts 10)."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "display"
TITLE = "Display"
WATCHED = 0.0

NOWHERE: Final = ("dummy", "offscreen")
"""SDL's drivers that draw for nobody."""
JOIN: Final = "Put {user} into the group {group}: sudo usermod -aG {group} {user}, then log in again or start the service again."


def look(world: World) -> tuple[Finding, ...]:
    """The desktop where there is one, else the console's display; and the chip that draws."""
    return (_screen(world), *_chip(world))


def _screen(world: World) -> Finding:
    told = world.environment.get("SDL_VIDEODRIVER", "")
    desktop, wayland = world.environment.get("DISPLAY"), world.environment.get("WAYLAND_DISPLAY")
    if told in NOWHERE:
        return Finding(NAME, BAD, f"SDL_VIDEODRIVER is {told!r}, so the window is drawn for nobody.", "Take SDL_VIDEODRIVER out of the environment.")
    if desktop:
        return Finding(NAME, FINE, f"There is a desktop, the display {desktop}.")
    if wayland:
        return Finding(
            NAME, BAD, f"The desktop {wayland} offers no X11, which the window needs (DISPLAY is not set).",
            "Install XWayland (sudo apt install xwayland) and log in again, or start without a desktop.",
        )
    return _console(world)


def _console(world: World) -> Finding:
    cards = world.places("/dev/dri/card*")
    if not cards:
        return Finding(
            NAME, BAD, "There is neither a desktop nor a display of the console (/dev/dri/card*).",
            "Plug the screen in and start again; on a Raspberry Pi dtoverlay=vc4-kms-v3d must stand in /boot/firmware/config.txt.",
        )
    if not any(world.may(card) for card in cards):
        return Finding(
            NAME, BAD, f"{world.person().name} may not use the display ({' '.join(cards)}).", JOIN.format(group="video", user=world.person().name),
        )
    states = [world.text(place) for place in world.places("/sys/class/drm/card*-*/status")]
    if states and "connected" not in states:
        return Finding(NAME, BAD, "No screen is plugged into any connector.", "Plug the screen in before the power, and look at its ribbon or HDMI cable.")
    return Finding(NAME, FINE, f"There is no desktop here; the console's display can be had ({' '.join(cards)}).")


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
