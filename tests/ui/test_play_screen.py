"""Test the pages of playback: words, targets and touches at all sizes."""

from __future__ import annotations

import pytest

from companion.gallery.scenes import SCENES
from companion.games.race.telling import HIT_AT_ONCE
from companion.session.messages import CarriedOut, ClosePage, Confirm, OpenPage, Pause
from companion.session.pages.facts import AskInstruction
from companion.session.view import PlayPage, View
from companion.testing.screen_checks import cut_texts, screen_faults
from companion.ui.i18n import BOUND, set_language
from companion.ui.theme import BODY, u
from companion.ui.widgets.rows import ListPlate
from tests.scenes import view_of
from tests.ui.stand import SIZES, button, instruction_plates, on_stand

LYING = SIZES[0]
PLAYED = [name for name in SCENES if name.startswith("play-")]
EVERYBODY = "; ".join(
    f"WESTMINSTER {seat} hits CHRONOMETER {seat} for 1 damage, now {seat}"
    for seat in range(1, 1 + HIT_AT_ONCE)
)


def saying(view: View, words: str) -> View:
    """Return the same view with other words in its instruction."""
    assert isinstance(view.body, PlayPage)
    return view._replace(
        body=view.body._replace(instruction=view.body.instruction._replace(words=words))
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_every_instruction_can_be_read_and_touched(size: tuple[int, int]) -> None:
    """Keep every instruction readable, also with as many hits as one notice names."""
    views = {name: view_of(name) for name in PLAYED}
    views["many hits"] = saying(views["play-shots"], f"Shots: {EVERYBODY}")
    with on_stand(size, views["play-card"]) as stand:
        found = {}
        for name, view in views.items():
            stand.show(view)
            stand.screen.map.finish()
            found[name] = screen_faults(stand.screen)
    assert not {name: wrong for name, wrong in found.items() if wrong}


def test_done_confirms_the_step_that_is_shown() -> None:
    """Confirm the number of the shown step, so that a late second tap has no effect."""
    view = view_of("play-push")
    with on_stand(LYING, view) as stand:
        stand.tap(button(stand.screen, "Done"))
        assert stand.heard() == [Confirm(view.revision)]


def test_the_pace_is_one_touch_away() -> None:
    """Open the pace beside Done, and pause while time confirms."""
    view = view_of("play-list")
    assert isinstance(view.body, PlayPage)
    with on_stand(LYING, view) as stand:
        for now, paused, words, said in (
            (None, False, "Pace", OpenPage("pace")),
            (5.0, False, "Pause", Pause(True)),
            (5.0, True, "Pace", OpenPage("pace")),
        ):
            stand.show(view._replace(body=view.body._replace(auto=now, paused=paused)))
            stand.tap(button(stand.screen, words))
            assert stand.heard() == [said]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_list_can_be_read_and_touched_to_its_end(size: tuple[int, int], language: str) -> None:
    """Keep the present line in view; confirm up to the next line by a touch on it.

    The last touch ends the page. This holds for every window and language.
    """
    set_language(language)
    try:
        loop = SCENES["play-list"]()
        with on_stand(size, loop.view, loop) as stand:
            while (
                len([line for line in stand.screen.view.body.lines if line.state == "coming"])
                and stand.screen.view.body.round == 1
            ):
                steps = stand.screen.steps
                assert screen_faults(stand.screen) == []
                plates = {
                    plate.row.about.state: plate
                    for plate in reversed(instruction_plates(stand.screen))
                }
                now, coming = plates["now"], plates["coming"]
                assert steps.y <= now.y and now.y + now.height <= steps.y + steps.height + 1
                at = coming.row.about.at
                stand.tap((coming.x + coming.width / 2, max(steps.y + 4, coming.y) + 3))
                assert stand.heard() == [CarriedOut(stand.screen.view.revision - 1, at)]
            assert stand.screen.view.body.lines[-1].state == "now"
            stand.tap(stand.screen.footer.forward)
            assert stand.screen.view.page != "play" or stand.screen.view.body.round == 2
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES)
def test_the_present_line_says_why_when_it_is_touched(size: tuple[int, int]) -> None:
    """Explain the present line at a first touch, and show all facts at a second.

    The explanation goes with its line.
    """
    loop = SCENES["play-list"]()
    with on_stand(size, loop.view, loop) as stand:

        def present() -> ListPlate:
            return next(
                plate
                for plate in instruction_plates(stand.screen)
                if plate.row.about.state == "now"
            )

        assert len(present().texts) == 2
        stand.tap(present())
        instruction = loop.view.body.instruction
        assert (
            present().texts[1].text
            == f"{instruction.cause[0]} {instruction.rule}  {instruction.why}"
            and screen_faults(stand.screen) == []
            and stand.heard() == []
        )
        stand.tap(present())
        assert (
            stand.heard() == [AskInstruction(instruction.number - 1)] and loop.view.page == "facts"
        )
        loop.send(ClosePage("facts"))
        stand.show(loop.view)
        loop.send(CarriedOut(loop.session.revision, 1))
        stand.show(loop.view)
        assert len(present().texts) == 2


def test_names_and_squares_stand_out() -> None:
    """Tint names and squares in a sentence, and keep its words."""
    view = view_of("play-push")
    assert isinstance(view.body, PlayPage) and view.board is not None
    with on_stand(LYING, view) as stand:
        sentence = stand.screen.sentence
        assert sentence.plain().replace(BOUND, " ") == str(view.body.instruction.words)
        for move in view.board.moves:
            assert f"]{move.end}" in sentence.text
            name = next(
                view.signs[clank.seat].name
                for clank in view.board.pieces
                if clank.seat == move.seat
            )
            assert f"]{name}" in sentence.text


def test_punctuation_stays_with_its_word() -> None:
    """Give commas and colons the tint of the word before, so that no line begins with one."""
    from companion.ui.widgets.sentence import markup

    said = markup(
        "BRASS: from H3 to F9, facing E; RUBY: 1 forward to E8.", {"BRASS": "brass", "RUBY": "ruby"}
    )
    assert (
        all(f"{word}[/color]" in said for word in ("BRASS:", "F9,", "RUBY:", "E8."))
        and "]H3[/color] to" in said
    )


def test_a_name_full_of_brackets_does_no_harm() -> None:
    """Show a name that looks like markup letter by letter."""
    view = view_of("play-card")
    assert view.board is not None
    signs = {seat: sign._replace(name="[b]E7 & co") for seat, sign in view.signs.items()}
    view = saying(
        view._replace(board=view.board._replace(signs=signs), signs=signs),
        "[b]E7 & co: 1 forward to E8",
    )
    with on_stand(LYING, view) as stand:
        assert screen_faults(stand.screen) == []
        shown = " ".join(
            word.text for line in stand.screen.sentence._label._cached_lines for word in line.words
        )
        assert "[b]E7 & co" in shown.replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")


@pytest.mark.parametrize("name", ["play-push", "cardbot-shove", "play-pit", "play-shots"])
def test_a_crowded_instruction_is_read_from_a_metre_in_german(name: str) -> None:
    """Give the sentence the room of reasons and cards, rather than small letters."""
    set_language("de")
    try:
        with on_stand((800, 480), view_of(name)) as stand:
            screen = stand.screen
            assert screen.sentence.font_size > u(BODY) and not cut_texts(screen)
            # Whose card comes next is beside the sentence, or below the map.
            assert screen.cards.parent is not None or screen.programs.parent is not None
    finally:
        set_language("en")
