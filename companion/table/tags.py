"""The tags file: which card each tag is on, for readers that read tags instead of codes.

    version = 1
    [tags]
    "04A2B1" = { code = 110, card = "move1@490" }

`TaggedTable` wraps such readers and turns their `TagRead` into `SlotRead`. Tags it does not know
are named on the screen, page Tags of the table test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.errors import FormatError
from companion.folders import NotPlainFileError, read_plain, state_folder, write_whole
from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.toml_text import LONGEST_NAME, TomlTable, TomlText, text_of
from companion.signals import (
    BADCODE,
    OK,
    TAGS_FILE,
    Deed,
    NameTag,
    ReaderBack,
    ReaderLost,
    Signal,
    SlotRead,
    TableProblem,
    TaggedCard,
    TagRead,
    TagsKnown,
    Watch,
)
from companion.table.base import Table, TableWrapper
from companion.table.seats import Seats
from companion.words import NOTHING, Text, count, text

FILE: Final = "tags.toml"
"""The file's name in the state folder."""
VERSION: Final = 1
LARGEST_FILE: Final = 1_000_000
"""Maximum size of a tags file, in bytes; a card takes about 50."""
UNKNOWN: Final = "tags"
"""The place of the trouble that some tags are not known."""
LONGEST_TAG: Final = 60
"""Maximum length of a tag; those of NFC have 8 to 20 characters."""
HEAD: Final = """\
# Which card each tag is on. Written by Clockwork Derby; the table test changes it.
version = 1

[tags]
"""


def parse_tags(text: str, source: str) -> dict[str, TaggedCard]:
    """Return the cards of a tags file by tag.

    Args:
        text: The content of the file.
        source: The name of the file in faults.

    Raises:
        FormatError: The message names file, line, the value found and the expected one.
    """
    toml = TomlText(text, source)
    top = TomlTable(toml, (), toml.data, ("version", "tags"))
    version = top.data.get("version")
    if type(version) is not int or version != VERSION:
        found = "no version" if version is None else f"version = {quote_value(version)}"
        wrong = MisreadError(found, f"version = {VERSION}, the one that this program writes")
        raise top.fault(wrong, "version")
    entries = toml.data.get("tags", {})
    if not isinstance(entries, dict):
        raise top.fault(MisreadError(f"tags = {quote_value(entries)}", "a table [tags]"), "tags")
    cards = {}
    for tag, entry in entries.items():
        if not is_tag(tag):
            wrong = MisreadError(
                f"the tag {quote_value(tag)}", f"1 to {LONGEST_TAG} letters, digits and signs"
            )
            raise toml.fault(("tags", tag), wrong)
        card = TomlTable(toml, ("tags", tag), entry, ("code", "card"))
        if "code" not in card:
            raise card.fault(MisreadError("no code", "code = a number from 0 to 255"))
        code = card.number("code", 0, 255)
        cards[tag] = TaggedCard(tag, code, card.string("card", longest=LONGEST_NAME))
    return cards


def is_tag(tag: str) -> bool:
    """Return whether a tag can be kept: printable, without quotes, and not too long."""
    return 0 < len(tag) <= LONGEST_TAG and tag.isprintable() and not {*tag} & {'"', "\\"}


def read_tags(path: Path) -> dict[str, TaggedCard]:
    """Return the cards of the file at a path by tag, none if there is no file.

    Raises:
        FormatError: The file is wrong, or cannot be read.
    """
    try:
        data = read_plain(path, LARGEST_FILE)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except NotPlainFileError as fault:
        raise FormatError(str(path), None, fault.strerror or "", text("a text file")) from None
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise FormatError(
            str(path), None, text("nothing that can be read ({why})", why=why), text("a text file")
        ) from None
    return parse_tags(text_of(data, str(path)), str(path))


class Tags:
    """The card of each tag, kept in the file `path`, or only in memory without one.

    A faulty file is never written over: until it is repaired or removed, no tag is known.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.trouble = NOTHING
        """The fault of the file, in sentences."""
        self._cards: dict[str, TaggedCard] = {}
        self._faulty = False

    def read(self) -> None:
        """Read the file again; a fault only sets `trouble`."""
        if self.path is None:
            return
        try:
            self._cards, self._faulty = read_tags(self.path), False
            self.trouble = NOTHING
        except FormatError as fault:
            self._cards, self._faulty = {}, True
            self.trouble = text(
                "The tags of the cards are not known: {fault}. Mend that file or remove it.",
                fault=fault.words,
            )

    def known(self) -> tuple[TaggedCard, ...]:
        """Return all cards whose tags are known, in the order of their codes."""
        return tuple(sorted(self._cards.values(), key=lambda card: (card.code, card.tag)))

    def code_of(self, tag: str) -> int | None:
        """Return the code of the card with this tag, or None."""
        card = self._cards.get(tag)
        return None if card is None else card.code

    def name(self, tag: str, code: int | None, card: str) -> None:
        """Remember which card a tag is on, None to forget it. Invalid values are ignored."""
        if self._faulty or not is_tag(tag) or (code is not None and not 0 <= code <= 255):
            return
        if code is None:
            self._cards.pop(tag, None)
        else:
            self._cards[tag] = TaggedCard(tag, code, card)
        if self.path is None:
            return
        lines = [
            f'"{card.tag}" = {{ code = {card.code}, card = "{_plain(card.card)}" }}\n'
            for card in self.known()
        ]
        try:
            write_whole(self.path, HEAD + "".join(lines))
            self.trouble = NOTHING
        except OSError as fault:
            self.trouble = text(
                "The tags of the cards cannot be saved: {path}: {fault}. They stay until"
                " the app ends; make that folder writable.",
                path=str(self.path),
                fault=fault.strerror or str(fault),
            )


def _plain(words: str) -> str:
    return "".join(letter for letter in words if letter.isprintable() and letter not in '"\\')


def remembered_tags(seats: Seats | None) -> Tags:
    """Return the tags of the state folder that has these seats, by default the usual folder."""
    folder = state_folder() if seats is None or seats.path is None else seats.path.parent
    return Tags(folder / FILE)


class TaggedTable(TableWrapper):
    """Readers that send `TagRead`, with the code of each known tag in its place.

    A card with an unknown tag is reported as BADCODE, and as a trouble until its card is named. Put
    `ScreenFallback` around it for seats without a reader.
    """

    def __init__(self, inner: Table, tags: Tags) -> None:
        super().__init__(inner)
        self.tags = tags
        self._tag_in: dict[tuple[int, int], str] = {}
        """The tag in each slot, by seat and slot."""
        self._troubles: dict[str, Text] = {}
        """The troubles that have been reported, by their places."""
        self._signals: list[Signal] = []
        self._watched = False

    def open(self) -> None:
        """Open the readers and read the tags file.

        Raises:
            TableError: The readers cannot be opened.
        """
        self._tag_in, self._troubles, self._signals, self._watched = {}, {}, [], False
        self.inner.open()
        self.tags.read()

    def poll(self) -> tuple[Signal, ...]:
        signals, self._signals = self._signals, []
        for signal in self.inner.poll():
            if isinstance(signal, TagRead):
                self._tag_in[signal.seat, signal.slot] = signal.tag
                signals += self._read(signal.seat, signal.slot)
                continue
            # Forget the tag in a slot that shows something else, and those of a reader that was
            # away.
            if isinstance(signal, SlotRead):
                self._tag_in.pop((signal.seat, signal.slot), None)
            elif isinstance(signal, (ReaderBack, ReaderLost)):
                self._tag_in = {
                    place: tag for place, tag in self._tag_in.items() if place[0] != signal.seat
                }
            signals.append(signal)
        return (*signals, *self._news())

    def do(self, deed: Deed) -> None:
        """Name a tag, and report all slots that hold it; pass all other deeds on."""
        if isinstance(deed, NameTag):
            self.tags.name(deed.tag, deed.code, deed.card)
            for (seat, slot), tag in self._tag_in.items():
                if tag == deed.tag:
                    self._signals += self._read(seat, slot)
            self._signals.append(TagsKnown(self.tags.known()))
            return
        if isinstance(deed, Watch):
            self._watched = deed.on
            if deed.on:
                self._signals.append(TagsKnown(self.tags.known()))
                self._signals += [self._tag_read(*place) for place in self._tag_in]
        self.inner.do(deed)

    def _read(self, seat: int, slot: int) -> tuple[Signal, ...]:
        """Return what the tag in a slot means."""
        code = self.tags.code_of(self._tag_in[seat, slot])
        read = SlotRead(seat, slot, BADCODE if code is None else OK, code)
        return (read, self._tag_read(seat, slot)) if self._watched else (read,)

    def _tag_read(self, seat: int, slot: int) -> TagRead:
        tag = self._tag_in[seat, slot]
        return TagRead(seat, slot, tag, self.tags.code_of(tag))

    def _news(self) -> list[Signal]:
        """Return the troubles that are new, or over."""
        unknown = {tag for tag in self._tag_in.values() if self.tags.code_of(tag) is None}
        words = count(
            "A card has a tag that is not known: say which card it is in the table test, under "
            "Tags.",
            "{number} cards have tags that are not known: say which cards they are in the table "
            "test, under Tags.",
            len(unknown),
        )
        now = {UNKNOWN: words if unknown else NOTHING, TAGS_FILE: self.tags.trouble}
        before, self._troubles = self._troubles, now
        return [
            TableProblem(place, words)
            for place, words in now.items()
            if before.get(place, NOTHING) != words
        ]
