"""Check a screen as a person sees it: inside the window, touchable, readable, no overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from companion.session.view import DEAL, LAST, OVER, PLACE, PLAY, PROGRAM, REST, SUMMARY

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

ENGLISH: Final = re.compile(
    r"(?<![\w/.=-])(the|is|are|of|and|to|it|its|that|this|with|for|from|by|be|not|has|have|been|which|you|your|here|every|nothing|nobody|who|than|them|their"
    r"|seat|seats|slot|slots|turn|reader|readers|card|cards|flag|flags|damage|board|touch|take|put|pull|push|handle|again|hold|ready|refused)(?![\w/=-])",
    re.IGNORECASE,
)
"""Words that are never German."""
LEAST_TARGET: Final = 47
"""9 mm on the seven-inch panel."""
LEAST_KEY: Final = 44
"""8.4 mm there: what a tenth of an upright window leaves for a key of a usual keyboard."""
UNIT: Final = re.compile(r"(s|min|h|mm|V|mA|MB|GB|°C|%)(?!\w)")
WHILE_PLAYING: Final = (PLACE, DEAL, PROGRAM, REST, PLAY, SUMMARY, OVER, LAST, "replay", "facts")
"""Pages that people look at during a race, some of them from a metre away."""
SLACK: Final = 1.5
"""Pixels of rounding that nobody sees."""
LEADING: Final = 0.2
"""The share of their size that letters leave free above and below."""


def visible_widgets(root: Widget) -> Iterator[Widget]:
    """Yield every visible widget under a root."""
    if root.opacity > 0:
        yield root
        for child in root.children:
            yield from visible_widgets(child)


def targets(root: Widget) -> list[Widget]:
    """Return everything that can be touched: buttons, places of cards, knobs of handles."""
    from kivy.uix.behaviors.button import ButtonBehavior

    from companion.ui.widgets.cards.card import CardFace
    from companion.ui.widgets.readers.slots import SlotBed

    return [
        widget
        for widget in visible_widgets(root)
        if isinstance(widget, (ButtonBehavior, CardFace, SlotBed))
    ]


def screen_faults(root: Widget) -> list[str]:
    """Return everything that is wrong with the look of a screen, in words."""
    return [
        *_outside(root),
        *_small(root),
        *_overlapping(root),
        *_unfitting_texts(root),
        *_torn_units(root),
        *_unreadable(root),
    ]


def cut_texts(root: Widget) -> list[str]:
    """Return every text that is cut by its box, or reaches out of the window or its background."""
    return [*_outside(root), *_unfitting_texts(root), *texts_beyond_box(root)]


def english_words(root: Widget) -> list[str]:
    """Return every text with an English word, on a German screen."""
    from companion.ui.widgets.label import Label

    shown = [widget.plain() for widget in visible_widgets(root) if isinstance(widget, Label)]
    return [f"English: {words!r}" for words in shown if ENGLISH.search(words)]


def texts_beyond_box(root: Widget) -> Iterator[str]:
    """Yield texts whose letters reach out of their box, or of the box of their container."""
    from companion.ui.theme import u
    from companion.ui.widgets.label import Label

    for widget in visible_widgets(root):
        if not isinstance(widget, Label) or not widget.text or _cut_off(widget):
            continue
        across, up = widget.texture_size
        if across > widget.width + SLACK or up > widget.height + u(2):
            yield (
                f"letters are larger than their box: {_name(widget)} draws "
                f"{round(across)} × {round(up)}"
            )
        for whole in _around(widget):
            if not _contains(whole, widget):
                yield (
                    f"out of its {type(whole).__name__}: {_name(widget)}, "
                    f"which is at {_spot(whole)}"
                )
                break


def _around(widget: Widget) -> Iterator[Widget]:
    """Yield the containers of a widget, up to the list that it scrolls in."""
    from kivy.uix.widget import Widget

    while (
        isinstance(widget.parent, Widget)
        and widget.parent is not widget
        and not getattr(widget.parent, "clips", False)
    ):
        widget = widget.parent
        yield widget


def _contains(whole: Any, part: Any) -> bool:
    """Return whether the letters of a text are inside a box.

    A widget without a size is no box, and neither is a pure container.
    """
    from kivy.uix.widget import Widget

    from companion.ui.theme import u

    if min(whole.size) <= 1 or type(whole) is Widget:
        return True
    across, up = part.texture_size
    west, south = part.center_x - across / 2, part.center_y - up / 2
    return bool(
        west >= whole.x - u(2)
        and south >= whole.y - LEADING * part.font_size
        and west + across <= whole.x + whole.width + u(2)
        and south + up <= whole.y + whole.height + LEADING * part.font_size
    )


def _spot(widget: Any) -> str:
    return f"{tuple(round(p) for p in widget.pos)} {tuple(round(s) for s in widget.size)}"


def _name(widget: Any) -> str:
    words = getattr(widget, "text", "") or getattr(getattr(widget, "name", None), "text", "")
    return f"{type(widget).__name__} {words!r} at {_spot(widget)}"


def _scroll_list(widget: Widget) -> Widget | None:
    """Return the list that a widget is in, if its ends can scroll out of sight."""
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if getattr(widget, "clips", False):
            return widget
    return None


def _box(widget: Widget) -> tuple[float, float, float, float]:
    """Return west, south, east and north of the visible part of a widget.

    A widget that is scrolled out of sight has an empty part.
    """
    west, south, east, north = widget.x, widget.y, widget.x + widget.width, widget.y + widget.height
    roll = _scroll_list(widget)
    if roll is None:
        return west, south, east, north
    return west, max(south, roll.y), east, min(north, roll.y + roll.height)


def _cut_off(widget: Widget) -> bool:
    """Return whether the end of a list hides a part of a widget that can be scrolled into sight."""
    return _box(widget) != (widget.x, widget.y, widget.x + widget.width, widget.y + widget.height)


def _outside(root: Widget) -> Iterator[str]:
    from companion.ui.theme import window_size
    from companion.ui.widgets.label import Label

    width, height = window_size()
    for widget in [
        *targets(root),
        *(w for w in visible_widgets(root) if isinstance(w, Label) and w.text),
    ]:
        west, south, east, north = _box(widget)
        if west < -SLACK or south < -SLACK or east > width + SLACK or north > height + SLACK:
            yield f"outside the window: {_name(widget)}"


def _small(root: Widget) -> Iterator[str]:
    from companion.ui.theme import u
    from companion.ui.widgets.keyboard import LetterKey

    for widget in targets(root):
        # A key of ten in a row of an upright window may be narrower if it is higher.
        is_high_key = isinstance(widget, LetterKey) and widget.height >= 1.5 * u(LEAST_TARGET)
        least = LEAST_KEY if is_high_key else LEAST_TARGET
        if min(widget.size) < u(least) - SLACK and not _cut_off(widget):
            yield f"too small to be hit: {_name(widget)}"


def _overlapping(root: Widget) -> Iterator[str]:
    """Yield overlapping targets, unless one is a part of the other or a card in its slot."""
    found = targets(root)
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            first, second = _box(one), _box(other)
            across = min(first[2], second[2]) - max(first[0], second[0])
            up = min(first[3], second[3]) - max(first[1], second[1])
            if min(across, up) > SLACK and not _belongs(one, other):
                yield f"over each other: {_name(one)} and {_name(other)}"


def _belongs(one: Widget, other: Widget) -> bool:
    from companion.ui.widgets.cards.card import CardFace
    from companion.ui.widgets.readers.slots import SlotBed

    if {type(one), type(other)} == {CardFace, SlotBed}:
        return True
    return any(part in whole.walk(restrict=True) for part, whole in ((one, other), (other, one)))


def _unfitting_texts(root: Widget) -> Iterator[str]:
    """Yield texts that do not fit their box even in their smallest letters, or lose a line.

    Names that are shortened with dots are meant to be.
    """
    from companion.ui.theme import u
    from companion.ui.widgets.label import Label, measure

    for widget in visible_widgets(root):
        if not isinstance(widget, Label) or not widget.text or widget.cut:
            continue
        words = widget.plain().split()
        _width, height = measure(
            widget.plain(), widget.font_size, widget.font_name, widget.width, widget.LEADING
        )
        longest = max(
            (measure(word, widget.font_size, widget.font_name)[0] for word in words), default=0
        )
        if height > widget.height + u(2) or longest > widget.width + SLACK:
            yield f"words are cut: {_name(widget)} needs {round(longest)} × {round(height)}"
        elif words and words[-1] not in _rendered_text(widget):
            yield f"a line is lost: {_name(widget)} shows {_rendered_text(widget)!r}"


def _unreadable(root: Widget) -> Iterator[str]:
    """Yield texts of pages of a race that are too small to be read from a metre."""
    from companion.ui.widgets.label import READABLE, Label

    if getattr(getattr(root, "view", None), "page", "") in WHILE_PLAYING:
        for widget in visible_widgets(root):
            if isinstance(widget, Label) and widget.text and widget.font_size < READABLE:
                yield (
                    f"not to be read from a metre: {_name(widget)} in letters of "
                    f"{widget.font_size:g}"
                )


def _torn_units(root: Widget) -> Iterator[str]:
    """Yield lines that end with a number whose unit begins the next line."""
    from companion.ui.widgets.label import Label

    for widget in visible_widgets(root):
        if isinstance(widget, Label) and widget.text:
            label: Any = widget._label
            lines = [
                "".join(word.text for word in line.words).strip() for line in label._cached_lines
            ]
            for line, following in pairwise(lines):
                if line[-1:].isdigit() and UNIT.match(following):
                    yield f"torn from its unit: {line!r} / {following!r} in {_name(widget)}"


def _rendered_text(label: Any) -> str:
    """Return the letters that a label has really laid out; Kivy has no public API for them."""
    return " ".join(word.text for line in label._label._cached_lines for word in line.words)
