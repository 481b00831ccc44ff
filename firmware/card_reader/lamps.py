"""From the picture that the host sent to what the lock lights do at a moment. Times are integer milliseconds of any clock.

With a host: DARK is off, LIT is on, BLINK goes on and off twice a second, because somebody's hand is wanted there.
Without one the last picture stays, for a locked card is still locked, but it says that nobody listens: a lit lamp goes slowly down to a
glimmer and up again and is never off, a blinking one glimmers slowly, and over the dark ones a faint spark runs now and then.
"""

DARK, LIT, BLINK = 0, 1, 2
"""What a lock light can be told."""

FULL, GLIMMER, SPARK, OFF = 255, 56, 28, 0
"""How bright the red of a pixel is, before the cap."""

CAP = 0.25
"""Of the full brightness: five pixels draw about 25 mA then (hardware facts, section 5)."""

BLINK_HALF = 250
"""Half of a blink."""

GONE_HALF = 1000
"""Half of the slow rhythm without a host."""

SPARK_EVERY, SPARK_STEP = 3000, 120
"""How often the spark runs, and how long it stays on a lamp."""


class Pixels:
    """A row of pixels that changes when it is told to show, as `neopixel.NeoPixel` is one."""

    def __setitem__(self, index: int, colour: tuple[int, int, int]) -> None:
        """Set a pixel, (red, green, blue) of 0-255, not yet shown."""

    def show(self) -> None:
        """Let the pixels shine as they were set."""


def shine(picture: tuple[int, ...], gone: bool, now: int) -> tuple[int, ...]:
    """How bright each lamp is at this moment, 0-255 before the cap; `gone` says that the host is silent. All blink in step."""
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
    """Whether the Pico's own light is on: evenly each second with a host, a short flash every two without; mostly on in service mode."""
    if service:
        return now % 2000 >= 100
    return now % 2000 < 100 if gone else now % 1000 < 500


class Lights:
    """The lock lights: red, and written only when something changes, all at once.

    `places` are those of the lamps on the strip, from 0, slot 1 first, where they are not in order.
    """

    def __init__(self, pixels: Pixels, places: tuple[int, ...] = ()) -> None:
        self._pixels, self._places = pixels, places
        self._shown: tuple[int, ...] = ()

    def show(self, picture: tuple[int, ...], gone: bool, now: int) -> bool:
        """Let the lamps burn as the picture wants it now; whether anything had to be written."""
        levels = shine(picture, gone, now)
        if levels == self._shown:
            return False
        for number, level in enumerate(levels):
            self._pixels[self._places[number] if self._places else number] = (level, 0, 0)
        self._pixels.show()
        self._shown = levels
        return True
