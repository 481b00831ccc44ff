"""Diesel Demolition Derby with real cards: into slot 1 face down, pull, reveal together.

Faults are named with their remedy.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.api import AnswerFault, Plan
from companion.games.asking import EMPTY_ROW, Answer, PlayOn, Reading
from companion.games.codes import WORDS
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.engine.cards import COPY
from companion.games.diesel.engine.rules import MEKK_MANIA
from companion.games.diesel.game import DieselDerby
from companion.session.messages import Confirm, Pick, TimeUp
from companion.session.showing import view_of
from companion.session.view import DEAL, FAILED, PLAY, PROGRAM, REST, SUMMARY
from companion.signals import BLANK, OK, PULL, PUSH, HandleMoved, SlotRead
from tests.games.diesel.tables import (
    asks_of,
    at_readers,
    before_pull,
    carried_out,
    code,
    deployed,
    emptied,
    evening_of,
    hear,
    lying,
    pulled,
    remedy,
)
from tests.recorded import recorded

FIRST = {1: ["walker"], 2: ["colossus"], 3: ["guard"], 4: ["brawler"]}
"""Four cards that any player may have."""


def test_cards_are_laid_down_in_secret_and_revealed_at_once() -> None:
    """Reveal all cards with the last pull; hands are unknown (DD05)."""
    session = at_readers(4)
    assert session.page == PROGRAM and all(
        ask.program.slots == (1,) and ask.hand.codes is None and ask.hand.number == 6
        for ask in asks_of(session)
    )
    session = deployed(session, {seat: cards for seat, cards in FIRST.items() if seat != 4})
    assert session.page == PROGRAM and lying(session, 1) == []
    session = deployed(session, {4: FIRST[4]})
    assert session.page == PLAY and [lying(session, seat) for seat in FIRST] == [
        ["walker"],
        ["colossus"],
        ["guard"],
        ["brawler"],
    ]
    assert session.match is not None and {seat for seat, _ in session.match.shown.cards} == {
        1,
        2,
        3,
        4,
    }


def test_a_push_takes_a_card_back_while_somebody_is_choosing() -> None:
    """Take a card back by a push while others choose."""
    session = deployed(at_readers(3), {1: ["walker"], 2: ["guard"]})
    assert session.match is not None and set(session.match.question.answers) == {1, 2}
    session = hear(session, HandleMoved(1, PUSH))
    assert session.match is not None and set(session.match.question.answers) == {2}
    session = deployed(session, {3: ["brawler"]})
    assert session.page == PROGRAM
    assert deployed(session, {1: ["colossus"]}).page == PLAY


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ((), "slot 1: no card"),
        (("walker", "colossus"), "slot 2: only one card is needed, in slot 1"),
        (("hunter#2",), "slot 1: this card is marked 4+"),
        (("guard",), "slot 1: this card is also in Seat 3"),
    ],
)
def test_what_lies_wrong_is_named(cards: tuple[str, ...], words: str) -> None:
    """Name seat, slot and remedy of a wrong card, and wait (DDR26)."""
    session = deployed(at_readers(3), {1: ["brawler"], 3: ["guard"], 2: cards})
    assert (
        words in remedy(session, 2)
        and remedy(session, 2).startswith("Seat 2")
        and session.page == PROGRAM
    )
    assert pulled(deployed(session, {2: ["colossus"]}), 3).page == PLAY


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (OK, next(word for word in WORDS if word not in CODES), "this-card-is-not-in-the"),
        (BLANK, None, "wrong-way-round"),
    ],
)
def test_a_card_that_is_none_of_the_deck_is_named(
    status: str, code: int | None, words: str
) -> None:
    """Name a card that is not in the deck, or cannot be read."""
    session = pulled(hear(at_readers(2), SlotRead(1, 1, status, code)), 1)
    assert remedy(session, 1) == recorded(words)


def test_what_lies_on_the_table_cannot_be_laid_down_again() -> None:
    """Say where a card belongs that was played or discarded before."""
    session = emptied(
        carried_out(deployed(at_readers(3), {1: ["walker"], 2: ["lookout"], 3: ["brawler"]}))
    )
    assert session.page == PROGRAM and lying(session, 3) == []
    for card, where in (("walker", "in-front-of-seat-1"), ("brawler", "on-the-discard-pile")):
        assert remedy(deployed(session, {2: [card]}), 2) == recorded(where)
        assert before_pull(session, 2, card) == recorded(f"{where}-before-the-pull")


def test_two_players_lay_down_two_cards() -> None:
    """Play two cards each for two players, in slots 1 and 2, in three turns (DD05, DD10)."""
    session = at_readers(2)
    assert all(ask.program.slots == (1, 2) and ask.hand.number == 7 for ask in asks_of(session))
    assert remedy(pulled(session, 1), 1) == recorded("slots-1-and-2-are-empty")
    session = carried_out(deployed(session, {1: ["walker", "guard"], 2: ["colossus", "commander"]}))
    asked = asks_of(session)
    assert [ask.seat for ask in asked] == [1] and len(asked[0].offers) == 4


def test_a_target_is_touched_among_the_legal_ones() -> None:
    """Touch a legal target; refuse others, and late choices (5, DDR26)."""
    table = at_readers(3, "choice_time=20")
    session = carried_out(deployed(table, {1: ["walker"], 2: ["brawler"], 3: ["commander"]}))
    assert session.page == REST
    ask = asks_of(session)[0]
    assert (
        ask.seat == 2
        and [offer.key for offer in ask.offers] == ["walker", "commander"]
        and not ask.secret
    )
    assert ask.deadline is not None and (ask.deadline.seconds, ask.deadline.late) == (20, "walker")
    wrong = hear(session, Pick(2, "brawler"))
    assert wrong.page == REST and str(wrong.notice) == recorded("no-answer")
    late = hear(session, TimeUp(session.revision, (2,)))
    assert late.page == PLAY and lying(late, 1) == []
    assert str(late.notice) == recorded("Time-is-up-It-decided-for")
    after = hear(late, Pick(2, "commander"))
    assert after.page == PLAY and lying(after, 3) == ["commander"]


def test_nobody_is_in_a_hurry_until_the_table_wants_it() -> None:
    """Set no time unless the table wants it."""
    session = carried_out(
        deployed(at_readers(3), {1: ["walker"], 2: ["brawler"], 3: ["commander"]})
    )
    assert session.page == REST and all(ask.deadline is None for ask in asks_of(session))
    assert hear(session, TimeUp(session.revision, (2,))).page == REST


def test_several_choose_in_secret_and_all_at_once() -> None:
    """Reveal no choice before all are made (DDR03)."""
    session = carried_out(deployed(at_readers(3), {1: ["brawler"], 2: ["ironclaw"], 3: ["guard"]}))
    # Strength 2 comes first: the guard is asked alone.
    session = carried_out(hear(session, Pick(3, "guard")))
    session = at_readers(4)
    session = carried_out(
        deployed(session, {1: ["brawler"], 2: ["ironclaw"], 3: ["lookout"], 4: ["walker"]})
    )
    assert lying(session, 1) == []
    session = at_readers(5)
    session = carried_out(
        deployed(
            session,
            {1: ["brawler"], 2: ["brawler#2"], 3: ["scout"], 4: ["walker"], 5: ["colossus"]},
        )
    )
    scout = asks_of(session)[0]
    assert scout.program.slots == (1,) and scout.seat == 3 and not scout.offers
    session = carried_out(deployed(session, {3: ["commander"]}))
    assert all(ask.secret for ask in asks_of(session)) and [
        ask.seat for ask in asks_of(session)
    ] == [1, 2]
    session = hear(session, Pick(1, "walker"))
    assert session.page == REST and lying(session, 4) == ["walker"]
    session = hear(session, Pick(2, "walker"))
    assert session.page == PLAY and lying(session, 4) == []


def test_a_scout_puts_the_card_that_it_takes_into_slot_1() -> None:
    """Put the card that a Scout takes into slot 1: any card that is nowhere else."""
    session = emptied(
        carried_out(deployed(at_readers(3), {1: ["scout"], 2: ["walker"], 3: ["colossus"]}))
    )
    assert session.page == PROGRAM and evening_of(session).state.aside == 2
    assert remedy(deployed(session, {1: ["walker"]}), 1) == recorded("this-card-lies-in-front-of")
    session = deployed(session, {1: ["guard"]})
    assert (
        session.page == PLAY
        and lying(session, 1) == ["scout", "guard"]
        and evening_of(session).state.aside == 1
    )


def test_a_scout_takes_no_card_of_a_type_of_which_all_are_on_the_table() -> None:
    """Refuse a card that cannot lie aside, since all of its type that are in play are known."""
    session = at_readers(3, "variant=mekk_mania")
    for cards in (("avenger", "commander", "walker"), ("scout", "colossus", "bulwark")):
        session = emptied(
            carried_out(deployed(session, {seat: [card] for seat, card in enumerate(cards, 1)}))
        )
    assert session.page == PROGRAM and asks_of(session)[0].program.slots == (1,)
    wrong = deployed(session, {1: ["underdog"]})
    assert wrong.page == PROGRAM
    assert remedy(wrong, 1) == recorded("all-cards-of-its-type-aside")
    assert before_pull(session, 1, "underdog") == recorded("before-the-pull")
    assert lying(deployed(session, {1: ["guard"]}), 1) == ["avenger", "scout", "guard"]


def test_a_game_that_fails_to_explain_a_card_says_so_at_the_pull_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Show the sentence that fits every game before the pull; the pull shows what failed."""
    session = at_readers(3, "variant=mekk_mania")
    for cards in (("avenger", "commander", "walker"), ("scout", "colossus", "bulwark")):
        session = emptied(
            carried_out(deployed(session, {seat: [card] for seat, card in enumerate(cards, 1)}))
        )

    def failing(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(session.config.game), "fault", failing)
    assert before_pull(session, 1, "underdog") == recorded("before-the-pull")
    assert deployed(session, {1: ["underdog"]}).is_open(FAILED)


def test_two_scouts_cannot_take_more_cards_of_a_type_than_are_in_play() -> None:
    """Refuse the second card of a type of which only one is left, in a pile of a wrong deal.

    The first card counts, though it still lies aside; choosing the same one again is allowed.
    """
    session = at_readers(4, "variant=mekk_mania")
    for cards in (
        ("avenger", "commander", "underdog", "walker"),
        ("scout", "scout#2", "colossus", "bulwark"),
    ):
        session = emptied(
            carried_out(deployed(session, {seat: [card] for seat, card in enumerate(cards, 1)}))
        )
    session = emptied(deployed(session, {1: ["decoy"]}))
    assert session.page == PROGRAM and [ask.seat for ask in asks_of(session)] == [2]
    wrong = deployed(session, {2: ["decoy#2"]})
    assert wrong.page == PROGRAM
    assert remedy(wrong, 2) == recorded("the-last-one-has-been-chosen")
    # Two players want one card, so nobody gets it (DDR02).
    again = deployed(session, {2: ["decoy"]})
    assert (lying(again, 1)[1:], lying(again, 2)[1:]) == (["scout"], ["scout#2"])
    after = deployed(wrong, {2: ["guard"]})
    assert (lying(after, 1)[2:], lying(after, 2)[2:]) == (["decoy"], ["guard"])


def test_one_turn_cannot_bring_more_cards_of_a_type_than_are_in_play() -> None:
    """Refuse the card with which the readers hold too many of a type, after a wrong deal.

    Each of the cards could be played without the others.
    """
    session = deployed(
        at_readers(3, "variant=mekk_mania"), {1: ["avenger"], 2: ["commander"], 3: ["underdog"]}
    )
    assert session.page == PROGRAM and [bool(remedy(session, seat)) for seat in (1, 2, 3)] == [
        True,
        True,
        True,
    ]
    assert remedy(session, 3) == recorded("more-than-can-be-in-play")
    session = deployed(session, {3: ["walker"]})
    assert pulled(session, 1, 2).page == PLAY
    pair = deployed(
        at_readers(2, "variant=mekk_mania"), {1: ["avenger", "walker"], 2: ["commander", "decoy"]}
    )
    assert pair.page == PROGRAM and remedy(pair, 2) == recorded("two-cards-of-a-seat-count-both")


def test_a_card_is_refused_if_others_have_chosen_all_that_lie_aside() -> None:
    """Refuse a third card of a pile of two, also if its question comes first in the order."""
    cards = [
        card._replace(ability=card.ability._replace(only="")) if card.ability.verb == COPY else card
        for card in house_deck().cards
    ]
    game = DieselDerby(replace(house_deck(), cards=tuple(cards)))
    words = {option.key: option.default for option in game.options} | {"variant": MEKK_MANIA}
    position = game.dealt(game.begin(Plan(None, (), (1, 2, 3, 4, 5), words)), None).position

    def put_in(*cards: str) -> dict[int, Answer]:
        return {
            seat: Answer(PULL, (code(card), *(None,) * 4))
            for seat, card in enumerate(cards, 1)
            if card
        }

    position = game.answered(
        position, put_in("copycat", "copycat#2", "scout", "guard", "walker")
    ).position
    while isinstance(game.next_step(position), PlayOn):
        position = game.play(position).position
    assert position.state.aside == 2 and [one.seat for one in position.asked] == [1, 2, 3, 4]
    scout = Answer("", offer="scout")
    position = game.answered(
        position,
        {1: scout, 2: scout, 3: put_in("", "", "chameleon")[3], 4: Answer("", offer="walker")},
    ).position
    position = game.answered(position, put_in("hunter")).position
    assert [one.seat for one in position.asked if one.open] == [2]

    def fault(card: str) -> AnswerFault | None:
        row = (Reading(OK, code(card)), *EMPTY_ROW[1:])
        return game.fault(position, 2, dict.fromkeys(game.seats, EMPTY_ROW) | {2: row})

    wrong = fault("raider")
    assert wrong is not None and wrong.slot == 1
    assert str(wrong.words) == recorded("every-card-has-been-chosen")
    for card in ("hunter", "chameleon"):
        assert fault(card) is None
        assert not game.answered(position, put_in("", card)).position.asked


def test_a_whole_derby_ends_with_totals_and_a_new_deal() -> None:
    """End a Derby with totals and a token, and deal all cards again (DD10, DD11)."""
    session = at_readers(3)
    turns = (
        ("walker", "colossus", "bulwark"),
        ("commander", "lookout", "raider"),
        ("avenger", "hunter", "heavy"),
        ("copycat", "chameleon", "goliath"),
    )
    for turn in turns:
        session = emptied(deployed(session, {seat: [card] for seat, card in enumerate(turn, 1)}))
        while session.page in (PLAY, REST):
            session = carried_out(session)
            for ask in asks_of(session) if session.page == REST else ():
                session = hear(session, Pick(ask.seat, ask.offers[0].key))
    assert session.page == SUMMARY, session.page
    state = evening_of(session).state
    assert state.over and sum(state.tokens.values()) == len(state.winners) and state.lost == 3
    session = hear(session, Confirm(session.revision))
    # No reader reports that cards were collected, shuffled and dealt.
    assert session.page == DEAL and str(view_of(session).hint) == recorded("Shuffle-the")
    session = hear(session, Confirm(session.revision))
    assert session.page == PROGRAM and evening_of(session).state.derby == 2
