"""Setup on extended boards: own settings, experimental elements, pieces without players."""

from __future__ import annotations

from companion.app.loop import EventLoop, open_session
from companion.gallery.elements import fair
from companion.games import usual_game
from companion.games.kit.edit import ChangeRule
from companion.games.programmed.turn import RacePosition
from companion.session.lobby.kept_setup import setup_facts, setup_from
from companion.session.messages import ApplyCorrection, Begin, Go, SetRule
from companion.session.pages.flags import MarkersPage
from companion.session.pages.rules import RulesPage
from companion.session.view import PLACE
from tests.recorded import recorded
from tests.session.evenings import done, yard
from tests.typed import of_kind, present


def opened(*elements: str) -> EventLoop:
    """Return a session on a fair with these elements, or on the yard."""
    return open_session(
        seed=1, boards=(fair(*elements) if elements else yard(),), players=("person", "random")
    )


def settings(loop: EventLoop) -> list[str]:
    """Return the keys on the page of settings."""
    loop.send(Go("rules"))
    page = loop.view.body
    assert isinstance(page, RulesPage)
    return [option.key for option, _ in page.rows]


def warnings(loop: EventLoop) -> str:
    """Return the warnings of the page of flags."""
    loop.send(Go("flags"))
    page = loop.view.body
    assert isinstance(page, MarkersPage)
    return " ".join(map(str, page.warnings))


def test_only_extended_boards_have_their_settings() -> None:
    """Offer their settings on extended boards only."""
    assert not {"fire", "experimental"} & {*settings(opened())}
    assert "fire" in settings(opened("B2 door N registers=1")) and "experimental" not in settings(
        opened("B2 door N registers=1")
    )
    assert {"fire", "experimental"} <= {*settings(opened("B2 fog"))}


def test_what_is_chosen_holds_and_is_kept() -> None:
    """Apply and keep choices, which a base board ignores."""
    loop = opened("B2 fog")
    loop.send(SetRule("fire", "together"))
    facts = setup_facts(loop.session)["setup"]
    assert setup_from(facts, usual_game()).words["fire"] == "together"
    loop.send(Begin())
    assert (
        of_kind(RacePosition, present(loop.session.match).position).state.race.rules.fire
        == "together"
    )
    plain = opened()
    plain.send(SetRule("fire", "together"))
    plain.send(Begin())
    assert (
        of_kind(RacePosition, present(plain.session.match).position).state.race.rules.fire
        == "stepwise"
    )


def test_experimental_elements_are_named_or_refused() -> None:
    """Name experimental elements, refuse them if switched off, or stay silent."""
    loop = opened("B2 fog", "C3 portal link=a", "D3 portal link=a")
    assert warnings(loop) == recorded(
        "Experimental-elements-on-this-board-Fog"
    ) and "Portal" not in warnings(loop)
    loop.send(SetRule("experimental", "off"))
    loop.send(Begin())
    assert loop.session.match is None and "experimental" in str(loop.session.notice)
    loop.send(SetRule("experimental", "on"))
    assert warnings(loop) == ""
    loop.send(Begin())
    assert loop.session.page == PLACE


def test_pieces_that_nobody_plays_are_named() -> None:
    """Name pieces without players in the setup and at the placing."""
    loop = opened("B2 copy_machine N", "D4 grave", "E4 grave")
    assert "second piece" in warnings(loop) and "2 ghosts" in warnings(loop)
    loop.send(Begin())
    assert "ghosts" in str(loop.view.body)


def test_the_fire_can_be_changed_in_mid_race() -> None:
    """Change the fire from the next turn on, like other settings."""
    loop = opened("B2 fog")
    loop.send(SetRule("fire", "together"))
    loop.send(Begin())
    done(loop)
    loop.send(ApplyCorrection(ChangeRule("lives", "1")))
    assert of_kind(RacePosition, present(loop.session.match).position).ahead.fire == "together"
    loop.send(ApplyCorrection(ChangeRule("fire", "stepwise")))
    assert (
        of_kind(RacePosition, present(loop.session.match).position).ahead.fire == "stepwise"
        and loop.session.lobby.setup.words["fire"] == "stepwise"
    )
