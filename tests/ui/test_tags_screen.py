"""The tags of the cards are named by touch, for readers that another process plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.content.templates import package_files
from companion.games import usual_game
from companion.session.pages.tags import ChooseCard, TagsPage, UndoCard
from companion.session.view import TAGS, View
from companion.table.tags import read_tags
from companion.testing.screen_checks import screen_faults
from companion.ui import theme
from tests.packages import install
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, button, on_stand


def test_tags_are_named_by_touch(tmp_path: Path, repository: Path) -> None:
    """Put two cards into a new table of the template, name them, and mend the second one.

    A finger touches the window of the command, and a stranger's reader writes into its pipe.
    """
    files = package_files("table", "tag-pipe")
    install(tmp_path, "tag-pipe", files, {"tables": {"tag_pipe": "tag_pipe"}})
    pipe = tmp_path / "cards"
    words = ["play", "--state", str(tmp_path / "state"), "--table", f"tag_pipe:{pipe}"]
    order = [sys.executable, "-m", "tests.ui.kept_player", "tags", *words, "--size", "800x480"]
    environment = {**os.environ, "PYTHONPATH": f"{repository}:{tmp_path}"}
    with subprocess.Popen(
        order,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=repository,
        env=environment,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        if first:
            reader = 'printf "1 2 04A2B1\\n1 3 04C4D2\\n" > "$0"'
            subprocess.run(["bash", "-c", reader, str(pipe)], check=True)
        rest = process.stdout.readlines()
        complaints = process.stderr.read()
    assert process.returncode == 0, complaints[-3000:]
    assert [json.loads(line)["tags"] for line in (first, *rest)] == recorded("played")
    cards = read_tags(tmp_path / "state" / "tags.toml")
    game = usual_game()
    faces = {tag: game.face(card.code) for tag, card in cards.items()}
    assert {tag: card.card for tag, card in cards.items()} == {
        tag: f"{face.move}@{face.priority}" for tag, face in faces.items() if face is not None
    }
    assert [cards[tag].card for tag in ("04A2B1", "04C4D2")] == recorded("cards")


def test_every_size_has_room_for_all_cards() -> None:
    """Draw the page in all windows; choose a card, and take it back."""
    view = view_of("tags")
    for size in SIZES:
        with on_stand(size, view) as stand:
            assert screen_faults(stand.screen) == []
            finder = stand.screen.panel.finder
            code, number = next(
                (code, number) for code, number in finder.numbers.items() if not number.disabled
            )
            stand.tap(number)
            stand.tap(button(stand.screen, "One back"))
            assert stand.heard() == [ChooseCard(code), UndoCard()]


def test_a_card_is_grey_that_has_a_tag() -> None:
    """Leave the missing cards only; where none is missing, all can be chosen again."""
    view = view_of("tags")
    page = view.body
    assert isinstance(page, TagsPage) and view.page == TAGS
    with on_stand(SIZES[0], view) as stand:
        finder = stand.screen.panel.finder
        grey = {code for code, number in finder.numbers.items() if number.disabled}
        assert grey == {*finder.numbers} - page.missing and grey
        all_tagged: View = view._replace(body=page._replace(missing=frozenset(), asks=False))
        stand.show(all_tagged)
        numbers = [*finder.numbers.values()]
        assert not any(number.disabled for number in numbers)
        stand.tap(numbers[0])
        assert stand.heard() == [], "no tag is asked about"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hundred_cards_of_one_move_can_be_touched(size: tuple[int, int]) -> None:
    """Show as many as fingers can hit, and lead on to the next ones until all were shown."""
    view = view_of("tags")
    face = next(card for card in view.body.cards if card.move == "move3")
    cards = tuple(face._replace(code=code, priority=code + 1) for code in range(100))
    missing = frozenset(range(100))
    with on_stand(
        size, view._replace(body=view.body._replace(cards=cards, missing=missing))
    ) as stand:
        assert screen_faults(stand.screen) == []
        finder = stand.screen.panel.finder
        found: list[int] = []
        while not missing <= {*found}:
            now = [*finder.numbers]
            assert not {*now} & {*found} and all(
                number.height >= theme.u(40) for number in finder.numbers.values()
            )
            found += now
            stand.tap(finder.next)
        assert [*finder.numbers] == found[: len(finder.numbers)], "the first ones follow the last"
