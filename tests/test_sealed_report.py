"""Reports of a race in progress reveal no hidden card, nor anything to derive it from."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.app.sealed_game import sealed_game
from companion.commands._kept_games import from_file, replay_game
from companion.games import find_game
from companion.journal.base import RACE
from companion.journal.store import open_journal
from companion.session.messages import Begin, SetRule
from companion.session.view import OVER, PLAY, PROGRAM, SUMMARY
from companion.signals import PULL, InsertCard, MoveHandle
from companion.testing.played_session import secret_moments
from tests.kept import done, entries_of, evening, games_of, say
from tests.session.evenings import asked
from tests.typed import present


def report(loop: EventLoop) -> str:
    """Return what the button saves."""
    return Path(str(loop.host.report()).partition(" is in ")[2].partition(". ")[0]).read_text(
        "utf-8"
    )


def program(loop: EventLoop, seat: int = 1) -> None:
    """Put the first cards of a hand in, and pull."""
    hand = asked(loop.session, seat).hand.codes or ()
    say(
        loop,
        *(InsertCard(seat, slot, code) for slot, code in enumerate(hand[:5], 1)),
        MoveHandle(seat, PULL),
    )


def codes(text: str) -> list[int]:
    """Return every card code in a report: in messages, shuffles and readers."""
    found = re.findall(r'"codes?":\[?((?:\d+,?)+)', text)
    rows = re.findall(r"^Seat \d .*?: (.*), handle", text, re.MULTILINE)
    return [
        int(code)
        for part in [*(one.split(",") for one in found), *(row.split() for row in rows)]
        for code in part
        if code.isdigit()
    ]


def test_a_report_tells_no_card_before_its_register(tmp_path: Path) -> None:
    """Hide cards while programming, in register 2, and in the second turn, but show the first."""
    with evening(tmp_path, "person", "random", "random") as loop:
        seed = str(present(loop.record).seed)
        say(loop, SetRule("lives", "inf"), Begin())
        done(loop)
        program_text = report(loop)
        assert (
            loop.session.page == PROGRAM and codes(program_text) == [] and seed not in program_text
        )
        assert (
            'Shuffled":{"codes":"left out"}' in program_text
            and "messages are left out" in program_text
        )
        program(loop)
        while present(loop.session.match).shown.round < 2:
            done(loop)
        match = loop.session.match
        assert loop.session.page == PLAY and match is not None
        shown = {
            reading.code
            for reader in loop.session.readers.by_seat.values()
            for reading in reader.row[:2]
        }
        text = report(loop)
        assert set(codes(text)) <= shown and len(codes(text)) == 6 and seed not in text
        # A hash of the whole state would reveal the last card to a search of all of them.
        assert loop.session.config.game.fingerprint(match.position) not in text
        while loop.session.page != SUMMARY:
            done(loop)
        assert "messages are left out" not in report(loop)
        done(loop)
        assert loop.session.page == PROGRAM
        first = len(entries_of(tmp_path, games_of(tmp_path)[0].id))
        program(loop)
        second = report(loop)
    path = tmp_path / "report.txt"
    path.write_text(second, "utf-8")
    found = replay_game(from_file(str(path)))
    assert found.drift is None and found.session.page == SUMMARY and found.messages < first
    assert found.session.match is not None and found.session.match.shown.turn == 1


def test_a_race_that_is_over_is_told_whole(tmp_path: Path) -> None:
    """Reveal every message of a finished race; only the seed of the next race is missing."""
    with evening(tmp_path, "racer", "racer") as loop:
        say(loop, SetRule("lives", "1"), Begin())
        for _ in range(300):
            if loop.session.page == OVER:
                break
            done(loop)
        assert loop.session.page == OVER
        text, position = report(loop), present(loop.session.match).position
        kept = entries_of(tmp_path, games_of(tmp_path)[0].id)
    (tmp_path / "report.txt").write_text(text, "utf-8")
    source = from_file(str(tmp_path / "report.txt"))
    found = replay_game(source)
    assert found.drift is None and found.messages == len(kept) and found.session.match is not None
    assert (
        found.session.match.position == position
        and json.loads(source.opening.header)["seed"] == "left out"
    )
    assert "left out" not in text.replace('"seed":"left out"', "")


@pytest.mark.parametrize(
    ("key", "tells"), [("clockwork", True), ("diesel", True), ("cardbot", False)]
)
def test_a_turn_is_told_once_its_cards_are_shuffled_again(
    key: str, tells: bool, tmp_path: Path
) -> None:
    """Reveal a turn when its cards are shuffled again.

    That is in the third turn; piles of Cardbot last for five, so its first turns would reveal
    hands.
    """
    game = find_game(key)
    assert game is not None
    with closing(open_journal(tmp_path / "journal.db", 0.0)) as journal:
        secret_moments(game)["cards later"].saved(journal).close()
        kept = next(kept for kept in journal.games() if kept.kind == RACE)
        sealed = sealed_game(kept, tuple(journal.entries(kept.id)))
    assert (len(sealed.entries) > 1) == tells and sealed.covered
