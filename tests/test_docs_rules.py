"""The rules in docs/games have every number that the code cites, and every element of boards.

A rule's anchor is its number in small letters, with "-" for all other characters: `e145`, `7-4-3`,
`req-c5`, `no-33`.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from companion.engine.cards import DECK
from companion.engine.element import kinds
from companion.formats.board import parse_board
from companion.games.cardbot.narration.why import SENTENCES as OF_CARDBOT
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.cards import MARKS
from companion.games.diesel.narration.why import SENTENCES as OF_DIESEL
from companion.games.factory_rally.rulings import SENTENCES as OF_FACTORY
from companion.games.kit.scenario import play_scenario
from companion.games.programmed.rulings import SENTENCES as OF_CLOCKWORK

CLOCKWORK, ELEMENTS, CARDBOT, FACTORY, DIESEL = (
    "clockwork",
    "elements",
    "cardbot",
    "factory",
    "diesel",
)
PAGES: Final = (CLOCKWORK, ELEMENTS, CARDBOT, FACTORY, DIESEL)
DOCS: Final = Path(__file__).parent.parent / "docs/games"
ANCHOR: Final = re.compile(r'<a id="([^"]+)"></a>')
LINK: Final = re.compile(r"\]\((?:([a-z]+)\.md)?#([^)]+)\)")
NAMED: Final = re.compile(
    rf"\b(?:(?P<{CLOCKWORK}>E[01]\d\d)|(?P<{CARDBOT}>CBR?\d\d)|(?P<{DIESEL}>DDR?\d\d)"
    rf"|(?P<{FACTORY}>ID[SRF]\d\d[ab]?|REQ-[A-Z]+\d+|ACH\d\d|no\. [1-9]\d?))\b"
)
"""Numbers that nothing else in the code looks like, in a group for each page."""
RANGE: Final = re.compile(r"\bE(\d\d\d)-E(\d\d\d)\b")
WORDS: Final = re.compile(r'"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|#.*')
"""Strings and comments of a module."""
SECTION: Final = re.compile(r"(?<![\d.])(?:1[0-6]|\d)(?:\.\d{1,2}){1,2}(?![\d.])")
BRACKETS: Final = re.compile(r"\(([^()]*)")
LINE: Final = re.compile(r"\b[A-F]\d{1,2}[a-z]?\b")
MODE: Final = re.compile(r"M[1-9]")
WITH_SECTIONS: Final = ("engine", "games/clockwork", "games/programmed", "games/race")
"""Folders of `companion` in which numbers of sections are those of Clockwork Derby and its
elements."""
HEADING: Final = re.compile(r"^### .+ \(`(\w+)`\)$", re.MULTILINE)
SQUARES: Final = "\n".join(("+" + "    +" * 8, *("  .  " * 8 + " ", "+" + "    +" * 8) * 8))


def anchor(rule: str) -> str:
    """Return the anchor of a rule by its number."""
    return re.sub(r"[^a-z0-9]+", "-", rule.lower()).strip("-")


@cache
def page_text(page: str) -> str:
    """Return the text of a page."""
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


@cache
def anchors(page: str) -> list[str]:
    """Return the anchors of a page, in their order."""
    return ANCHOR.findall(page_text(page))


# ---- Numbers that the code cites -----------------------------------------------------------------


def _cited(repository: Path) -> dict[str, dict[str, set[str]]]:
    """Return page → number → the files that cite it."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    companion = repository / "companion"
    for path in companion.rglob("*.py"):
        name, text = path.relative_to(companion).as_posix(), path.read_text(encoding="utf-8")
        for match in NAMED.finditer(text):
            found[str(match.lastgroup)][match[0]].add(name)
        for first, last in RANGE.findall(text):
            for case in range(int(first), int(last)):
                found[CLOCKWORK][f"E{case:03}"].add(name)
        if name.startswith(WITH_SECTIONS):
            for page, number in _sections(text, with_lines=name.startswith("engine")):
                found[page][number].add(name)
    return found


def _sections(text: str, with_lines: bool) -> Iterator[tuple[str, str]]:
    """Yield page and number of each citation in strings and comments: alone, or in brackets."""
    for words in WORDS.findall(text):
        bare = words.strip('"')
        if SECTION.fullmatch(bare) or MODE.fullmatch(bare):
            yield CLOCKWORK, bare
        elif with_lines and LINE.fullmatch(bare):
            yield ELEMENTS, bare
        for inside in BRACKETS.findall(words):
            for number in SECTION.findall(inside):
                yield CLOCKWORK, number
            for line in LINE.findall(inside) if with_lines else ():
                yield ELEMENTS, line


def test_every_number_that_the_code_cites_has_its_anchor(repository: Path) -> None:
    """Find an anchor in docs/games for every number of a rule in the code."""
    cited = _cited(repository)
    missing = {
        f"docs/games/{page}.md#{anchor(number)}, cited as {number} in companion/{min(files)}"
        for page, numbers in cited.items()
        for number, files in numbers.items()
        # Sections 3 to 13 of the elements are cited without the name of their page.
        if anchor(number) not in anchors(page)
        and not (page == CLOCKWORK and anchor(number) in anchors(ELEMENTS))
    }
    assert not missing, "\n".join(sorted(missing))
    assert sum(map(len, cited.values())) > 400


def test_every_rule_that_the_screen_explains_has_its_anchor() -> None:
    """Find each rule with a sentence for "why?" on the page of its game, or of one it cites."""
    explained = {
        CLOCKWORK: OF_CLOCKWORK,
        CARDBOT: OF_CARDBOT,
        FACTORY: OF_FACTORY,
        DIESEL: OF_DIESEL,
    }
    missing = [
        f"docs/games/{page}.md#{anchor(rule)}"
        for page, sentences in explained.items()
        for rule in sentences
        # Factory Rally also says rules of Clockwork Derby, in its own words.
        if anchor(rule) not in anchors(page)
        and not (page == FACTORY and anchor(rule) in anchors(CLOCKWORK))
    ]
    assert not missing


def test_anchors_are_unique_and_links_between_rules_lead_somewhere() -> None:
    """Find each linked anchor, once."""
    for page in PAGES:
        text = page_text(page)
        assert [name for name, count in Counter(anchors(page)).items() if count > 1] == []
        headings = {anchor(title) for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
        for other, name in LINK.findall(text):
            at_home = name in headings and not other
            assert at_home or name in anchors(other or page), f"{page}.md: {other}#{name}"


# ---- Elements, examples and licence --------------------------------------------------------------


def test_every_element_has_a_section_with_its_keys() -> None:
    """Have one section for each kind of element, under its name in board files."""
    sections = _elements()
    assert sorted(sections) == sorted(kinds())
    missing = [
        f"{word} {key.name}="
        for word, kind in kinds().items()
        for key in kind.keys
        if f"`{key.name}=`" not in sections[word]
    ]
    assert not missing


def test_example_of_each_element_is_read() -> None:
    """Make a board with the lines that show an element."""
    for word, section in _elements().items():
        (shown,) = re.findall(r"```text\n(.*?)\n```", section, re.DOTALL)
        entries = json.dumps(shown.splitlines())
        board = parse_board(
            f"name = \"Example\"\nboard = '''\n{SQUARES}\n'''\nelements = {entries}\n", word
        )
        assert word in {element.word for element in board.elements}


def _elements() -> dict[str, str]:
    """Return the sections of elements by their names in board files."""
    _, *parts = HEADING.split(page_text(ELEMENTS).partition('<a id="7"></a>')[0])
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_scenarios_shown_play_as_they_say() -> None:
    """Play each scenario on a page to what it expects; each game's page has one."""
    for page in PAGES:
        shown = re.findall(r"```toml\n(.*?)```", page_text(page), re.DOTALL)
        assert [play_scenario(text, page).differences for text in shown] == [()] * len(shown)
        assert shown or page == ELEMENTS


def test_decks_shown_are_those_that_are_played_with() -> None:
    """Compare the tables of cards with the decks."""
    of_move: dict[str, list[int]] = defaultdict(list)
    for program_card in DECK:
        of_move[program_card.move].append(program_card.priority)
    rows = re.findall(
        r"^\| ([\w -]+) \| (\d+) \| (\d+),.* (\d+) \|", page_text(CLOCKWORK), re.MULTILINE
    )
    assert {
        anchor(name).replace("-", ""): (int(number), int(first), int(last))
        for name, number, first, last in rows
    } == {move: (len(all_), min(all_), max(all_)) for move, all_ in of_move.items()}
    combatants = re.findall(
        r"^\| ([\w ]+) \| (\w+) (\d) \| (\d)/(\d)/(\d)/(\d) \|", page_text(DIESEL), re.MULTILINE
    )
    shown = Counter(
        {
            (name, kind.lower(), int(strength), mark): int(number)
            for name, kind, strength, *copies in combatants
            for mark, number in zip(MARKS, copies, strict=True)
            if int(number)
        }
    )
    assert shown == Counter(
        (card.name, card.type, card.strength, card.mark) for card in house_deck().cards
    )


def test_each_page_names_its_licence_at_its_foot() -> None:
    """Name the licence CC BY-SA at the foot of each page whose words follow from the rules."""
    for page in PAGES:
        foot = page_text(page).rpartition("## Licence\n")[2]
        assert "https://creativecommons.org/licenses/by-sa/4.0/" in foot, page
