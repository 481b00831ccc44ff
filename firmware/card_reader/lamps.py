"""The brightness of the lock lights at a moment. Times are integer milliseconds of any clock.

With a host: DARK is off, LIT is on, BLINK goes on and off twice a second, because a player has to
act there. Without a host the last picture stays, since a locked card is still locked, but shows
that nobody listens: a lit lamp slowly fades to a glimmer and back without going off, a blinking one
glimmers slowly, and a faint spark runs over the dark ones now and then.
"""

DARK, LIT, BLINK = 0, 1, 2
"""The states of a lock light."""

FULL, GLIMMER, SPARK, OFF = 255, 56, 28, 0
"""The brightness of a pixel's red, before the cap."""

CAP = 0.25
"""Share of the full brightness: five pixels draw about 25 mA then (hardware facts, section 5)."""

BLINK_HALF = 250
"""Half of a blink."""

GONE_HALF = 1000
"""Half of the slow rhythm without a host."""

SPARK_EVERY, SPARK_STEP = 3000, 120
"""How often the spark runs, and how long it stays on a lamp."""


class Pixels:
    """A row of pixels that changes at `show`, such as `neopixel.NeoPixel`."""

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        """Set a pixel, (red, green, blue) of 0-255, without showing it."""

    def show(self) -> None:
        """Show the pixels as set."""


def shine(picture: tuple[int, ...], gone: bool, now: int) -> tuple[int, ...]:
    """Return the brightness of each lamp now, 0-255 before the cap; all blink together.

    `gone` says that the host is silent.
    """
    if not gone:
        blink = FULL if now // BLINK_HALF % 2 == 0 else OFF
        return tuple([FULL if lamp == LIT else blink if lamp == BLINK else OFF for lamp in picture])
    up = now // GONE_HALF % 2 == 0
    # It runs on past the last lamp, unseen, for the rest of the three seconds.
    spark = now % SPARK_EVERY // SPARK_STEP
    levels = []
    for number, lamp in enumerate(picture):
        if lamp == LIT:
            levels.append(FULL if up else GLIMMER)
        elif lamp == BLINK:
            levels.append(GLIMMER if up else OFF)
        else:
            levels.append(SPARK if number == spark else OFF)
    return tuple(levels)


def heartbeat(gone: bool, service: bool, now: int) -> bool:
    """Return whether the Pico's own light is on.

    With a host it is on for half of each second, without one it flashes every two seconds; in
    service mode it is mostly on.
    """
    if service:
        return now % 2000 >= 100
    return now % 2000 < 100 if gone else now % 1000 < 500


class Lights:
    """The lock lights: red, and written together, only when something changes.

    `places` are the lamps' places on the strip, from 0, slot 1 first, if they are not in order.
    """

    def __init__(self, pixels: Pixels, places: tuple[int, ...] = ()) -> None:
        self._pixels, self._places = pixels, places
        self._shown: tuple[int, ...] = ()

    def show(self, picture: tuple[int, ...], gone: bool, now: int) -> bool:
        """Show the lamps as they are now; return whether anything was written."""
        levels = shine(picture, gone, now)
        if levels == self._shown:
            return False
        for number, level in enumerate(levels):
            self._pixels[self._places[number] if self._places else number] = (level, 0, 0)
        self._pixels.show()
        self._shown = levels
        return True
