"""Check for a touchscreen, and that a finger arrives once: two input providers double every tap."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.health.base import BAD, FINE, NOTE, REINSTALL, Finding, check, into_group
from companion.health.world import World
from companion.named_tuples import NamedTuple
from companion.words import Text, listed, term, text

WINDOW: Final = Path(__file__).parents[2] / "ui" / "window.py"
"""The source with Kivy's input providers; read as text, since an import would open a window."""
FINGERS: Final = 0x35
"""The kernel's number for a finger's position (ABS_MT_POSITION_X)."""
LEFT: Final = 0x110
"""The left button of a mouse (BTN_LEFT)."""
POINTER, DIRECT = 0, 1
"""Properties of a device: it moves a pointer like a touchpad, or is touched on the picture."""
REMEDY: Final = text(
    "A mouse works. To use touch, check the screen's ribbon or USB cable and its overlay in "
    "/boot/firmware/config.txt."
)
EVENTS: Final = "SDL_TOUCH_MOUSE_EVENTS"
"""SDL's switch that makes fingers arrive as a mouse, for our one provider; set by `ui.window`."""


class InputDevice(NamedTuple):
    """An input device of the kernel's list."""

    name: str
    """"" for none."""
    places: int
    """Bits for positions on it."""
    properties: int
    """Bits for its properties."""
    handlers: tuple[str, ...] = ()
    left: bool = False
    """Whether it has a left button."""

    @property
    def called(self) -> Text | str:
        """The name for people."""
        return self.name or text("without a name")

    @property
    def is_screen(self) -> bool:
        """Return whether fingers on it are positions on the picture."""
        return bool(
            self.properties >> DIRECT & 1
            or (self.places >> FINGERS & 1 and not self.properties >> POINTER & 1)
        )

    @property
    def is_pointer(self) -> bool:
        """Return whether it points in another way, like a mouse."""
        return self.left or any(handler.startswith("mouse") for handler in self.handlers)

    @property
    def places_of_events(self) -> tuple[str, ...]:
        """The devices of its touches, such as /dev/input/event3."""
        return tuple(
            f"/dev/input/{handler}" for handler in self.handlers if handler.startswith("event")
        )


@check("touch", term("check", "Touch"), watched=15.0)
def touch(world: World) -> Iterator[Finding]:
    """Check the touchscreens that the kernel knows and the input provider of our window."""
    yield _screens(world)
    yield _providers(world)


def _screens(world: World) -> Finding:
    listing = world.text("/proc/bus/input/devices")
    known = devices(listing or "")
    screens = [device for device in known if device.is_screen]
    names = listed([device.called for device in screens], last="")
    # A desktop reads the devices and passes touches on, so our own rights do not matter.
    desktop = world.environment.get("DISPLAY") or world.environment.get("WAYLAND_DISPLAY")
    if not desktop and listing is not None:
        useful = [device for device in known if device.is_screen or device.is_pointer]
        if not useful:
            return Finding(
                BAD,
                text("There is neither touchscreen nor mouse."),
                text("Plug a mouse in, or check the screen's ribbon or USB cable."),
            )
        places = [place for device in useful for place in device.places_of_events]
        if places and not any(world.may(place, os.R_OK) for place in places):
            who = world.person().name
            words = text(
                "{user} has no right to read {name} ({device}), so touches do not arrive.",
                user=who,
                name=useful[0].called,
                device=places[0],
            )
            return Finding(BAD, words, into_group(who, "input"))
    if len(screens) == 1:
        return Finding(FINE, text("There is one touchscreen: {name}.", name=names))
    if screens:
        words = text("There are {number} touchscreens: {names}.", number=len(screens), names=names)
        return Finding(NOTE, words, text("If one of them is a scanner or a tablet, unplug it."))
    return Finding(NOTE, text("The kernel knows no touchscreen."), REMEDY)


def _providers(world: World) -> Finding:
    if world.environment.get(EVENTS, "1") != "1":
        words = text(
            "{variable} is {value}, so touches do not arrive.",
            variable=EVENTS,
            value=repr(world.environment[EVENTS]),
        )
        return Finding(BAD, words, text("Remove {variable} from the environment.", variable=EVENTS))
    # By the source, independent of any Kivy configuration: ours is not read (hardware facts 10).
    number = 0
    for node in ast.walk(ast.parse(WINDOW.read_text("utf-8"))):
        match node:
            # A call such as `Config.set("input", …)`.
            case ast.Call(func=ast.Attribute(attr="set"), args=[ast.Constant("input"), *_]):
                number += 1
    if number == 1:
        return Finding(FINE, text("One source reports touches to the app, so no tap counts twice."))
    return Finding(
        BAD,
        text("{number} sources report touches to the app; there must be only one.", number=number),
        REINSTALL,
    )


def devices(listing: str) -> tuple[InputDevice, ...]:
    """Return the devices in the kernel's list /proc/bus/input/devices, in its order."""
    found = []
    for block in filter(str.strip, listing.split("\n\n")):
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        handlers = re.search(r"^H: Handlers=(.*)$", block, re.MULTILINE)
        device = InputDevice(
            name[1] if name else "",
            _bits(block, "ABS"),
            _bits(block, "PROP"),
            tuple(handlers[1].split()) if handlers else (),
            bool(_bits(block, "KEY") >> LEFT & 1),
        )
        found.append(device)
    return tuple(found)


def _bits(block: str, kind: str) -> int:
    """Return a line of bits: hexadecimal words of 64, the highest first."""
    found = re.search(rf"^B: {kind}=([0-9a-f ]+)$", block, re.MULTILINE)
    words = found[1].split() if found else []
    return sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
