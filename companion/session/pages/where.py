"""All cards on the table, large, to check at any time, with the facts about a touched one.

The page is over the race, shows only what everybody may know, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.parts import Facts, beside_board_of
from companion.games.scene import AboutCard
from companion.named_tuples import NamedTuple
from companion.session.game_guard import checked_answer
from companion.session.handling import RACE_CAN_BE_MENDED, Guarded
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.facts import FactRow
from companion.session.past.undo_points import can_be_mended, on_table
from companion.session.pictures import cards_picture, sign_of
from companion.session.session import Result, Session, refuse, show_page
from companion.session.view import WHERE, CardsPicture, View
from companion.words import text

NOTHING_LIES: Final = text("There are no cards on the table.")


class CardFactsState(NamedTuple):
    """The key of the touched card, "" for none."""

    key: str = ""


class WherePage(NamedTuple):
    """The facts about the touched card, then the things beside the rows."""

    chosen: str
    """The key of that card, "" for none."""
    rows: tuple[FactRow, ...]


class ShowCardFacts(NamedTuple):
    """Show the facts about the card with this key, over the race."""

    key: str


def on_open(session: Session) -> Result:
    """Open the page during a race with cards on the table."""
    return on_show_card_facts(session, ShowCardFacts(""))


def on_show_card_facts(session: Session, message: ShowCardFacts) -> Result:
    """Select a card, or none when it is touched again; open the page if necessary."""
    kept = session.state_of(WHERE, CardFactsState)
    if kept is None and cards_picture(session) is None:
        return refuse(session, NOTHING_LIES)
    if not isinstance(message.key, str) or (kept is not None and message.key == kept.key):
        key = ""
    else:
        key = message.key
    return show_page(session, WHERE, CardFactsState(key)), ()


def where_view(session: Session, looked: CardFactsState) -> View | None:
    """Return the cards and the facts about the touched one; None where there are no cards."""
    cards = cards_picture(session) if can_be_mended(session) else None
    if cards is None:
        return None
    about = tuple(_about(session, looked.key))
    cards = with_tales(cards._replace(marked=frozenset({looked.key} if about else ())))
    page = WherePage(looked.key if about else "", (*about, *_beside(session)))
    hint = text("The table should look like this now. Touch a card to read what it does.")
    return View(
        WHERE,
        text("Cards on the table"),
        hint=hint,
        body=page,
        back=text("Back"),
        on_back=ClosePage(WHERE),
        cards=cards,
    )


def with_tales(cards: CardsPicture) -> CardsPicture:
    """Return the picture with a message for each card that has facts."""
    tells = {
        card.key: ShowCardFacts(card.key)
        for row in cards.rows
        for card in row.cards
        if card.face is not None
    }
    return cards._replace(tells=tells)


def _about(session: Session, key: str) -> Iterator[FactRow]:
    """Yield what the game knows about a card that everybody can see."""
    match = session.match
    assert match is not None
    scene, facts = on_table(session), Facts.of(session.config.game)
    for row, face in (
        (held_in, card.face)
        for held_in in scene.rows
        for card in held_in.cards
        if key and card.key == key
    ):
        if face is not None:
            held = tuple((row.seat, one.face) for one in row.cards if one.face is not None)
            about = AboutCard(row.seat, face, match.shown.round, held, True)
            known = checked_answer(
                "facts",
                ()
                if facts is None
                else facts.facts(match.position, scene, about, session.lobby.setup.names),
            )
            yield from (
                FactRow(
                    one.title, one.words, rule=one.rule, sign=sign_of(session, row.seat), card=face
                )
                for one in known
            )


def _beside(session: Session) -> Iterator[FactRow]:
    match = session.match
    assert match is not None
    for seat, words in checked_answer(
        "beside_board",
        beside_board_of(session.config.game, match.position, session.lobby.setup.names),
    ):
        yield FactRow(words, "", sign=None if seat is None else sign_of(session, seat))


MENDABLE: Final = RACE_CAN_BE_MENDED._replace(refusal=NOTHING_LIES)

PAGE: Final = Page(
    where_view,
    always={ShowCardFacts: Guarded(on_show_card_facts, MENDABLE)},
    opened=on_open,
    opens=MENDABLE,
    of_race=True,
)
"""It keeps the touched card."""
