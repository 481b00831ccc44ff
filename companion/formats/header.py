"""The Raspberry Pi's header: its GPIOs, the reserved ones, and the uses of the others.

Source: hardware facts, section 4.
"""

from __future__ import annotations

from typing import Final

from companion.formats.misread_error import quote_value
from companion.formats.toml_text import TomlTable

HEADER: Final = range(28)
"""GPIOs by their BCM numbers, which are not the pin numbers of the row."""
EEPROM: Final = (0, 1)
"""Reserved for the chip by which an add-on board identifies itself."""
SPI0: Final = {9: "MISO", 10: "MOSI", 11: "SCLK", 8: "chip select 0", 7: "chip select 1"}
"""The pins of the SPI bus of the MCP3008. The kernel claims chip select 1 too unless SPI0 is
configured for one only."""


class HeaderPins:
    """Accounts for the pins of one table file; SPI0 has one or two chip selects.

    The kernel lets each line be held once, so every pin has one use, and a second use is a fault
    before anything is opened.
    """

    def __init__(self, chip_selects: int) -> None:
        self._held = {
            pin: f"SPI0 holds ({line})"
            for pin, line in SPI0.items()
            if pin != 7 or chip_selects == 2
        }
        self._held |= dict.fromkeys(EEPROM, "is reserved for the ID EEPROM of add-on boards")
        self._users: dict[int, str] = {}

    def claim(self, table: TomlTable, value: object, what: str, *key: str | int) -> int:
        """Return a pin for one use.

        Raises:
            FormatError: There is no such pin, or it has another use; at the key.
        """
        # Python counts True as a whole number, people do not.
        if isinstance(value, bool) or not isinstance(value, int):
            raise table.misread(
                f"{quote_value(value)} for {what}", "a BCM GPIO number such as 17", *key
            )
        if value not in HEADER:
            expected = "a BCM GPIO number from 2 to 27, not the number of the pin in its row"
            raise table.misread(
                f"GPIO{value} for {what}, which is not on the header", expected, *key
            )
        if value in self._held:
            raise table.misread(
                f"GPIO{value} for {what}, which {self._held[value]}",
                f"a free pin: {self._free()}",
                *key,
            )
        if value in self._users:
            found = f"GPIO{value} for {what}, which is used for {self._users[value]}"
            raise table.misread(found, f"a free pin: {self._free()}", *key)
        self._users[value] = what
        return value

    def _free(self) -> str:
        """Return the pins without a use, as words."""
        return (
            ", ".join(
                str(pin) for pin in HEADER if pin not in self._held and pin not in self._users
            )
            or "none is left"
        )
