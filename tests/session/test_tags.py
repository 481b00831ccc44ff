"""The tags of the cards: one after the other, back one, and nothing told during a race."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.session.messages import OpenPage
from companion.session.pages.table import OpenTable
from companion.session.pages.tags import ChooseCard, TagsPage, UndoCard
from companion.session.view import TABLE, TAGS
from companion.signals import BLINK, EMPTY, NameTag, SlotRead, TaggedCard, TagRead, TagsKnown
from tests.recorded import recorded
from tests.session.real import FIRST, Room


def page(loop: EventLoop) -> TagsPage:
    """Return the page of the tags."""
    assert isinstance(loop.view.body, TagsPage), loop.view.page
    return loop.view.body


def room_on_tags() -> Room:
    """Return a table with readers for seats 1 and 2, and the page of its tags."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(OpenTable())
    room.say(TagsKnown(()))
    room.loop.send(OpenPage(TAGS))
    room.readers.done.clear()
    return room


def test_the_page_lies_over_the_table_test_only() -> None:
    """Offer it where cards have tags, and lead back to the table test."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(OpenPage(TAGS))
    assert room.loop.view.page == "board"
    room.loop.send(OpenTable())
    assert not room.loop.view.body.tagged
    room.say(TagsKnown(()))
    assert room.loop.view.body.tagged
    room.loop.send(OpenPage(TAGS))
    assert room.loop.view.page == TAGS and str(page(room.loop).ask) == recorded("put")
    room.loop.send(room.loop.view.on_back)
    assert room.loop.view.page == TABLE


def test_one_card_after_the_other() -> None:
    """Ask in the order in which cards were put in; a light shows which one is meant."""
    room = room_on_tags()
    room.say(TagRead(1, 2, "A"), TagRead(2, 4, "B"), TagRead(2, 4, "B"))
    assert page(room.loop).ask == recorded("first") and page(room.loop).asks
    assert room.loop.session.readers.lamps.lit[1] == (0, BLINK, 0, 0, 0)
    room.loop.send(ChooseCard(FIRST[0]))
    assert page(room.loop).ask == recorded("second")
    room.loop.send(ChooseCard(FIRST[1]))
    named = [deed for deed in room.readers.done if isinstance(deed, NameTag)]
    assert [(deed.tag, deed.code) for deed in named] == [("A", FIRST[0]), ("B", FIRST[1])]
    assert all("@" in deed.card for deed in named)
    assert page(room.loop).ask == recorded("named")
    room.say(TagsKnown(tuple(map(TaggedCard, ("A", "B"), FIRST, (deed.card for deed in named)))))
    assert len(page(room.loop).missing) == 82 and page(room.loop).state == recorded("missing")


def test_back_one_and_once_more() -> None:
    """Forget the last one and ask again; a tag that was known gets its old card back."""
    room = room_on_tags()
    room.say(TagsKnown((TaggedCard("B", 7, "uturn@10"),)))
    room.say(TagRead(1, 2, "A"))
    room.loop.send(ChooseCard(FIRST[0]))
    room.say(TagRead(1, 3, "B", 7))
    assert page(room.loop).ask == recorded("known")
    room.loop.send(ChooseCard(FIRST[1]))
    room.readers.done.clear()
    for _ in range(3):
        room.loop.send(UndoCard())
    assert room.readers.done == [NameTag("B", 7, "uturn@10"), NameTag("A", None)]
    assert page(room.loop).ask == recorded("asked-again") and page(room.loop).choices[0].blocked


def test_cards_that_are_taken_out_or_pushed_elsewhere() -> None:
    """Ask no more about a card that is gone, and name the slot where it is now."""
    room = room_on_tags()
    room.say(TagRead(1, 2, "A"), TagRead(1, 3, "B"), TagRead(0, 3, "C"), TagRead(1, 9, "D"))
    room.say(SlotRead(1, 2, EMPTY))
    assert page(room.loop).ask == recorded("other")
    room.say(TagRead(1, 5, "B"))
    assert page(room.loop).ask == recorded("moved")
    room.loop.send(ChooseCard(300))
    assert room.readers.done == []
    room.say(TagRead(1, 5, "E"), SlotRead(1, 3, EMPTY))
    assert page(room.loop).asks
    room.say(SlotRead(1, 5, EMPTY))
    assert not page(room.loop).asks
    room.loop.send(ChooseCard(FIRST[0]))
    assert room.readers.done == []


def test_all_tags_and_the_last_ones() -> None:
    """List the last missing cards by name; another game's card with the same code is no help."""
    room = room_on_tags()
    cards = page(room.loop).cards
    tagged = tuple(
        TaggedCard(str(face.code), face.code, f"{face.move}@{face.priority}") for face in cards
    )
    room.say(TagsKnown((*tagged[2:], tagged[0]._replace(card="AH@14"))))
    assert page(room.loop).state == recorded("last-ones")
    room.say(TagsKnown(tagged))
    assert page(room.loop).state == recorded("all") and page(room.loop).missing == frozenset()


def test_nobody_learns_a_card_during_a_race() -> None:
    """Ask about unknown tags, and say nothing about known ones."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.loop.send(OpenTable())
    room.loop.send(OpenPage(TAGS))
    room.say(TagRead(1, 2, "A", FIRST[0]))
    assert str(page(room.loop).ask) == recorded("put") and not page(room.loop).asks
    room.say(TagRead(1, 3, "B"))
    assert page(room.loop).asks
