"""The table test in words: what a slot shows, what a reader is, how its link fares.

Short words, since eight readers with five slots each stand on one page; nothing here draws.
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
from companion.ui.widgets.cards.card_look import figure_of, short_name
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
"""What a slot without a card of the deck shows."""
SHORT: Final[Mapping[str, Text | str]] = {
    OK: "?",
    EMPTY: "–",
    BADCODE: text("bad"),
    UNSTABLE: text("moves"),
}
"""The same where there is little room."""
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
"""What readers are, in a word."""
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
"""How a card lies in an emulated reader."""


def slot_words(
    slot: SlotReport, cards: Mapping[int, Face], *, short: bool = False
) -> tuple[Text | str, Rgba]:
    """What a slot shows in a word or number (a card's priority, or what it is called), and its tint; `cards` by code.

    A card that is covered is just read; a code of no card of the deck is a fault.
    """
    card = cards.get(slot.code) if slot.code is not None else None
    if card is not None:
        return figure_of(card) if short else short_name(card), IVORY
    # OK can only be a code here that no card of the deck has [6.4.3, E187].
    if slot.status == OK and slot.code is None:
        return text("is read"), IVORY
    words = STATUS.get(slot.status, slot.status)
    return SHORT.get(slot.status, words) if short else words, TINTS.get(slot.status, WARNING)


def short_uid(uid: str) -> str:
    """The end of a chip id, which is what tells readers apart."""
    return f"…{uid[-6:]}" if len(uid) > 7 else uid


def state_tint(row: TableRow) -> Rgba:
    """The tint of a reader's state: wrong, answering, or neither."""
    return (
        WARNING
        if row.remedy
        else GOOD
        if row.own or (row.model is not None and not row.aside)
        else SAND
    )


def brief_state(row: TableRow) -> Text | str:
    """What a reader is and how it is, in one line; a screen's readers are known by their state."""
    return (
        row.state
        if row.kind == "screen"
        else text("{kind}: {state}", kind=KINDS.get(row.kind, row.kind), state=row.state)
    )


def link_words(counters: Counters | None) -> tuple[Text | str, Text | str]:
    """How the link fares, in two parts of a line each; "" for a reader without a link."""
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
    """A count in at most five signs."""
    if count < 10_000:
        return f"{count:,}"
    return f"{count // 1000}k" if count < 10_000_000 else f"{count // 1_000_000}M"


def seen_words(silent: float) -> Text:
    """When a reader was last heard, so many seconds ago."""
    return (
        text("last message {seconds:.1f} s ago", seconds=silent)
        if silent < 60
        else text("last message {minutes:.0f} min ago", minutes=silent / 60)
    )


def facts(row: TableRow) -> tuple[Text | str, ...]:
    """Everything there is to know of a reader, a line each, only its state while nothing was heard of it; no line is empty."""
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
    """A reader's id, handle and link in one line; "" for a seat on the screen, which has none of them."""
    report = row.report
    if report is None and row.kind == "screen" and not row.remedy:
        return ""
    if report is None:
        return text("nothing received yet") if not row.remedy else text("nothing received")
    return dotted(
        [
            short_uid(report.uid),
            SHORT_HANDLES.get(report.handle, report.handle),
            _short_link(report.counters),
        ]
    )


def _short_link(counters: Counters | None) -> Text:
    """How the link fares in one part of a line."""
    if counters is None:
        return NOTHING
    ago = (
        text("{seconds:.1f} s ago", seconds=counters.silent)
        if counters.silent < 60
        else text("{minutes:.0f} min ago", minutes=counters.silent / 60)
    )
    return text(
        "{frames} frames, {resent} resent, {damaged} damaged, {ago}",
        frames=count_words(counters.frames),
        resent=count_words(counters.resends),
        damaged=count_words(counters.damaged),
        ago=ago,
    )
