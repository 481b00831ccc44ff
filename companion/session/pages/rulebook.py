"""The rules of the game on the screen: a list of topics, and the paragraphs of one.

The text is that of the manual's pages, which phones read, too. A rule number leads to its
paragraph.
"""

from __future__ import annotations

from typing import Final

from companion.content.languages import LANGUAGES
from companion.content.manual.rules import RuleParagraph, anchor_of, find_rule, rule_page
from companion.games.parts import manual_pages, why_of
from companion.named_tuples import NamedTuple
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.session import Result, Session, push_page, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, text, verbatim

NAME: Final = "rulebook"


class RulebookState(NamedTuple):
    """The page, topic and rule of the manual that are shown."""

    page: str
    """The page of the manual."""
    topic: str = ""
    """The key of the topic, "" for the list of topics."""
    rule: str = ""
    """The number of the rule that was asked for, "" for none."""


class ShowTopic(NamedTuple):
    """Show a topic of a page of the manual, or its list of topics for ""."""

    page: str
    topic: str = ""


class ShowRule(NamedTuple):
    """Show the paragraph with this number."""

    rule: str


class TopicRow(NamedTuple):
    """A topic to choose, or another page."""

    title: str
    part: bool
    """Whether it is a part of the topic before."""
    leads: ShowTopic


class RulebookPage(NamedTuple):
    """Topics, or the paragraphs of one, and the address for phones."""

    topics: tuple[TopicRow, ...] = ()
    paragraphs: tuple[RuleParagraph, ...] = ()
    chosen: int = -1
    """The index of the paragraph that was asked for, -1 for none."""
    why: Text = NOTHING
    """That rule in one sentence in the language of the screen."""
    rule: str = ""
    """The number of that rule."""
    link: str = ""
    """The address of the topic for a phone's camera, "" if no phone can read it."""
    typed: str = ""
    """The shorter address of the manual, to be typed."""


def rule_message(session: Session, rule: str) -> ShowRule | None:
    """Return the message that shows a rule, None if the manual does not have it."""
    found = find_rule(manual_pages(session.config.game), rule) if rule else None
    return None if found is None else ShowRule(rule)


def on_open(session: Session) -> Result:
    """Show the topics of the game; ignored for a game without rules in the manual."""
    pages = manual_pages(session.config.game)
    return (show_page(session, NAME, RulebookState(pages[0])) if pages else session), ()


def on_show_rule(session: Session, message: ShowRule) -> Result:
    """Show the paragraph of a rule, over the page that named it."""
    pages = manual_pages(session.config.game)
    if not pages or type(message.rule) is not str:
        return session, ()
    return show_page(session, NAME, RulebookState(pages[0], rule=message.rule)), ()


def on_show_topic(session: Session, page: RulebookState, message: ShowTopic) -> Result:
    """Show a topic, or the topics of a page."""
    if message.page not in manual_pages(session.config.game):
        return session, ()
    return push_page(session, NAME, RulebookState(message.page, message.topic)), ()


def rulebook_view(session: Session, state: RulebookState) -> View:
    """Return the topics, or the one that is shown."""
    pages = manual_pages(session.config.game)
    page, topic = state.page, state.topic
    if state.rule:
        page, topic = find_rule(pages, state.rule) or (page, topic)
    found = rule_page(page)
    shown = next(
        (one for one in (found.topics if found is not None else ()) if one.key == topic), None
    )
    english = session.lobby.preferences.language == LANGUAGES[0][0]
    hint = NOTHING if english else text("The rules are in English only.")
    address = session.config.phone_access.address
    link = f"http://{address}/manual/{page}" if address else ""
    typed = f"{address}/manual" if address else ""
    title: Text | str
    if found is None:
        title, body = text("Rules"), RulebookPage()
        hint = text("The rules were not installed with this program.")
    elif shown is None:
        title = verbatim(found.title)
        topics = [TopicRow(one.title, one.part, ShowTopic(page, one.key)) for one in found.topics]
        # Then the other pages.
        for name in pages:
            other = rule_page(name)
            if name != page and other is not None:
                topics.append(TopicRow(other.title, False, ShowTopic(name)))
        body = RulebookPage(tuple(topics), link=link, typed=typed)
        hint = hint or text("Touch a topic.")
    else:
        title = verbatim(shown.title)
        sought = anchor_of(state.rule)
        at = [number for number, one in enumerate(shown.paragraphs) if sought in one.anchors]
        first = shown.anchors[0] if at == [] or not sought else sought
        body = RulebookPage(
            (),
            shown.paragraphs,
            chosen=at[0] if at and sought else -1,
            why=why_of(session.config.game, state.rule, "") if sought and not english else NOTHING,
            rule=state.rule,
            link=f"{link}#{first}" if link else "",
            typed=typed,
        )
    back: Message = ClosePage(NAME)
    if not state.rule and (shown is not None or page != pages[0]):
        back = ShowTopic(page if shown is not None else pages[0])
    return View(
        NAME,
        title,
        hint=hint,
        body=body,
        back=text("Topics") if isinstance(back, ShowTopic) else text("Close"),
        forward=text("All topics") if state.rule and found is not None else "",
        on_back=back,
        on_forward=ShowTopic(page) if state.rule and found is not None else None,
    )


PAGE: Final = Page(
    rulebook_view,
    {ShowTopic: on_show_topic},
    {ShowRule: on_show_rule},
    opened=on_open,
)
