"""The paper of an acceptance run: verdict, readers with their slots, findings and remedies."""

from __future__ import annotations

from typing import Final

from companion.certificate.judging import CRAMPED
from companion.certificate.report import (
    FAILED,
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
from companion.press.clanks import LIVERIES, SPARE, emblem
from companion.press.leaves import BAND, CREAM, FOOT, HIGH, WIDE, Leaf, poster
from companion.press.letters import (
    Block,
    draw_centred,
    fitting_size,
    flow_blocks,
    heading,
    place_beside,
    stack_blocks,
    text,
)
from companion.press.marks import (
    MIDDLE,
    RIGHT,
    WHITE,
    Circle,
    Document,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import FAINT, GREY, INK, PAPERS, RED, Paper

GOOD, FAIR = "#2f7d55", "#b7791f"
TINTS: Final = {PASSED: GOOD, NOTED: FAIR, FAILED: RED, UNFINISHED: GREY}
LIMIT: Final = 0.4
"""Margin below which a reader gives no answer (`card_reader.codes`), as a share of contrast."""
LANES: Final = (0.0, 33.0, 141.0)
"""The left sides of a reader's name, its slots and its link."""
GAP: Final = 3.0


def certificate_document(report: CertificateReport, paper: Paper = PAPERS["a4"]) -> Document:
    """Return the report on as many sheets as needed; leaves are enlarged to any `paper`."""
    first, *others = _findings(report)
    # A heading stays with the first finding, so that no sheet ends with a heading.
    found = stack_blocks((Block((), 2), heading("Found", WIDE), first), 1)
    figures = (
        f"Margin between white and black as a share of their contrast: {CRAMPED:.0%} is good,"
        f" below {LIMIT:.0%} a reader gives no answer."
        " In brackets: how white white is, 0 to 255."
    )
    signature: list[Mark] = []
    for word, left, right in (("tried by", 0, 70), ("on", 80, 130)):
        signature += [
            Stroke(((left, -12), (right, -12)), INK, 0.25),
            TextLine(word, left, -16, 3, GREY),
        ]
    blocks = [
        _verdict(report),
        stack_blocks((heading("Readers", WIDE), text(figures, WIDE, size=3.1, colour=GREY))),
        *map(_reader, report.seats),
        found,
        *others,
        Block(tuple(signature), 18.0),
    ]
    sheets = list(flow_blocks(blocks, HIGH - BAND - FOOT, GAP))
    about = f"{report.date} · {report.table}"
    leaves = (
        Leaf(
            "Acceptance of a table",
            about,
            (MarkGroup(sheet.marks, 0, HIGH - BAND),),
            f"Clockwork Derby · clockwork-derby certify · sheet {number} of {len(sheets)}",
        )
        for number, sheet in enumerate(sheets, 1)
    )
    pages: tuple[SheetSide, ...] = tuple(poster(leaf, paper) for leaf in leaves)
    return Document(f"Acceptance of a table, {report.date}", pages)


def _verdict(report: CertificateReport) -> Block:
    """Draw the outcome as large as a stamp."""
    minutes, seconds = divmod(report.seconds, 60)
    facts = (
        f"{len(report.seats)} reader{'' if len(report.seats) == 1 else 's'} · {minutes} min"
        f" {seconds:02} s"
    )
    word = report.verdict.upper()
    return Block(
        (
            Rectangle(0, -22, WIDE, 22, 2, TINTS.get(report.verdict, GREY)),
            TextLine(word, 7, -14.2, fitting_size(word, 12, 104, True), WHITE, True),
            TextLine(str(VERDICTS.get(report.verdict, "")), WIDE - 7, -10, 4.2, WHITE, align=RIGHT),
            TextLine(facts, WIDE - 7, -16, 3.6, WHITE, align=RIGHT),
        ),
        24.0,
    )


def _reader(seat: SeatReport) -> Block:
    """Draw one reader in a line."""
    # In the default colours of clanks: a certificate knows no later choices.
    livery = LIVERIES[seat.seat - 1] if 1 <= seat.seat <= len(LIVERIES) else SPARE
    kind = " ".join(filter(None, (seat.kind, seat.uid, seat.firmware))) or "nothing told"
    name, slots, link = LANES
    marks: list[Mark] = [
        *emblem(livery, name + 1, -11, 10, livery.tint),
        TextLine(f"Seat {seat.seat}", name + 13, -4.8, 4.4, INK, True),
        TextLine(kind, name + 13, -9.6, fitting_size(kind, 2.9, slots - name - 15), GREY),
        TextLine(
            _state(seat),
            link,
            -4.8,
            fitting_size(_state(seat), 4.0, WIDE - link, True),
            RED if seat.faults else INK,
            True,
        ),
        TextLine(_link(seat), link, -9.6, fitting_size(_link(seat), 2.9, WIDE - link), GREY),
        Stroke(((0, -13.4), (WIDE, -13.4)), FAINT, 0.2),
    ]
    lane = (link - slots - 4) / len(seat.slots)
    for place, figures in enumerate(seat.slots):
        marks.append(MarkGroup(_slot(place + 1, figures, lane - 2), slots + lane * place, 0))
    return Block(tuple(marks), 12.0)


def _state(seat: SeatReport) -> str:
    if seat.faults:
        return f"{seat.faults} to repair"
    notes = f", {seat.notes} note{'' if seat.notes == 1 else 's'}" if seat.notes else ""
    return f"in order{notes}" if seat.tried else "not tried"


def _link(seat: SeatReport) -> str:
    gone = f", gone {seat.lost}×" if seat.lost else ""
    return f"{seat.frames} frames, {seat.damaged} damaged, {seat.resends} again{gone}"


def _slot(number: int, figures: SlotFigures, width: float) -> tuple[Mark, ...]:
    """Draw the margin of a slot as a bar."""
    bar = Rectangle(0, -10.4, width, 3.2, 0.8, CREAM)
    white = f" ({figures.white})" if figures.white is not None else ""
    title = TextLine(f"slot {number}{white}", 0, -4.8, 2.7, GREY)
    if figures.margin is None:
        return title, bar, TextLine("not told", width / 2, -9.7, 2.6, GREY, align=MIDDLE)
    # Margins may be beyond both ends, the bar not.
    share = min(1.0, max(0.0, figures.margin))
    tint = GOOD if figures.margin >= CRAMPED else FAIR if figures.margin >= LIMIT else RED
    return (
        title,
        TextLine(f"{figures.margin:.0%}", width, -4.8, 3.6, tint, True, RIGHT),
        bar,
        Rectangle(0, -10.4, max(1.6, width * share), 3.2, 0.8, tint),
        Stroke(((width * LIMIT, -10.8), (width * LIMIT, -6.8)), INK, 0.25),
    )


def _findings(report: CertificateReport) -> tuple[Block, ...]:
    """Draw each finding with its remedy."""
    if not report.findings:
        return (
            text(
                "Nothing: this table is as it should be."
                if report.verdict == PASSED
                else "Nothing in what was tried.",
                WIDE,
            ),
        )
    blocks = []
    for finding in report.findings:
        # Amber if it only hinders later.
        dot = Circle((2.4, -2.4), 2.4, RED if finding.grave else FAIR)
        sign = Block((dot, draw_centred("!", 2.4, -2.4, 4, WHITE)), 4.8)
        words = text("", WIDE - 8, str(sentence(finding)))
        remedy = text(str(repair(finding)), WIDE - 8, colour=GREY)
        blocks.append(place_beside(sign, stack_blocks((words, remedy)), 8))
    return tuple(blocks)
