"""The acceptance run finds each fault and nothing else, in readers broken in one way each.

It knows them by signals alone.
"""

from __future__ import annotations

import json

import pytest

from companion import signals
from companion.certificate import judging, run
from companion.certificate.judging import findings
from companion.certificate.report import (
    FAILED,
    MEANING,
    NOTED,
    PASSED,
    UNFINISHED,
    as_json,
    as_lines,
    repair,
    report_of,
    sentence,
)
from companion.certificate.run import (
    DONE,
    EMPTY_SLOTS,
    FACES,
    LET_GO,
    PICTURES,
    PULLED,
    PUSHED,
    SLOT_TASKS,
    TASKS,
    TURNED,
    AgainFrom,
    ExpectedSlot,
    Finish,
    GoOn,
    LightSeen,
    NextPicture,
    begin,
    lamps,
    step,
)
from companion.signals import (
    BADCODE,
    EMPTY,
    LIT,
    NO_READER,
    OK,
    PULL,
    PUSH,
    REST,
    Counters,
    HandleMoved,
    ReaderBack,
    ReaderLost,
    Watch,
)
from tests.certificate.reader import Table, otherwise
from tests.recorded import recorded


def kinds(table: Table) -> list[tuple[int, str, str]]:
    """Return seat, place and kind of every finding."""
    return [(found.seat, str(found.place), found.kind) for found in findings(table.whole())]


def test_a_healthy_table_passes() -> None:
    """Pass eight good readers, with a margin for every slot."""
    report = report_of(Table(tuple(range(1, 9))).whole(), "8 readers", "2026-11-21 20:00")
    assert (report.verdict, report.findings, len(report.seats)) == (PASSED, (), 8)
    assert all(
        slot.margin is not None and slot.margin > 0.95
        for seat in report.seats
        for slot in seat.slots
    )


@pytest.mark.parametrize(
    ("share", "kind"), [(0.6, judging.WEAK_CELL), (0.1, judging.BLIND), (0.7, "")]
)
def test_a_weak_sensor_is_named(share: float, kind: str) -> None:
    """Call a sensor weak below 65 % of its neighbours, blind near zero; paper varies by 70 %."""
    assert kinds(Table((1, 2), shares={(2, 4, 6): share})) == (
        [(2, "slot 4, cell 6", kind)] if kind else []
    )


def test_a_weak_sensor_hides_behind_no_bad_code() -> None:
    """Report a weak sensor that makes a card unreadable, not the card."""
    bad = {(1, FACES, 3): ExpectedSlot(BADCODE), (1, TURNED, 3): ExpectedSlot(BADCODE)}
    assert kinds(Table(shares={(1, 3, 1): 0.35}, answers=bad)) == [
        (1, "slot 3, cell 1", judging.WEAK_CELL)
    ]


def test_a_sensor_that_shines_in_the_empty_slot_is_named() -> None:
    """Report light in an empty slot, from its back or a wire to ground."""
    assert kinds(Table(shares={(1, 2, 5): 12.0})) == [(1, "slot 2, cell 5", judging.SHINING)]


def test_pale_ink_is_told_once_for_a_slot_and_fails_nobody() -> None:
    """Report pale black once a slot as the printer's fault, and pass the table with notes."""
    table = Table(ink=75)
    run = table.whole()
    assert [(str(found.place), found.kind) for found in findings(run)] == [
        (f"slot {slot}", judging.PALE_INK) for slot in range(1, 6)
    ] and report_of(run, "", "").verdict == NOTED


def test_exchanged_slots_are_one_finding() -> None:
    """Report slots 1 and 4 as exchanged, without judging cells by the wrong card."""
    crossed = {
        (3, task, one): SLOT_TASKS[task][other - 1]
        for task in (FACES, TURNED)
        for one, other in ((1, 4), (4, 1))
    }
    assert kinds(Table((3,), answers=crossed)) == [(3, "slots 1 and 4", judging.SLOTS_SWAPPED)]


@pytest.mark.parametrize(
    ("order", "place", "kind"),
    [
        ((8, 7, 6, 5, 4, 3, 2, 1), "slot 2", judging.REVERSED),
        ((1, 2, 5, 4, 3, 6, 7, 8), "slot 2, cells 3 and 5", judging.EXCHANGED),
    ],
    ids=["reversed", "exchanged"],
)
def test_sensors_in_another_order_are_told_from_bad_ones(
    order: tuple[int, ...], place: str, kind: str
) -> None:
    """Report sensors in another order, which give another card's word or none."""
    other = {(1, task, 2): ExpectedSlot(OK, 7) for task in (FACES, TURNED)}
    assert kinds(Table(order={(1, 2): order}, answers=other)) == [(1, place, kind)]


@pytest.mark.parametrize("task", [EMPTY_SLOTS, FACES, TURNED])
def test_a_slot_that_answers_otherwise_is_told(task: str) -> None:
    """Fail a slot that sees a card in the air, or misses one, whatever its cells show."""
    wrong = ExpectedSlot(BADCODE) if task == EMPTY_SLOTS else ExpectedSlot(EMPTY)
    assert kinds(Table(answers={(1, task, 2): wrong})) == [(1, "slot 2", judging.SLOT_WRONG)]


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        ({REST: PULL, PUSH: REST}, judging.HANDLE_STUCK),
        ({REST: PUSH, PULL: REST}, judging.HANDLE_STUCK),
        ({PULL: REST}, judging.HANDLE_MISSING),
        ({PUSH: REST}, judging.HANDLE_MISSING),
        ({PULL: PUSH, PUSH: PULL}, judging.HANDLE_CROSSED),
        ({}, ""),
    ],
    ids=["stuck pull", "stuck push", "no pull", "no push", "crossed", "healthy"],
)
def test_a_handle_is_judged_by_what_it_shows(shown: dict[str, str], kind: str) -> None:
    """Report one finding per fault of a handle; a closed switch hides the other one."""
    assert kinds(Table(switches=shown)) == ([(1, "handle", kind)] if kind else [])


def test_a_hand_that_is_slow_to_let_go_is_no_stuck_switch() -> None:
    """Take a handle that was held during "go on" for good when it returns at the end."""
    table, run = Table(), begin()[0]
    for said in (
        ReaderBack(1),
        HandleMoved(1, PULL),
        GoOn(1),
        HandleMoved(1, REST),
        HandleMoved(1, PUSH),
        HandleMoved(1, REST),
    ):
        run = table.say(run, said)
    assert run.seats[1].felt[LET_GO][-1] == PULL and [found.kind for found in findings(run)] == [
        judging.NOT_TRIED
    ]


ALL = tuple(picture.lit for picture in PICTURES)


def without(slot: int) -> tuple[tuple[bool, ...], ...]:
    """Return the pictures with one dark light."""
    return tuple(
        tuple(lit and number != slot for number, lit in enumerate(picture, 1)) for picture in ALL
    )


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (without(2), [("light 2", judging.LIGHT_DARK)]),
        (tuple((True, *lit[1:]) for lit in ALL), [("light 1", judging.LIGHT_STUCK)]),
        (tuple(lit[::-1] for lit in ALL), [("lights", judging.LIGHTS_REVERSED)]),
        (
            tuple((lit[1], lit[0], *lit[2:]) for lit in ALL),
            [("light 1", judging.LIGHT_ELSEWHERE), ("light 2", judging.LIGHT_ELSEWHERE)],
        ),
        (((True, True, True, True, False), *ALL[1:]), [("light 5", judging.LIGHT_WEAK)]),
        (ALL, []),
    ],
    ids=["dark", "stuck", "reversed", "exchanged", "weak supply", "healthy"],
)
def test_lights_are_judged_by_what_people_see(
    seen: tuple[tuple[bool, ...], ...], found: list[tuple[str, str]]
) -> None:
    """Distinguish dark, stuck, exchanged and badly fed lights by seven pictures."""
    assert [(place, kind) for _, place, kind in kinds(Table(lights=otherwise(1, seen)))] == found


@pytest.mark.parametrize(
    ("counted", "figures", "seen"),
    [
        (
            ((1000, 5, 50), (1150, 9, 56), (1300, 14, 62)),
            (300, 9, 12),
            "12 of 312 frames damaged, 9 sent again",
        ),
        (((1000, 5, 50), (1150, 5, 50), (1300, 5, 50)), (300, 0, 0), ""),
        (((1000, 5, 50), (1150, 6, 51), (3, 2, 40)), (150, 1, 1), ""),
        (
            ((2, 5, 0), (3, 0, 50), (153, 1, 54)),
            (150, 1, 4),
            "4 of 154 frames damaged, 1 sent again",
        ),
    ],
    ids=["in the run", "before the run", "begun anew", "begun anew at once"],
)
def test_the_link_is_judged_by_what_it_counts_in_the_run(
    counted: tuple[tuple[int, int, int], ...], figures: tuple[int, int, int], seen: str
) -> None:
    """Note a cable with more than one damaged frame of a hundred in the run, and pass.

    Frames from before the run, or from when a reader came back and its link counts from zero, are
    neither a finding nor among the figures.
    """
    run = Table(counters=tuple(Counters(*counts, 0.1) for counts in counted)).whole()
    report = report_of(run, "", "")
    assert [(found.kind, str(found.seen)) for found in findings(run)] == (
        [(judging.LINK_DAMAGED, seen)] if seen else []
    )
    assert (
        report.seats[0].frames,
        report.seats[0].resends,
        report.seats[0].damaged,
    ) == figures and report.verdict == (NOTED if seen else PASSED)


def test_readers_without_cells_are_not_waited_for_for_ever() -> None:
    """Go on after two seconds without cells of older firmware, and say what was not tried."""
    run = Table(cells=False).whole()
    assert {found.kind for found in findings(run)} == {judging.NO_CELLS} and report_of(
        run, "", ""
    ).verdict == NOTED


def test_a_reader_that_goes_and_comes_begins_where_it_was() -> None:
    """Resume at a reader after a pulled cable, with a note."""
    run, _ = begin()
    table = Table()
    for said in (
        ReaderBack(1),
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
        ReaderLost(1, "unplugged"),
        ReaderBack(1),
    ):
        run = table.say(run, said)
    assert run.seats[1].task == PUSHED and run.seats[1].lost == 1


def test_a_reader_that_never_answers_is_named() -> None:
    """Report an expected seat without a reader, but no other seats."""
    run, _ = begin([4])
    for said in (ReaderLost(5, NO_READER), GoOn(4)):
        run, _ = step(run, said, 1.0)
    assert [(found.seat, found.kind) for found in findings(run)] == [
        (4, judging.READER_MISSING)
    ] and 5 not in run.seats


def test_ending_early_is_not_finished() -> None:
    """Report what was not tried, and pass nothing by that."""
    run, deeds = step(Table().say(begin()[0], ReaderBack(1)), Finish(), 9.0)
    report = report_of(run, "", "")
    assert (
        deeds == (Watch(False),)
        and report.verdict == UNFINISHED
        and report.findings[0].kind == judging.NOT_TRIED
    )


def test_the_last_picture_of_lights_must_be_confirmed() -> None:
    """Neither pass nor fail if the run ends before the last picture was confirmed."""
    for broken in (set[tuple[int, int, int]](), {(1, 0, 3)}):
        table = Table(lights=broken)
        run = table.begun()
        while run.picture != len(PICTURES) - 1:
            run = table.round(run)
        assert (
            report_of(table.say(run, Finish()), "", "").verdict
            == UNFINISHED
            == report_of(run, "", "").verdict
        )
        confirmed = table.say(run, NextPicture())
        assert confirmed.finished and report_of(confirmed, "", "").verdict == (
            FAILED if broken else PASSED
        )
        assert not any(any(row) for row in lamps(confirmed).lit.values()) and step(
            confirmed, LightSeen(1, 2), table.now
        ) == (confirmed._replace(now=table.now), ())


def test_a_reader_can_be_tried_again_after_a_repair() -> None:
    """Forget a reader's findings when it is tried again, and keep those of others."""
    table = Table((1, 2))
    run = table.begun()
    while run.seats[1].task != EMPTY_SLOTS:
        run = table.round(run)
    run = table.say(run, AgainFrom(1))
    assert (
        run.seats[1].task in TASKS[:2]
        and not run.seats[1].seen
        and PULLED not in run.seats[1].felt
        and run.seats[2].task not in TASKS[:2]
    )


def test_lights_burn_as_the_picture_says() -> None:
    """Keep lights dark while readers are tried, then show the picture.

    A second touch undoes one.
    """
    table = Table((2, 5))
    run = table.begun()
    assert not any(any(row) for row in lamps(run).lit.values())
    while run.picture is None:
        run = table.round(run)
    assert lamps(run).lit == {2: (LIT,) * 5, 5: (LIT,) * 5} and all(
        seat.task == DONE for seat in run.seats.values()
    )
    for said in (LightSeen(5, 3), LightSeen(5, 3), LightSeen(9, 1), LightSeen(2, 6)):
        run = table.say(run, said)
    assert run.wrong[0] == frozenset() and table.say(run, NextPicture()).picture == 1


def test_every_kind_of_finding_has_words_and_a_remedy() -> None:
    """Give every kind of finding words and a remedy."""
    own = [
        (name, value)
        for name, value in vars(judging).items()
        if not hasattr(run, name) and not hasattr(signals, name)
    ]
    assert {value for name, value in own if name.isupper() and isinstance(value, str)} == set(
        MEANING
    ) and all(words and str(remedy).endswith(".") for words, remedy in MEANING.values())


def test_the_report_reads_as_json_and_on_a_terminal() -> None:
    """Print verdict, findings and remedies as JSON and on a terminal."""
    table = Table((1, 2), shares={(2, 4, 6): 0.5})
    report = report_of(table.whole(), "2 readers", "2026-11-21 20:00")
    result = json.loads(as_json(report))
    assert report.verdict == result["verdict"] == FAILED and result["findings"][0]["words"] == str(
        sentence(report.findings[0])
    )
    assert (
        result["findings"][0]["repair"] == str(repair(report.findings[0]))
        and result["findings"][0]["grave"]
    )
    text = "\n".join(as_lines(report))
    assert "FAILED" in text and text == recorded("Seat-2-slot-4-cell-6")
