"""Doctor and watch in German: every finding of every broken machine, without English words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.gallery.computer import machine
from companion.health.base import Check, Finding, checks, run_checks, title_of
from companion.health.checks.display import why_no_window
from companion.health.process_facts import ProcessFacts, ReaderStatistics
from companion.health.watch import HealthWatch
from companion.health.world import World
from companion.words import Text
from tests.catalogues import spoken
from tests.health.test_checks import BROKEN
from tests.health.test_screen import CAUSES
from tests.recorded import recorded
from tests.ui.test_german_screen import ENGLISH

GERMAN = spoken("de")
TALLIES = (
    (),
    (ReaderStatistics(1, 600),),
    (ReaderStatistics(1, 600), ReaderStatistics(2, 600)),
    (ReaderStatistics(3, 600, 61),),
    (ReaderStatistics(3, 600, 0, 13),),
    (ReaderStatistics(2, 6, unreadable=(0, 9, 0, 0, 0)),),
    (
        ReaderStatistics(2, 6, losses=("USB",) * 3),
        ReaderStatistics(3, 6, losses=("it sends too many messages",)),
    ),
)


def left_english(texts: Iterable[Text]) -> list[str]:
    """Return the texts with an English word in German."""
    return [
        f"{str(text)!r}: {said!r}" for text in texts if ENGLISH.search(said := text.said(GERMAN))
    ]


def finding_texts(findings: Iterable[Finding]) -> list[Text]:
    """Return all texts of findings, under their titles."""
    return [
        words
        for finding in findings
        for words in (title_of(finding), finding.words, finding.remedy)
    ]


@pytest.mark.parametrize("how", [how for _, _, _, how in BROKEN])
def test_a_broken_machine_is_told_of_in_german(tmp_path: Path, how: dict[str, Any]) -> None:
    """Report a broken machine in German, with remedies."""
    assert left_english(finding_texts(run_checks(machine(tmp_path, **how)))) == []


@pytest.mark.parametrize("tallies", TALLIES)
def test_readers_are_told_of_in_german(
    tmp_path: Path, tallies: tuple[ReaderStatistics, ...]
) -> None:
    """Report one reader and several, good and bad."""
    assert (
        left_english(
            finding_texts(
                run_checks(machine(tmp_path, since=ProcessFacts(lambda: tallies)), ("counters",))
            )
        )
        == []
    )


@pytest.mark.parametrize("how", [how for _, _, how in CAUSES])
def test_why_there_is_no_window_is_told_in_german(tmp_path: Path, how: dict[str, Any]) -> None:
    """Explain a missing window, with or without words of SDL."""
    causes = [why_no_window(machine(tmp_path, **how), said) for said in ("", "kmsdrm")]
    assert left_english(words for cause in causes for words in cause) == []


def test_checks_that_are_not_there_or_fail_are_told_of_in_german(tmp_path: Path) -> None:
    """Report unknown and failing checks."""
    (unknown,) = run_checks(machine(tmp_path), ("fnts",))
    assert unknown.words.said(GERMAN) == recorded("Die-Pruefung-fnts-gibt-es-nicht")
    assert unknown.remedy.said(GERMAN) == recorded("Ist-fonts-gemeint-Pruefungen-sind-blanking")
    (failed,) = run_checks(machine(tmp_path, ports=_failing), ("readers",))
    assert failed.words.said(GERMAN) == recorded("Die-Pruefung-readers-ist-misslungen")
    assert left_english((failed.remedy,)) == []


def test_a_title_is_no_word_of_the_game() -> None:
    """Name the power supply unlike a game's power."""
    assert checks()["power"].title.said(GERMAN) == recorded("Strom")


def test_the_status_bar_is_german(tmp_path: Path) -> None:
    """Show the watch's troubles with the hint at the doctor where there is no room."""
    long = tuple(
        ReaderStatistics(seat, 60, losses=("it sends too many messages",)) for seat in (1, 2, 5)
    )
    watch = HealthWatch(
        machine(tmp_path, since=ProcessFacts(lambda: long)),
        lambda: 0.0,
        (checks()["counters"], Check("stuck", checks()["power"].title, _failing, 9.0)),
    )
    watch.look()
    words = [trouble.words for trouble in watch.poll()]
    assert left_english(text for text in words if isinstance(text, Text)) == []
    assert [
        isinstance(text, Text) and text.said(GERMAN).endswith("Der Doktor sagt, was zu tun ist.")
        for text in words
    ] == [True, True]


def _failing(world: World | None = None) -> tuple[Any, ...]:
    raise ZeroDivisionError("0")
