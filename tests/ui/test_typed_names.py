"""Test names in every alphabet, typed by touch and on a keyboard."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.app.preferences import keep_preferences
from companion.gallery.hard_cases import NAME_SCENES, NAME_TOUCHES
from companion.gallery.race import session_after
from companion.letters import unshown
from companion.session.messages import Go, SetName
from companion.session.preferences import Preferences
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from companion.ui.theme import u
from companion.ui.widgets.alphabets import ALPHABETS, Alphabet, alphabet_of
from companion.ui.widgets.button import PRIMARY, QUIET
from companion.ui.widgets.keyboard import SHIFT
from companion.words import NOTHING
from tests.recorded import recorded
from tests.test_letters import letters
from tests.ui.stand import SIZES, Stand, on_stand, settle
from tests.ui.test_hold import wait_until

LYING, UPRIGHT = SIZES[0], SIZES[2]
COUNTRIES = {
    # Capitals of the first two Latin blocks beyond ASCII, and more of Europe, Vietnam and Africa.
    "ABC": {letter for letter in letters("LATIN") if letter.isupper() and ord(letter) < 0x180}
    | {*"ȘȚẞƏƁƊƎƐƘƠƯƳǍǦǨǮẀẂẄ"}
    | {
        letter
        for letter in letters("LATIN ADDITIONAL")
        if letter.isupper() and ord(letter) >= 0x1EA0 and ord(letter) < 0x1EFA
    },
    "ΑΒΓ": {
        letter for letter in letters("GREEK") if letter.isupper() and 0x386 <= ord(letter) <= 0x3AB
    },
    # Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian; Kazakh, Kyrgyz, Mongolian,
    # Tatar, Bashkir, Chuvash, Tajik, Ossetian.
    "АБВ": {letter for letter in letters("CYRILLIC") if letter.isupper() and ord(letter) < 0x430}
    | {*"ҐӘҒҚҢӨҰҮҺІҖҠҘҪӐӖҪӲҲҶӢӮӔӀ"},
}


def typing(stand: Stand) -> Any:
    """Return the page for the name of seat 1."""
    stand.screen.open(1, "name")
    settle()
    return stand.screen.over


def write(stand: Stand, page: Any, name: str) -> None:
    """Type a name by touch: turn to each letter's alphabet, and hold a key for its variants."""
    for letter in name:
        alphabet = next(one for one in ALPHABETS if {letter, letter.upper()} & {*one.letters()})
        for _ in ALPHABETS:
            if page.keyboard.alphabet is not alphabet:
                stand.tap(page.keyboard.keys["alphabet"])
        plain = next(
            (key for key, button in page.keyboard.keys.items() if str(button.text) == letter), None
        )
        if plain is not None:
            stand.tap(page.keyboard.keys[plain])
            continue
        key = next(
            key
            for key, button in page.keyboard.keys.items()
            if letter in getattr(button, "variants", "")
        )
        finger = stand.finger(page.keyboard.keys[key])
        wait_until(lambda: page.keyboard.variants is not None)
        wanted = page.keyboard.variants.letters[letter]
        finger.touch_move(*wanted.center)
        assert wanted.state == "down"
        finger.touch_up()
        settle()
        assert page.keyboard.variants is None


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=("latin", "greek", "cyrillic"))
def test_every_letter_of_its_countries_can_be_typed_and_shown(alphabet: Alphabet) -> None:
    """Offer each letter in one place, upright and in landscape, and have a font for it."""
    lying, upright = "".join(alphabet.landscape), "".join(alphabet.portrait)
    offered = "".join(alphabet.variants.values())
    # The upright Cyrillic keyboard has its hyphen among the figures.
    assert (
        {*lying} == {*upright, "-"}
        and {*alphabet.variants} <= {*lying}
        and len({*lying, *offered}) == len(lying + offered)
    )
    assert COUNTRIES[alphabet.label] - {*lying, *offered} == set() and not unshown(lying + offered)


def test_the_keyboard_begins_with_the_alphabet_of_the_name() -> None:
    """Open the alphabet of the present name, or the first if no letter decides."""
    assert [alphabet_of(name).label for name in ("ŁUKASZ", "Γιώργος", "Екатерина Б", "", "42")] == [
        "ABC",
        "ΑΒΓ",
        "АБВ",
        "ABC",
        "ABC",
    ]


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
@pytest.mark.parametrize(
    "name", ["Łukasz", "Γιώργος", "Екатерина", "Jürgen", "Dvořák", "Алёна Żψ", "Ana-Łucja"]
)
def test_names_are_typed_by_touch(size: tuple[int, int], name: str) -> None:
    """Type accented letters as on a phone: hold, slide, lift."""
    loop = session_after(Go("seats"))
    with on_stand(size, loop.view, loop) as stand:
        page = typing(stand)
        for at, part in enumerate(name.split(" ")):
            if at:
                stand.tap(page.keyboard.keys["space"])
            write(stand, page, part)
        assert page.name == name and page.field.text == f"{name}|"
        stand.tap(page.finish)
        assert stand.heard() == [SetName(1, name)] and loop.session.lobby.setup.seat(1).name == name


def test_only_the_first_letter_of_a_word_is_a_capital_by_itself() -> None:
    """Capitalize the first letter of a word only, and show on keys what they type.

    The arrow key inverts the case of the next letter.
    """
    with on_stand(LYING, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        keys = page.keyboard.keys
        assert str(keys["A"].text) == "A"
        for key in ("A", "N", "N"):
            stand.tap(keys[key])
        assert page.name == "Ann" and str(keys["A"].text) == "a"
        stand.tap(keys["space"])
        assert str(keys["A"].text) == "A"
        for key in ("D", "shift", "J", "shift", "-", "shift", "A", "E"):
            stand.tap(keys[key])
        assert page.name == "Ann DJ-ae"
        for _ in range(3):
            stand.tap(keys["erase"])
        assert page.name == "Ann DJ" and str(keys["A"].text) == "a"


def test_a_finger_that_is_lifted_leaves_the_letters_to_another_touch() -> None:
    """Keep the variants open after the finger is lifted, until a touch on or beside them.

    A short touch, or one that slides off its key, opens none.
    """
    with on_stand(LYING, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        key = page.keyboard.keys["E"]
        for then, name in (("Ê", "Ê"), ("", "Ê"), ("ę", "Êę")):
            finger = stand.finger(key)
            wait_until(lambda: page.keyboard.variants is not None)
            finger.touch_up()
            settle()
            stand.tap(page.keyboard.variants.letters[then] if then else page.finish)
            assert (page.keyboard.variants is None and page.name == name) or not then
        assert stand.heard() == [], "a touch that puts the letters away presses nothing below them"
        stand.tap(key)
        assert page.name == "Êęe" and page.keyboard.variants is None
        stand.drag(key, page.keyboard.keys["Z"])
        finger = stand.finger(key)
        finger.touch_move(*page.keyboard.keys["Z"].center)
        settle(60)
        finger.touch_up()
        assert page.name == "Êęe" and page.keyboard.variants is None
        # The key is held, and the finger lifted elsewhere.
        finger = stand.finger(key)
        wait_until(lambda: page.keyboard.variants is not None)
        finger.touch_move(5, 5)
        finger.touch_up()
        settle()
        assert page.name == "Êęe" and page.keyboard.variants is None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_key_offers_letters_that_can_be_hit(size: tuple[int, int]) -> None:
    """Keep the variants of every key in the window, large and apart."""
    with on_stand(size, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        for _ in ALPHABETS:
            assert screen_faults(stand.screen) == []
            for key in page.keyboard.alphabet.variants:
                if key in page.keyboard.keys:
                    offered = page.keyboard.offer(page.keyboard.keys[key])
                    settle(1)
                    assert screen_faults(offered) == [] and offered.x >= 0 and offered.y >= 0
                    assert (
                        offered.x + offered.width <= size[0]
                        and offered.y + offered.height <= size[1]
                    )
                    assert not any(
                        button.collide_point(*page.keyboard.keys[key].center)
                        for button in offered.letters.values()
                    )
            page.keyboard.turn()
            settle()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_names_in_every_alphabet_fit(size: tuple[int, int], language: str) -> None:
    """Fit names of every alphabet on every page that shows them."""
    set_language(language)
    try:
        for name, scene in NAME_SCENES.items():
            with on_stand(size, scene().view) as stand:
                NAME_TOUCHES.get(name, lambda screen: None)(stand.screen)
                settle()
                if name != "names-held":
                    assert screen_faults(stand.screen) == [], name
    finally:
        set_language("en")


def test_what_cannot_be_shown_is_refused_where_it_is_typed() -> None:
    """Refuse letters without a font below the name, and join marks with their letter."""
    with on_stand(LYING, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        page.hear_text("Jose")
        for wrong in ("李", "\N{ROBOT FACE}", "ש", "\u200d"):
            page.hear_text(wrong)
            assert page.name == "Jose"
            assert str(page.words.text) == recorded(f"no-letter-{ord(wrong):x}")
        page.hear_text("\u0301")
        assert page.name == "José" and "bar" in str(page.words.text)
        page.hear_text("б\u0302")
        stand.tap(page.keyboard.keys["erase"])
        assert page.name == "José"
        assert page.words.height >= u(24)


@pytest.mark.parametrize("rotation", [0, 90])
def test_fingers_and_keys_of_the_real_app(tmp_path: Path, repository: Path, rotation: int) -> None:
    """Type by touch and keyboard through the X server, also on a turned picture."""
    assert keep_preferences(tmp_path, Preferences(rotation=rotation, welcomed=True)) == NOTHING
    order = [sys.executable, "-m", "tests.ui.typing_player", str(tmp_path)]
    done = subprocess.run(
        order, cwd=repository, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "latin": "Réą",
        "greek": "Réąψώ",
        "cyrillic": "Réąψώжё",
        "keys": "RéąψώжaяŁ",
        "name": "RéąψώжaяŁ",
        "refused": recorded("Re-a-No-font-here-has"),
    }


def test_upright_the_name_over_an_open_hand_has_room() -> None:
    """Leave room for the name above an open hand, below which its buttons are."""
    from companion.ui.widgets.badge import DriverSign

    with on_stand(UPRIGHT, NAME_SCENES["names-program"]().view) as stand:
        sign = next(
            widget for widget in stand.screen.walk(restrict=True) if isinstance(widget, DriverSign)
        )
        assert sign.name.width >= u(120) and screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_keyboard_says_whose_name_it_asks_for(size: tuple[int, int]) -> None:
    """Name the seat above the keys, and light the shift key before a capital."""
    with on_stand(size, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        shift = page.keyboard.keys[SHIFT]
        assert (
            page.title.text == recorded("Name-for-seat-1")
            and shift.kind == PRIMARY
            and screen_faults(stand.screen) == []
        )
        stand.tap(page.keyboard.keys["A"])
        assert shift.kind == QUIET
        stand.tap(shift)
        assert shift.kind == PRIMARY and shift.symbol == "up"


def test_upright_the_keys_stand_as_on_any_keyboard_and_fill_the_lower_half() -> None:
    """Arrange keys as usual in their countries, figures on top, and count the letters left."""
    with on_stand(UPRIGHT, session_after(Go("seats")).view) as stand:
        page = typing(stand)
        assert "".join(key for key in page.keyboard.keys if len(key) == 1).startswith(
            "1234567890QWERTYUIOPASDFGHJKLZX"
        )
        assert page.keyboard.y < u(10) and page.keyboard.height > 0.5 * UPRIGHT[1]
        assert page.left.parent is not None and str(page.left.text) == recorded("5-of-12")
        page.keyboard.turn()
        page.keyboard.turn()
        assert "".join(key for key in page.keyboard.keys if len(key) == 1).startswith(
            "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ"
        )
