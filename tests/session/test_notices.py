"""Notices are of three kinds with one form of words."""

from __future__ import annotations

from companion.session.messages import notice_words, success
from companion.words import NOTHING, text
from tests.recorded import recorded


def test_the_words_of_a_notice_are_texts_that_can_be_said_in_other_languages() -> None:
    """Make notices of texts, which faults and refusals show in the screen's language."""
    done = text("Take back")
    assert notice_words(success(done)) == done
    assert notice_words(done) == done
    assert str(notice_words("as it stands")) == recorded("as-it-stands")
    assert not notice_words(NOTHING) and not notice_words("")
