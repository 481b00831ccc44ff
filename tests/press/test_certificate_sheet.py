"""The paper of an acceptance run has room for any findings."""

from __future__ import annotations

import pytest

from companion.certificate.judging import LIGHT_DARK, MARGIN_SMALL, SLOTS_SWAPPED, TableFinding
from companion.certificate.report import (
    FAILED,
    MEANING,
    NOTED,
    PASSED,
    UNFINISHED,
    VERDICTS,
    CertificateReport,
    SeatReport,
    SlotFigures,
    repair,
    sentence,
)
from companion.press.certificate_sheet import certificate_document
from companion.press.marks import Document
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import pdf
from companion.words import text
from tests.press.prints import picture, sizes, words
from tests.recorded import recorded

SLOTS = tuple(SlotFigures(200 + slot, 180, 0.5 + slot / 10) for slot in range(5))
NO_FIGURES = (SlotFigures(None, None, None),) * 5


def _seat(
    number: int,
    slots: tuple[SlotFigures, ...] = SLOTS,
    faults: int = 0,
    notes: int = 0,
    tried: bool = True,
) -> SeatReport:
    return SeatReport(
        number,
        "pico",
        f"E66141040{number}",
        "0.3",
        tried,
        slots,
        faults,
        notes,
        900 + number,
        2,
        1,
        0,
    )


def _report(
    verdict: str, seats: tuple[SeatReport, ...], found: tuple[TableFinding, ...] = ()
) -> CertificateReport:
    return CertificateReport("2031-05-04 18:30", "rig:8", 754, verdict, seats, found)


def report_of_one() -> CertificateReport:
    """Return a report about one reader that passed."""
    return _report(PASSED, (_seat(1),))


def _read(book: Document) -> list[str]:
    """Return the words of every page, without the ends of lines."""
    data = pdf(book)
    return [" ".join(words(data, page).split()) for page in range(len(sizes(data)))]


@pytest.mark.parametrize("verdict", [PASSED, NOTED, FAILED, UNFINISHED])
def test_the_verdict_stands_on_top(verdict: str) -> None:
    """Print the verdict in capitals and as a sentence, with date, table, duration and readers."""
    (said,) = _read(certificate_document(_report(verdict, (_seat(1), _seat(4)))))
    for part in (
        verdict.upper(),
        str(VERDICTS[verdict]),
        "2031-05-04 18:30 · rig:8",
        "2 readers · 12 min 34 s",
        "Seat 1",
        "Seat 4",
        "sheet 1 of 1",
    ):
        assert part in said


def test_every_slot_has_its_figures() -> None:
    """Print margin and white of each slot, and the link, or that they are unknown."""
    (said,) = _read(
        certificate_document(_report(UNFINISHED, (_seat(2), _seat(5, NO_FIGURES, tried=False))))
    )
    for part in (
        "slot 1 (200) 50%",
        "slot 5 (204) 90%",
        "902 frames, 1 damaged, 2 again",
        "E661410402",
        "in order",
        "not tried",
    ):
        assert part in said
    assert said.count("not told") == 5


def test_findings_are_told_with_their_repair() -> None:
    """Print each finding with its repair, and their number on the reader's line."""
    found = (
        TableFinding(3, text("slots 2 and 4"), SLOTS_SWAPPED, "slot 2 reads the card of slot 4"),
        TableFinding(3, text("slot 1"), MARGIN_SMALL, "48%"),
    )
    (said,) = _read(certificate_document(_report(FAILED, (_seat(3, faults=1, notes=1),), found)))
    assert (
        all(str(sentence(finding)) in said and str(repair(finding)) in said for finding in found)
        and "1 to repair" in said
    )


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_many_findings_take_more_sheets(paper: Paper) -> None:
    """Use more sheets for eight readers with every fault, nothing lost, doubled or cut off."""
    found = tuple(
        TableFinding(seat, text(f"place {seat}"), kind, "seen")
        for seat in range(1, 9)
        for kind in MEANING
    )
    book = certificate_document(
        _report(FAILED, tuple(_seat(seat, faults=9) for seat in range(1, 9)), found), paper
    )
    pages = _read(book)
    said = " ".join(pages)
    assert len(pages) > 3 and all(
        f"sheet {number} of {len(pages)}" in page for number, page in enumerate(pages, 1)
    )
    assert all(said.count(str(sentence(finding))) == 1 for finding in found)
    seen = picture(pdf(book), 1, 3)
    assert seen.crop((0, 0, seen.width, 16)).getextrema() == ((255, 255),) * 3
    assert (
        seen.crop((0, seen.height - 16, seen.width, seen.height)).getextrema() == ((255, 255),) * 3
    )


def test_nobody_took_part() -> None:
    """Print a run without readers."""
    (said,) = _read(certificate_document(_report(UNFINISHED, ())))
    assert (
        "NOT FINISHED" in said
        and "0 readers" in said
        and said == recorded("Nothing-in-what-was-tried")
    )


def test_the_verdicts_look_different() -> None:
    """Print verdicts in green, amber, red and grey."""
    tints = set()
    for verdict in VERDICTS:
        seen = picture(
            pdf(
                certificate_document(
                    _report(
                        verdict,
                        (_seat(1),),
                        (TableFinding(1, text("light 2"), LIGHT_DARK, "it never burns"),),
                    )
                )
            ),
            dots=3,
        )
        tints.add(seen.getpixel((105 * 3, 42 * 3)))
    assert len(tints) == 4
