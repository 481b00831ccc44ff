"""Test the kinds of notices: warning sign, tick, or none for news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from kivy.graphics import Color

from companion.session.messages import Notice, ShowNotice, news, success
from companion.session.pages.table import OpenTable
from companion.testing.screen_checks import screen_faults
from companion.ui.theme import GOOD, WARNING
from companion.words import Text, text
from tests.recorded import recorded
from tests.session.evenings import evening
from tests.ui.stand import SIZES, on_stand, settle

LYING = SIZES[0]


def tints(canvas: Any) -> set[tuple[float, ...]]:
    """Return the colours in a drawing and its children."""
    found: set[tuple[float, ...]] = set()
    for part in canvas.children:
        if isinstance(part, Color):
            found.add(tuple(round(share, 3) for share in part.rgba))
        found |= tints(part) if hasattr(part, "children") else set()
    return found


def has(notice: Any, tint: Sequence[float]) -> bool:
    """Return whether a notice's edge or sign has a tint."""
    return tuple(round(share, 3) for share in tint) in tints(notice.canvas)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_kind_has_its_sign(size: tuple[int, int]) -> None:
    """Draw only warnings amber and only successes green, one after the other on a page."""
    loop = evening(OpenTable())
    kinds: list[tuple[Callable[[str], Notice | Text], bool, bool]] = [
        (text, True, False),
        (lambda words: success(text(words)), False, True),
        (lambda words: news(text(words)), False, False),
        (text, True, False),
    ]
    with on_stand(size, loop.view, loop) as stand:
        for number, (kind, wrong, done) in enumerate(kinds):
            words = f"The certificate is in /var/lib/clockwork-derby/certificates: number {number}."
            loop.send(ShowNotice(kind(words)))
            stand.show(loop.view)
            settle()
            notice = stand.screen.notice
            assert (
                notice.parent is not None
                and notice.words.text == words
                and screen_faults(stand.screen) == []
            )
            assert (has(notice, WARNING), has(notice, GOOD)) == (wrong, done)


def test_words_without_a_sign_have_its_room() -> None:
    """Start news at the edge, in the room of the sign."""
    loop = evening(OpenTable())
    with on_stand(LYING, loop.view, loop) as stand:
        loop.send(ShowNotice("Something is wrong."))
        stand.show(loop.view)
        beside = stand.screen.notice.words.x
        loop.send(ShowNotice(news(text("The app ends and starts again."))))
        stand.show(loop.view)
        assert (
            stand.screen.notice.words.text == recorded("The-app-ends-and-starts-again")
            and stand.screen.notice.words.x < beside
        )
