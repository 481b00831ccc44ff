"""An owner's deck by touch: readable at every size in both languages, edited chip by chip."""

from __future__ import annotations

import pytest

from companion.gallery.editors import DECK_SCENES, DECK_TOUCHES, with_decks
from companion.session.pages.deck import AlterEntry, EditDeck, OpenEntry
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from tests.games.test_deck_screen import plate, typed
from tests.recorded import recorded
from tests.ui.stand import SIZES, on_stand


@pytest.mark.parametrize(
    ("size", "language"), [(SIZES[0], "en"), *((size, "de") for size in SIZES)], ids=str
)
def test_everything_is_there_readable_and_large_enough(
    size: tuple[int, int], language: str
) -> None:
    """Have large, separate targets and uncut words, all inside the window."""
    set_language(language)
    try:
        found = {}
        for name, scene in DECK_SCENES.items():
            loop = scene()
            with on_stand(size, loop.view, loop) as stand:
                if name in DECK_TOUCHES:
                    DECK_TOUCHES[name](stand.screen)
                    stand.show(stand.screen.view)
                found[name] = screen_faults(stand.screen)
        assert {name: wrong for name, wrong in found.items() if wrong} == {}
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_gets_another_effect_by_touch(size: tuple[int, int]) -> None:
    """Follow each chip by the sentence, count missing cards, and refuse an impossible effect."""
    loop = with_decks(EditDeck("deck-1"), OpenEntry("8"))
    with on_stand(size, loop.view, loop) as stand:
        assert str(loop.view.title) == "Ironclaw" and str(loop.view.hint) == recorded(
            "Instant-one-face-up-combatant-with"
        )
        stand.tap(plate(stand, "Name"))
        typed(stand, "TIN OPENER")
        for label, group in (
            ("all of them", "Number"),
            ("in this turn", "Deployed"),
            ("other players’", "Owner"),
        ):
            stand.tap(plate(stand, label, group))
        assert str(loop.view.title) == "Tin Opener"
        assert str(loop.view.hint) == recorded("Instant-all-face-up-combatants-of")
        stand.tap(plate(stand, "Tanks", "Types"))
        stand.heard()
        blocked = plate(stand, "less", "Strength up to")
        assert blocked.choice.blocked
        stand.tap(blocked)
        assert not [said for said in stand.heard() if isinstance(said, AlterEntry)] and str(
            stand.screen.notice.words.text
        ) == recorded("possible-here")
        stand.tap(plate(stand, "3 Battlemekk", "Strength"))
        stand.tap(stand.screen.footer.back)
        assert str(loop.view.hint) == recorded("9-of-11-cards-with-strength")
