"""The pins of boards and chips, by place: down the left side, then the right side.

Sources: the pin-out of the Raspberry Pi Pico, of the Raspberry Pi's 40-pin header, and the data
sheets of the chips. The order of pins on a multiplexer's breakout board depends on the maker: its
printed names count.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple


class SocketPin(NamedTuple):
    """A pin of a board or chip."""

    number: int
    """The number of the pin, never of a GPIO; 0 for pins with names only."""
    name: str

    def words(self) -> str:
        """Return the pin as people look for it."""
        return f"{self.name} (pin {self.number})" if self.number else self.name


class Socket(NamedTuple):
    """The pins on the left and on the right side, from above, each from top to bottom.

    Grounds and supplies are listed as often as they are on the board.
    """

    left: tuple[SocketPin, ...]
    right: tuple[SocketPin, ...]

    def pins(self, name: str) -> tuple[SocketPin, ...]:
        """Return every pin of a name, left ones first; grounds have many."""
        return tuple(pin for pin in (*self.left, *self.right) if pin.name == name)


def _round(left: str, right: str) -> Socket:
    """Return a board or chip whose numbers go down on the left and up on the right."""
    names = (*left.split(), *reversed(right.split()))
    # Both sides are given from above; numbers continue from the last pin on the left up the right
    # side.
    pins = tuple(SocketPin(number, name) for number, name in enumerate(names, 1))
    half = len(left.split())
    return Socket(pins[:half], pins[: half - 1 : -1])


def _named(left: str, right: str) -> Socket:
    """Return a board whose pins have names and no numbers."""
    return Socket(
        tuple(SocketPin(0, name) for name in left.split()),
        tuple(SocketPin(0, name) for name in right.split()),
    )


def _header(odd: str, even: str) -> Socket:
    """Return two rows side by side: odd numbers left, even numbers right."""
    left = tuple(SocketPin(2 * row + 1, name) for row, name in enumerate(odd.split()))
    return Socket(
        left, tuple(SocketPin(2 * row + 2, name) for row, name in enumerate(even.split()))
    )


PICO: Final = _round(
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND"
    " GP17 GP16",
)
HEADER: Final = _header(
    "3V3 GPIO2 GPIO3 GPIO4 GND GPIO17 GPIO27 GPIO22 3V3 GPIO10 GPIO9 GPIO11 GND GPIO0 GPIO5 GPIO6"
    " GPIO13 GPIO19 GPIO26 GND",
    "5V 5V GND GPIO14 GPIO15 GPIO18 GND GPIO23 GPIO24 GND GPIO25 GPIO8 GPIO7 GPIO1 GND GPIO12 GND"
    " GPIO16 GPIO20 GPIO21",
)
MUX: Final = _named("SIG S0 S1 S2 S3 EN VCC GND", " ".join(f"C{number}" for number in range(16)))
ARRAY: Final = _named(" ".join(f"OUT{number}" for number in range(1, 9)), "VCC CTRL GND")
# Names of data sheets without bars over names: OE and CS are active low.
SHIFTER: Final = _round("1OE 1A 1Y 2OE 2A 2Y GND", "VCC 4OE 4A 4Y 3OE 3A 3Y")
CONVERTER: Final = _round("CH0 CH1 CH2 CH3 CH4 CH5 CH6 CH7", "VDD VREF AGND CLK DOUT DIN CS DGND")
STRIP: Final = _named("DIN 5V GND", "")
TWO_LEGS: Final = _named("1", "2")
CAPACITOR: Final = _named("+", "–")
LED: Final = _named("anode", "cathode")
SWITCH: Final = _named("NO", "COM")
