"""Frames on the line between a reader and its host, as in hardware/protocol.md; used by both ends.

A frame is a line of printable ASCII, at most 120 bytes long:

    :1f3a9c01 SLOTS 7 0 O42/180 E/2 E/3 E/2 B/9 5d0c2f41

colon, session and boot (four hexadecimal digits each), kind, fields, CRC-32 of everything between
colon and last blank, newline. The same content has one spelling only: a frame that was parsed and
is built again has the same bytes.
"""

from binascii import crc32
from collections import namedtuple

from card_reader.codes import CELLS

PROTOCOL = 1
"""The version of this wire; both ends must have the same."""

LONGEST = 120
"""Maximum length of a frame in bytes, colon and newline included."""

# Colon, session and boot, blank, a kind of one letter, blank, CRC, newline.
SHORTEST = 21
MOST = 999999999
"""The greatest number in a frame: nine digits, so that a reader needs no big integers."""

STATUSES = "OEBDCU"
"""The answers of a slot: O ok, E empty, B blank, D dirty, C bad code, U unstable."""

OPENING = 8
KIND = 8

Frame = namedtuple("Frame", ("session", "boot", "kind", "fields"))
"""The content of an intact line: two numbers of 16 bits, a word in capitals, a list of texts."""


def frame(session: int, boot: int, kind: str, *fields: str) -> bytes:
    """Return the bytes of a frame; raise ValueError if it is too long for the wire."""
    body = " ".join(("%04x%04x" % (session, boot), kind) + fields)
    line = (":%s %08x\n" % (body, crc32(body.encode()))).encode()
    if len(line) > LONGEST:
        raise ValueError("frame of %d bytes" % len(line))
    return line


def parse(line: bytes) -> Frame | None:
    """Return the frame in a line, from its colon to its newline; None if any byte is wrong."""
    if (
        not SHORTEST <= len(line) <= LONGEST
        or line[:1] != b":"
        or line[-10:-9] != b" "
        or line[-1:] != b"\n"
    ):
        return None
    body = line[1:-10]
    if ("%08x" % crc32(body)).encode() != line[-9:-1] or not _plain(body):
        return None
    words = body.decode().split(" ")
    if "" in words or len(words) < 2:
        return None
    address, kind = words[0], words[1]
    if len(address) != OPENING or not all(letter in "0123456789abcdef" for letter in address):
        return None
    if len(kind) > KIND or not all("A" <= letter <= "Z" for letter in kind):
        return None
    return Frame(int(address[:4], 16), int(address[4:], 16), kind, words[2:])


def _plain(body: bytes) -> bool:
    for byte in body:
        # 58 is the colon, which only begins a frame.
        if not 32 <= byte <= 126 or byte == 58:
            return False
    return True


class Splitter:
    """Cuts the bytes of a line into frames, in any pieces and with anything between them."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[Frame]:
        """Return the intact frames that end in these bytes.

        Lines with anything else count as `damaged`.

        Only the head of a frame has a colon. So a frame without its head costs only itself, never
        the next one.
        """
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[-LONGEST:]
        frames = []
        for line in lines:
            start = max(line.rfind(b":"), 0)
            found = parse(line[start:] + b"\n")
            if found is not None:
                frames.append(found)
            # Bytes before the colon are damage even if the frame after them is whole.
            if line and (start or found is None):
                self.damaged += 1
        return frames


# ---- Fields --------------------------------------------------------------------------------------


def number(text: str) -> int:
    """Return the number in a field, 0 to 999999999 without leading zeros.

    -1 if it has none, so that `< 1` refuses it, too.
    """
    if (
        not 0 < len(text) <= 9
        or (text[0] == "0" and text != "0")
        or not all(digit in "0123456789" for digit in text)
    ):
        return -1
    return int(text)


def word(text: str, longest: int) -> str:
    """Return a text as one field of at most `longest` letters.

    Letters that no field may contain become `_`, an empty text becomes `-`.
    """
    return (
        "".join(
            [letter if "!" <= letter <= "~" and letter != ":" else "_" for letter in text[:longest]]
        )
        or "-"
    )


def slot_field(reading: tuple[str, int | None, int]) -> str:
    """Return a slot's field: status letter, code if any, slash, contrast: `O42/180` or `E/2`."""
    status, code, contrast = reading
    return "%s%s/%d" % (status, "" if code is None else code, contrast)


def slot_reading(field: str) -> tuple[str, int | None, int] | None:
    """Return the slot in a field: status letter, code (0-255 for O), contrast (0-255).

    None if invalid.
    """
    parts = field[1:].split("/")
    # A tuple: "" is in every text.
    if field[:1] not in tuple(STATUSES) or len(parts) != 2 or not 0 <= number(parts[1]) <= 255:
        return None
    code = number(parts[0]) if parts[0] else None
    if (code is not None) != (field[0] == "O") or (code is not None and not 0 <= code <= 255):
        return None
    return (field[0], code, int(parts[1]))


def cells_field(numbers: list[int]) -> str:
    """Return the field of a slot's cells: two hexadecimal digits for each, cell 1 first."""
    return "".join(["%02x" % number for number in numbers])


def cells_numbers(field: str) -> tuple[int, ...] | None:
    """Return the eight numbers in a field, 0-255; None if invalid."""
    if len(field) != 2 * CELLS or not all(digit in "0123456789abcdef" for digit in field):
        return None
    return tuple([int(field[2 * cell : 2 * cell + 2], 16) for cell in range(CELLS)])


def lamps_field(picture: tuple[int, ...]) -> str:
    """Return the field of lamps: one digit each, 0 dark, 1 lit, 2 blinking, slot 1 first."""
    return "".join(str(lamp) for lamp in picture)


def lamps_picture(field: str, lamps: int) -> tuple[int, ...] | None:
    """Return the lamps in a field; None unless it has that many, each 0, 1 or 2."""
    if len(field) != lamps or not all(lamp in "012" for lamp in field):
        return None
    return tuple([int(lamp) for lamp in field])
