"""The tags of the cards: put a card into a slot, choose which card it is, and so on for all.

Over the table test, for tables whose cards have tags (`companion.signals.TagRead`). The table
itself keeps the tags; cards and handles still count for the race below.
"""

from __future__ import annotations

from typing import Final

from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.handling import Precondition
from companion.session.messages import ClosePage, Message
from companion.session.pages import Page
from companion.session.pictures import faces
from companion.session.reader_faults import card_words
from companion.session.sealed import is_sealed
from companion.session.session import Result, Session, push_page, show_page
from companion.session.view import TABLE, TAGS, View
from companion.signals import (
    BLINK,
    EMPTY,
    SLOTS,
    TAGS_FILE,
    Lamps,
    NameTag,
    SlotRead,
    TaggedCard,
    TagRead,
    TagsKnown,
    Watch,
)
from companion.words import NOTHING, Text, count, listed, sentences, text

FEW: Final = 6
"""Most missing cards that are listed by name."""


class TagNaming(NamedTuple):
    """One card that was named on this page."""

    read: TagRead
    before: TaggedCard | None
    """The card that the tag was on before, or None."""


class Tagging(NamedTuple):
    """The state of the page."""

    known: tuple[TaggedCard, ...] = ()
    unknown: tuple[TagRead, ...] = ()
    """The unknown tags in the readers, in the order in which they were put in."""
    last: TagRead | None = None
    """The known tag that was put in or named last, to be corrected."""
    done: tuple[TagNaming, ...] = ()
    """The cards that were named on this page."""

    @property
    def asked(self) -> TagRead | None:
        """Return the tag that a touched card belongs to: an unknown one, or else the last one."""
        return self.unknown[0] if self.unknown else self.last

    def card_of(self, tag: str) -> TaggedCard | None:
        """Return the card of a tag, or None."""
        return next((card for card in self.known if card.tag == tag), None)


# ---- Messages ----


class ChooseCard(NamedTuple):
    """The tag that is asked about is on this card."""

    code: int


class UndoCard(NamedTuple):
    """Take the last chosen card back, and ask about its tag again."""


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Open the page over the table test; the table reports its tags."""
    return show_page(session, TAGS, Tagging()), (Watch(True),)


def on_choose(session: Session, tagging: Tagging, message: ChooseCard) -> Result:
    """Name the tag that is asked about; the next one follows."""
    read, face = tagging.asked, session.config.game.face(message.code)
    if read is None or face is None:
        return session, ()
    after = tagging._replace(
        unknown=_without(tagging.unknown, read, read.tag),
        last=read._replace(code=face.code),
        done=(*tagging.done, TagNaming(read, tagging.card_of(read.tag))),
    )
    return push_page(session, TAGS, after), (NameTag(read.tag, face.code, face.word),)


def on_undo(session: Session, tagging: Tagging, message: UndoCard) -> Result:
    """Let the tag that was named last be what it was, and ask about it again."""
    if not tagging.done:
        return session, ()
    *done, (read, before) = tagging.done
    unknown = _without(tagging.unknown, read, read.tag)
    after = tagging._replace(
        unknown=(read, *unknown) if before is None else unknown,
        last=None if before is None else read,
        done=tuple(done),
    )
    named = NameTag(read.tag, None) if before is None else NameTag(*before)
    return push_page(session, TAGS, after), (named,)


def on_message(before: Session, after: Session, tagging: Tagging, message: Message) -> Result:
    """Follow the tags in the readers; a card that is taken out is no longer asked about."""
    if isinstance(message, TagsKnown):
        tagging = tagging._replace(known=message.cards)
    elif isinstance(message, TagRead):
        if message.seat in after.readers.by_seat and 1 <= message.slot <= SLOTS:
            unknown = _without(tagging.unknown, message, message.tag)
            if message.code is not None:
                tagging = tagging._replace(unknown=unknown, last=message)
            elif any(other.tag == message.tag for other in tagging.unknown):
                # It keeps its turn, also in another slot.
                unknown = tuple(
                    message if other.tag == message.tag else other for other in tagging.unknown
                )
                tagging = tagging._replace(unknown=unknown)
            else:
                tagging = tagging._replace(unknown=(*unknown, message))
    elif isinstance(message, SlotRead) and message.status == EMPTY:
        tagging = tagging._replace(unknown=_without(tagging.unknown, message))
    return push_page(after, TAGS, tagging), ()


def _without(
    reads: tuple[TagRead, ...], place: TagRead | SlotRead, tag: str = ""
) -> tuple[TagRead, ...]:
    """Return the tags without this one, and without one in this slot."""
    return tuple(
        read
        for read in reads
        if read.tag != tag and (read.seat, read.slot) != (place.seat, place.slot)
    )


def lamps(session: Session, tagging: Tagging) -> Lamps | None:
    """Let the light of the slot blink that is asked about."""
    if not tagging.unknown:
        return None
    asked = tagging.unknown[0]
    return Lamps({asked.seat: tuple(BLINK * (slot == asked.slot) for slot in range(1, SLOTS + 1))})


# ---- View ----


class TagsPage(NamedTuple):
    """The cards of the game, and the tag that is asked about."""

    ask: Text
    """The next thing to do, or the card that it is about."""
    state: Text
    """The number of cards with a tag, and the missing ones."""
    cards: tuple[Face, ...]
    """All cards of the game."""
    missing: frozenset[int]
    """The codes of the cards without a tag."""
    asks: bool
    """Whether a touched card is meant for a tag."""
    trouble: Text | str
    """The fault of the file of the tags."""
    choices: tuple[Choice, ...]


def tags_view(session: Session, tagging: Tagging) -> View:
    cards = faces(session, session.config.game.deck)
    tagged = {(card.code, card.card) for card in tagging.known}
    missing = [face for face in cards if (face.code, face.word) not in tagged]
    asked = tagging.unknown[0] if tagging.unknown else None
    # During a race nobody may learn which card lies in a slot.
    corrected = None if asked is not None or is_sealed(session) else tagging.last
    page = TagsPage(
        _ask(session, asked or corrected),
        _state(cards, missing),
        cards=cards,
        missing=frozenset(face.code for face in missing),
        asks=asked is not None or corrected is not None,
        trouble=session.readers.troubles.get(TAGS_FILE, NOTHING),
        choices=(
            Choice(
                text("One back"),
                "",
                message=UndoCard(),
                blocked="" if tagging.done else text("Nothing was chosen yet."),
                symbol="back",
            ),
        ),
    )
    return View(
        TAGS,
        text("Tags of the cards"),
        hint=text("The file of the tags is written at each touch."),
        body=page,
        back=text("Done"),
        on_back=ClosePage(TAGS),
        on_sign=None,
    )


def _ask(session: Session, read: TagRead | None) -> Text:
    if read is None:
        return text("Put a card into a slot.")
    if read.code is None:
        return text(
            "Seat {seat}, slot {slot}: touch the card that lies there.",
            seat=read.seat,
            slot=read.slot,
        )
    face = session.config.game.face(read.code)
    return sentences(
        text(
            "Seat {seat}, slot {slot}: {card}.",
            seat=read.seat,
            slot=read.slot,
            card=text("a card of another game") if face is None else card_words(face),
        ),
        text("Put in the next card, or touch the right one."),
    )


def _state(cards: tuple[Face, ...], missing: list[Face]) -> Text:
    if not missing:
        return text("All {number} cards have a tag.", number=len(cards))
    if len(missing) <= FEW:
        return text("Without a tag: {cards}", cards=listed([*map(card_words, missing)], ""))
    return count(
        "{number} card of {all} has no tag yet.",
        "{number} cards of {all} have no tag yet.",
        len(missing),
        all=len(cards),
    )


PAGE: Final = Page(
    tags_view,
    {ChooseCard: on_choose, UndoCard: on_undo},
    opened=on_open,
    opens=Precondition((TABLE,)),
    on_message=on_message,
    lamps=lamps,
)
