"""The table test in words: what a slot shows, what a reader is, how good its link is.

The words are short, since eight readers with five slots each are on one page. Nothing is drawn
here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.scene import Face
from companion.session.pages.table import TableRow
from companion.signals import (
    BADCODE,
    BLANK,
    DIRTY,
    EMPTY,
    FOREIGN,
    HALF,
    OK,
    PULL,
    PUSH,
    REST,
    SMUDGED,
    TURNED,
    UNSTABLE,
    WELL,
    Counters,
    SlotReport,
)
from companion.ui.theme import BAD, GOOD, IVORY, SAND, WARNING, Rgba
from companion.ui.widgets.cards.card_painting import figure_of, short_name
from companion.words import NOTHING, Text, text
from companion.words import facts as dotted

STATUS: Final[Mapping[str, Text | str]] = {
    OK: text("not our card"),
    EMPTY: text("empty"),
    BLANK: text("blank"),
    DIRTY: text("dirty"),
    BADCODE: text("bad code"),
    UNSTABLE: text("moving"),
}
"""The words of a slot without a card of the deck."""
SHORT: Final[Mapping[str, Text | str]] = {
    OK: "?",
    EMPTY: "–",
    BADCODE: text("bad"),
    UNSTABLE: text("moves"),
}
"""The same in fewer letters."""
TINTS: Final[Mapping[str, Rgba]] = {
    OK: BAD,
    EMPTY: SAND,
    BLANK: WARNING,
    DIRTY: WARNING,
    BADCODE: BAD,
    UNSTABLE: WARNING,
}
HANDLES: Final[Mapping[str, Text | str]] = {
    PULL: text("handle pulled"),
    REST: text("handle at rest"),
    PUSH: text("handle pushed"),
}
KINDS: Final[Mapping[str, Text]] = {
    "usb": text("usb"),
    "wired": text("wired"),
    "emulated": text("emulated"),
    "reader": text("reader"),
}
"""Kinds of readers, in a word."""
SHORT_HANDLES: Final[Mapping[str, Text]] = {
    PULL: text("pulled"),
    REST: text("at rest"),
    PUSH: text("pushed"),
}
LIES: Final[Mapping[str, Text | str]] = {
    WELL: text("well in"),
    HALF: text("half in"),
    SMUDGED: text("dirty"),
    TURNED: text("wrong way"),
    FOREIGN: text("other deck"),
}
"""The words for the ways in which a card is in an emulated reader."""


def slot_words(
    slot: SlotReport, cards: Mapping[int, Face], *, short: bool = False
) -> tuple[Text | str, Rgba]:
    """Return a slot's content in a word or number, and its tint; `cards` are found by code.

    A known card is named by `figure_of` or `short_name`, a covered one is "read". The code of no
    card of the deck is an error.
    """
    card = cards.get(slot.code) if slot.code is not None else None
    if card is not None:
        return figure_of(card) if short else short_name(card), IVORY
    # OK can only be a code here that no card of the deck has.
    if slot.status == OK and slot.code is None:
        return text("is read"), IVORY
    words = STATUS.get(slot.status, slot.status)
    return SHORT.get(slot.status, words) if short else words, TINTS.get(slot.status, WARNING)


def short_uid(uid: str) -> str:
    """Return the end of a chip id, which distinguishes readers."""
    return f"…{uid[-6:]}" if len(uid) > 7 else uid


def state_tint(row: TableRow) -> Rgba:
    """Return the tint of a reader's state: wrong, answering, or neither."""
    if row.remedy:
        return WARNING
    if row.own or (row.model is not None and not row.aside):
        return GOOD
    return SAND


def brief_state(row: TableRow) -> Text | str:
    """Return a reader's kind and state in one line; readers on a screen have only the state."""
    if row.kind == "screen":
        return row.state
    return text("{kind}: {state}", kind=KINDS.get(row.kind, row.kind), state=row.state)


def link_words(counters: Counters | None) -> tuple[Text | str, Text | str]:
    """Return the state of the link in two parts, a line each; "" for a reader without a link."""
    if counters is None:
        return "", ""
    damaged = text(
        "{damaged} damaged, {seen}",
        damaged=count_words(counters.damaged),
        seen=seen_words(counters.silent),
    )
    return text(
        "{frames} frames, {resent} resent",
        frames=count_words(counters.frames),
        resent=count_words(counters.resends),
    ), damaged


def count_words(count: int) -> str:
    """Return a count in at most five characters."""
    if count < 10_000:
        return f"{count:,}"
    return f"{count // 1000}k" if count < 10_000_000 else f"{count // 1_000_000}M"


def seen_words(silent: float) -> Text:
    """Say how many seconds ago a reader sent its last message."""
    if silent < 60:
        return text("last message {seconds:.1f} s ago", seconds=silent)
    return text("last message {minutes:.0f} min ago", minutes=silent / 60)


def facts(row: TableRow) -> tuple[Text | str, ...]:
    """Return all facts about a reader, a line each; only its state if nothing was received.

    No line is empty.
    """
    report = row.report
    lines = [brief_state(row)]
    if report is not None:
        named = [short_uid(report.uid)] * bool(report.uid) + [
            text("version {version}", version=report.version)
        ] * bool(report.version)
        lines += [
            dotted(named),
            HANDLES.get(report.handle, report.handle),
            *link_words(report.counters),
        ]
    return tuple(line for line in lines if line)


def one_line(row: TableRow) -> Text | str:
    """Return id, handle and link of a reader in one line; "" for a seat on the screen."""
    report = row.report
    if report is None and row.kind == "screen" and not row.remedy:
        return ""
    if report is None:
        return text("nothing received yet") if not row.remedy else text("nothing received")
    link, counters = NOTHING, report.counters
    if counters is not None:
        if counters.silent < 60:
            ago = text("{seconds:.1f} s ago", seconds=counters.silent)
        else:
            ago = text("{minutes:.0f} min ago", minutes=counters.silent / 60)
        link = text(
            "{frames} frames, {resent} resent, {damaged} damaged, {ago}",
            frames=count_words(counters.frames),
            resent=count_words(counters.resends),
            damaged=count_words(counters.damaged),
            ago=ago,
        )
    handle = SHORT_HANDLES.get(report.handle, report.handle)
    return dotted([short_uid(report.uid), handle, link])
