"""The way to another position: one instruction at a time, then the cards to put back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.asking import Row
from companion.session.pages import Page
from companion.session.pages.deal import cards_row
from companion.session.past.undo_points import for_hands
from companion.session.pictures import cards_picture, table_picture, with_more
from companion.session.reader_faults import missing
from companion.session.session import Session, TableSync
from companion.session.view import DEAL, PLAY, DealPage, InstructionPicture, PlayPage, View
from companion.words import NOTHING, Text, text


def travel_view(session: Session, sync: TableSync) -> View:
    """Return one instruction on the way, or the cards to put back."""
    match = session.match
    assert match is not None
    if sync.at >= len(sync.script):
        return cards_view(session, sync.rows, sync.title)
    instruction = sync.script[sync.at]
    picture = InstructionPicture(
        sync.at + 1,
        len(sync.script),
        words=instruction.text,
        # These instructions have no rule, so its place says where they lead.
        why=text("This goes back to {place}", place=sync.where) if sync.where else NOTHING,
        rule=instruction.rule,
        seat=instruction.seat,
    )
    if for_hands(match, instruction) and not instruction.has_other_work:
        hint = session.config.game.wording.move_pieces
    else:
        hint = text("Follow the instruction, then touch Done.")
    board = with_more(table_picture(session), moves=instruction.moves, marks=instruction.marks)
    if sync.at and for_hands(match, sync.script[sync.at - 1]):
        done = sync.script[sync.at - 1].short
    else:
        done = NOTHING
    return View(
        PLAY,
        sync.title,
        hint=hint,
        board=board,
        body=PlayPage(
            match.shown.turn,
            match.shown.round,
            rounds=session.config.game.rounds,
            part=instruction.part,
            instruction=picture,
            cards=(),
            auto=None,
            done=done,
        ),
        forward=text("Done"),
        cards=cards_picture(session, (instruction,)),
    )


def cards_view(session: Session, rows: Mapping[int, Row], title: Text) -> View:
    """Return the readers with wrong cards, slot by slot."""
    assert session.match is not None
    wanted: dict[int, dict[int, int | None]] = {}
    for found in missing(session, rows):
        wanted.setdefault(found.seat, {})[found.slot] = found.wanted.code
    deal_rows = tuple(cards_row(session, seat, slots, False) for seat, slots in wanted.items())
    hint = text(
        "Put the cards back as they were. A slot with the wrong card blinks. The game then "
        "goes on by itself."
    )
    return View(
        DEAL,
        title,
        hint=hint,
        board=table_picture(session),
        body=DealPage(session.match.shown.turn, deal_rows, ()),
        forward=text("Go on anyway"),
    )


PAGE: Final = Page(travel_view)
