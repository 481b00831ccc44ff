"""The table test in words: what a slot shows, what a reader is, how its link fares.

Short words, since eight readers with five slots each stand on one page; nothing here draws.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.session.view import CardPicture, TableRow
from companion.signals import (
    BADCODE, BLANK, DIRTY, EMPTY, FOREIGN, HALF, OK, PULL, PUSH, REST, SMUDGED, TURNED, UNSTABLE, WELL, Counters, SlotReport,
)
from companion.ui.theme import BAD, GOOD, IVORY, SAND, WARNING, Rgba

STATUS: Final[Mapping[str, str]] = {
    OK: "no card of ours", EMPTY: "empty", BLANK: "blank", DIRTY: "dirty", BADCODE: "bad code", UNSTABLE: "moving",
}
"""What a slot without a card of the deck shows."""
SHORT: Final[Mapping[str, str]] = {OK: "?", EMPTY: "–", BADCODE: "bad", UNSTABLE: "moves"}
"""The same where there is little room."""
TINTS: Final[Mapping[str, Rgba]] = {OK: BAD, EMPTY: SAND, BLANK: WARNING, DIRTY: WARNING, BADCODE: BAD, UNSTABLE: WARNING}
HANDLES: Final[Mapping[str, str]] = {PULL: "handle pulled", REST: "handle at rest", PUSH: "handle pushed"}
LIES: Final[Mapping[str, str]] = {WELL: "well in", HALF: "half in", SMUDGED: "dirty", TURNED: "wrong way", FOREIGN: "other deck"}
"""How a card lies in an emulated reader."""


def slot_words(slot: SlotReport, cards: Mapping[int, CardPicture], *, short: bool = False) -> tuple[str, Rgba]:
    """What a slot shows in a word or number (a card's priority), and its tint; `cards` by code.

    A card that is covered is just read; a code of no card of the deck is a fault.
    """
    card = cards.get(slot.code) if slot.code is not None else None
    if card is not None:
        return str(card.priority), IVORY
    # OK can only be a code here that no card of the deck has [6.4.3, E187].
    if slot.status == OK and slot.code is None:
        return "is read", IVORY
    words = STATUS.get(slot.status, slot.status)
    return SHORT.get(slot.status, words) if short else words, TINTS.get(slot.status, WARNING)


def short_uid(uid: str) -> str:
    """The end of a chip id, which is what tells readers apart."""
    return f"…{uid[-6:]}" if len(uid) > 7 else uid


def state_tint(row: TableRow) -> Rgba:
    """The tint of a reader's state: wrong, answering, or neither."""
    return WARNING if row.remedy else GOOD if row.own or row.model is not None and not row.aside else SAND


def brief_state(row: TableRow) -> str:
    """What a reader is and how it is, in one line; a screen's readers are known by their state."""
    return row.state if row.kind == "screen" else f"{row.kind}: {row.state}"


def link_words(counters: Counters | None) -> tuple[str, str]:
    """How the link fares, in two parts of a line each; "" for a reader without a link."""
    if counters is None:
        return "", ""
    damaged = f"{count_words(counters.damaged)} damaged, {seen_words(counters.silent)}"
    return f"{count_words(counters.frames)} frames, {count_words(counters.resends)} resent", damaged


def count_words(count: int) -> str:
    """A count in at most five signs."""
    if count < 10_000:
        return f"{count:,}"
    return f"{count // 1000}k" if count < 10_000_000 else f"{count // 1_000_000}M"


def seen_words(silent: float) -> str:
    """When a reader was last heard, so many seconds ago."""
    return f"seen {silent:.1f} s ago" if silent < 60 else f"seen {silent / 60:.0f} min ago"


def facts(row: TableRow) -> tuple[str, ...]:
    """Everything there is to know of a reader, a line each, only its state while nothing was heard of it; no line is empty."""
    report = row.report
    lines = [brief_state(row)]
    if report is not None:
        named = [short_uid(report.uid)] * bool(report.uid) + [f"version {report.version}"] * bool(report.version)
        lines += [" · ".join(named), HANDLES.get(report.handle, report.handle), *link_words(report.counters)]
    return tuple(line for line in lines if line)


def one_line(row: TableRow) -> str:
    """A reader's id, handle and link in one line; "" for a seat on the screen, which has none of them."""
    report = row.report
    if report is None and row.kind == "screen" and not row.remedy:
        return ""
    if report is None:
        return "nothing heard yet" if not row.remedy else "not heard"
    handle = HANDLES.get(report.handle, report.handle).removeprefix("handle ")
    link = ", ".join(part for part in link_words(report.counters) if part).replace("seen ", "")
    return " · ".join(part for part in (short_uid(report.uid), handle, link) if part)
