"""The rules on the screen: topics, the paragraph of each number, and the way there and back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.content.manual.rules import anchor_of, find_rule, rule_page
from companion.gallery.scenes import SCENES
from companion.games import find_game
from companion.games.cardbot.narration.why import SENTENCES as OF_CARDBOT
from companion.games.diesel.narration.why import SENTENCES as OF_DIESEL
from companion.games.factory_rally.rulings import SENTENCES as OF_FACTORY
from companion.games.parts import manual_pages
from companion.games.programmed.rulings import SENTENCES as OF_CLOCKWORK
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages.facts import FactsPage
from companion.session.pages.rulebook import RulebookPage, ShowRule, ShowTopic
from companion.session.preferences import Prefer
from tests.session.evenings import evening
from tests.typed import of_kind, present

CITED: Mapping[str, Mapping[str, object]] = {
    "clockwork": OF_CLOCKWORK,
    "factory_rally": {**OF_CLOCKWORK, **OF_FACTORY},
    "cardbot": OF_CARDBOT,
    "diesel": OF_DIESEL,
}


@pytest.mark.parametrize("key", CITED)
def test_every_rule_that_a_why_names_has_its_paragraph(key: str) -> None:
    """Find each number on the pages of its game, with words."""
    pages = manual_pages(present(find_game(key)))
    for rule in CITED[key]:
        page, key = present(find_rule(pages, rule))
        topic = next(one for one in present(rule_page(page)).topics if one.key == key)
        anchor = anchor_of(rule)
        assert anchor in topic.anchors and all(one.words for one in topic.paragraphs)


def test_a_paragraph_is_that_of_the_manual() -> None:
    """Keep numbers, words, lists and tables, and skip code and heads of tables."""
    topics = {one.key: one for one in present(rule_page("games/clockwork.html")).topics}
    rule = next(one for one in topics["72-cards-and-steps"].paragraphs if one.number == "7.2.6")
    assert rule.words.startswith("A clank that enters a pit is destroyed at once, also in the")
    assert topics["1-the-race-in-brief"].paragraphs[6].words.startswith("7. Push the handle to")
    assert not any("registers = 3" in one.words for one in topics["your-first-turn"].paragraphs)
    words = [one.words for one in topics["0-how-to-read-these-rules"].paragraphs]
    assert any(one.startswith("step: one square of a card") for one in words)
    assert "word: meaning" not in words


def test_topics_lead_to_paragraphs_and_back() -> None:
    """Choose a topic, another page and the list again; unknown ones show the list."""
    loop = evening(("person", "random"))
    loop.send(OpenPage("rulebook"))
    page = of_kind(RulebookPage, loop.view.body)
    assert len(page.topics) > 30 and not page.paragraphs
    loop.send(page.topics[3].leads)
    assert of_kind(RulebookPage, loop.view.body).paragraphs
    loop.send(present(loop.view.on_back))
    assert of_kind(RulebookPage, loop.view.body) == page
    loop.send(page.topics[-1].leads)
    assert str(loop.view.title) == "Board elements"
    loop.send(ShowTopic("games/clockwork.html", "spoons"))
    assert of_kind(RulebookPage, loop.view.body) == page
    loop.send(ShowTopic("../secrets.html"))
    assert of_kind(RulebookPage, loop.view.body) == page
    loop.send(present(loop.view.on_back))
    assert not loop.session.is_open("rulebook")


def test_the_number_of_a_why_opens_its_paragraph() -> None:
    """Show the paragraph over the facts, in another language below the sentence in it."""
    loop = SCENES["facts-stopped"]()
    rows = of_kind(FactsPage, loop.view.body).rows
    asked = next(row.leads for row in rows if row.leads is not None)
    loop.send(asked)
    page = of_kind(RulebookPage, loop.view.body)
    assert page.paragraphs[page.chosen].number == asked.rule and not page.why
    loop.send(Prefer(loop.session.lobby.preferences._replace(language="de")))
    assert of_kind(RulebookPage, loop.view.body).why and str(loop.view.hint)
    assert loop.view.on_back == ClosePage("rulebook")
    loop.send(ClosePage("rulebook"))
    assert of_kind(FactsPage, loop.view.body).rows == rows
    loop.send(ShowRule("no such rule"))
    assert of_kind(RulebookPage, loop.view.body).topics
