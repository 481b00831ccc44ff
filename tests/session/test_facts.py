"""All facts about one thing by one touch, as of now; the race waits unchanged."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.engine.element import kinds as elements
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.wall import Wall
from companion.engine.rules import Rules
from companion.engine.state import OUT, PARKED, Clank, Race, RaceState
from companion.formats.entries import read_entries
from companion.games import usual_game
from companion.games.clockwork.game import ClockworkDerby
from companion.games.parts import Facts
from companion.games.programmed.rulings import IN_FULL, SENTENCES
from companion.games.programmed.turn import RacePosition
from companion.games.scene import AboutPiece, AboutRule, AboutSquare
from companion.geometry import E, N, S
from companion.records.book import Book, RecordedRace, Result
from companion.session.flow import FLOWS
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    CarriedOut,
    ClosePage,
    Confirm,
    GoBack,
    SetAutoAdvance,
    Tick,
    Uncover,
)
from companion.session.pages.facts import (
    AskCard,
    AskInstruction,
    AskPiece,
    AskSquare,
    FactRow,
    FactsPage,
)
from companion.session.past.undo_points import causes_of
from companion.session.view import PLAY, PROGRAM
from companion.signals import PULL, HandleMoved, MoveHandle
from companion.words import Text
from tests.english import german
from tests.games.instructions import CALLED
from tests.recorded import recorded
from tests.session.evenings import begun, done, fill, ready
from tests.session.test_flow import EVERY_FLOW, NOW, match, page, people, race
from tests.session.test_instructions import field
from tests.typed import mistyped, of_kind, present
from tests.ui.readers import racing

GAME = of_kind(ClockworkDerby, usual_game())
ASKED = (AskPiece(1), AskSquare("A1"), AskInstruction(0))


def rows(loop: EventLoop, asked: Any) -> dict[str, FactRow]:
    """Return the facts about something, by their heads."""
    loop.send(asked)
    body = loop.view.body
    assert isinstance(body, FactsPage) and body.asked == asked
    return {str(row.title): row for row in body.rows}


@EVERY_FLOW
def test_every_instruction_says_why_and_tells_its_rule_in_full(flow: str) -> None:
    """Show the cause of every instruction, and its rule by a touch, in each flow."""
    loop = race(flow)
    turn, seen = page(loop).turn, set()
    while loop.session.page == PLAY:
        instruction = match(loop).shown.script[match(loop).shown.at]
        cause = causes_of(loop.session, match(loop), match(loop).shown.at)
        assert page(loop).instruction.cause == cause != ()
        if instruction.rule not in seen:
            seen.add(instruction.rule)
            found = rows(loop, AskInstruction(match(loop).shown.at))
            assert found[str(instruction.text)].words and all(
                str(one) in str(found[str(instruction.text)].words) for one in cause
            )
            assert found["The rule"].rule == instruction.rule and str(
                present(Facts.of(GAME)).why(instruction.rule)
            ) in str(found["The rule"].words)
            loop.send(ClosePage("facts"))
        at, number = match(loop).shown.at, page(loop).round
        loop.send(CarriedOut(loop.session.revision, at + 1))
        if loop.session.page == PLAY and (match(loop).shown.at, page(loop).round) == (at, number):
            done(loop)
    assert turn == 1 and len(seen) > 4


def test_what_is_told_is_what_stands_on_the_table_now() -> None:
    """Show places, damage and flags as on the map, not as at the end of the register."""
    loop = race("single", "welding-shop", seed=3)
    checked = ahead = 0
    while loop.session.page == PLAY:
        board = loop.view.board
        assert board is not None
        final = {
            piece.seat: piece.square
            for piece in GAME.pieces(of_kind(RacePosition, match(loop).position))
        }
        for piece in board.pieces[:: 1 if match(loop).shown.at % 7 == 0 else 8]:
            found = rows(loop, AskPiece(piece.seat))
            assert (
                f" {piece.square}," in str(found[board.signs[piece.seat].name].words)
                or piece.square is None
            )
            damage = next(
                badge.ticks for badge in piece.badges if str(badge.meaning).startswith("damage")
            )
            assert str(found["Damage"].words).startswith(
                f"{damage} of 10" if damage else "No damage."
            )
            if piece.square is not None:
                assert board.signs[piece.seat].name in rows(loop, AskSquare(piece.square))
            ahead += piece.square != final[piece.seat]
            checked += 1
            loop.send(ClosePage("facts"))
        done(loop)
    assert checked > 60 and ahead > 10


def test_instructions_to_come_are_not_told() -> None:
    """Hide instructions to come, also in places; show those carried out."""
    loop = race("list")
    before = loop.session
    loop.send(AskInstruction(1))
    assert loop.session is before
    loop.send(CarriedOut(loop.session.revision, 2))
    assert [
        rows(loop, AskInstruction(at))[str(match(loop).shown.script[at].text)] for at in (0, 1, 2)
    ]
    before = loop.session
    loop.send(AskInstruction(3))
    assert loop.session is before


def test_a_card_says_whose_it_is_and_when_its_turn_comes() -> None:
    """Show a card's owner, order, state and rule, and nothing for a seat without one."""
    loop = race("single")
    cards = match(loop).shown.cards
    for at, (seat, face) in enumerate(cards):
        found = rows(loop, AskCard(seat))
        name = loop.session.lobby.setup.names[seat]
        when = "now" if at == 0 else "later"
        assert str(found["Owner"].words) == recorded(f"name-plays-it-{when}", name=name)
        row = next(row for title, row in found.items() if title.endswith(f" {face.priority}"))
        assert (
            row.card is not None
            and row.card.priority == face.priority
            and f"{face.priority}" in of_kind(Text, row.title).said()
        )
        first, second = map(
            int, re.findall(r"^(\d+) goes before (\d+)\.", str(found["Order"].words))[0]
        )
        assert first > second and face.priority in (first, second)
    loop.send(ClosePage("facts"))
    done(loop)
    assert str(rows(loop, AskCard(cards[0][0]))["Owner"].words) == recorded("It-was-played")


@pytest.mark.parametrize("flow", FLOWS)
def test_the_race_stands_still_and_goes_on_where_it_stood(flow: str) -> None:
    """Hold touches, handles and time until it closes, then show the same page."""
    loop = people(flow)
    loop.send(SetAutoAdvance(5.0))
    loop.send(Tick(NOW))
    before, shown, stood = loop.session, loop.view, match(loop)
    for asked in (*ASKED, AskCard(match(loop).shown.cards[0][0])):
        loop.send(asked)
        assert loop.view.page == "facts"
        for message in (
            Confirm(before.revision),
            CarriedOut(before.revision, 1),
            HandleMoved(1, PULL),
            Tick(NOW + 100),
            Tick(NOW + 200),
        ):
            loop.send(message)
        assert (
            match(loop).shown.at == stood.shown.at
            and loop.session.revision == before.revision
            and loop.view.page == "facts"
        )
    loop.send(ClosePage("facts"))
    assert (
        loop.view == shown
        and match(loop).shown._replace(since=None) == stood.shown._replace(since=None)
        and loop.session.timeline.past is before.timeline.past
    )
    loop.send(Tick(NOW + 300))
    assert loop.session.revision == before.revision, "the whole time again"


@pytest.mark.parametrize(
    "wrong",
    [
        AskPiece(0),
        AskPiece(9),
        mistyped(AskPiece, "x"),
        mistyped(AskPiece, None),
        mistyped(AskPiece, [1]),
        AskSquare(""),
        AskSquare("Z99"),
        mistyped(AskSquare, 7),
        mistyped(AskSquare, None),
        mistyped(AskSquare, ["A1"]),
        AskCard(0),
        AskCard(99),
        mistyped(AskCard, None),
        AskInstruction(-1),
        AskInstruction(10**6),
        AskInstruction(True),
        mistyped(AskInstruction, "0"),
        mistyped(AskInstruction, None),
    ],
    ids=repr,
)
def test_what_there_is_not_changes_nothing(wrong: Any) -> None:
    """Open no page for unknown things, and keep an open one."""
    loop = LOOPS.setdefault("nonsense", race("single"))
    loop.send(ClosePage("facts"))
    before = loop.session
    loop.send(wrong)
    assert loop.session is before
    loop.send(AskPiece(1))
    before = loop.session
    loop.send(wrong)
    assert loop.session is before


LOOPS: dict[str, EventLoop] = {}
"""A session that several cases share; none of them moves it on."""


def test_instructions_are_told_over_a_round_alone() -> None:
    """Show instructions only during a round, and close the page on an undo."""
    loop = people("single")
    done(loop)
    loop.send(AskPiece(1))
    assert loop.view.page == "facts"
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert not loop.session.is_open("facts") and loop.view.page == PLAY
    while loop.session.page == PLAY:
        done(loop)
    before = loop.session
    loop.send(AskInstruction(0))
    loop.send(AskCard(1))
    assert loop.session is before


def known(state: RaceState, about: Any) -> dict[str, tuple[str, str]]:
    """Return words and rule by head for something in a position."""
    position = RacePosition(state, "")
    return {
        str(one.title): (str(one.words), one.rule)
        for one in present(Facts.of(GAME)).facts(position, GAME.scene(position), about, CALLED)
    }


def test_all_about_a_clank() -> None:
    """Show a clank's damage, locks, flags, way, lives, rest, checkpoint and player."""
    race = Race(field(Wall("D4", N), Pit("C4")), ("D6", "A8"), Rules())
    hurt = Clank(
        1,
        square="D4",
        heading=E,
        damage=6,
        lives=1,
        checkpoints=(("A1", N), ("E5", S)),
        locked=(5,),
        announced=True,
    )
    dead, out = (
        Clank(3, PARKED, lives=2, checkpoints=(("C1", N),), death=1, next_flag=3),
        Clank(4, OUT, lives=0),
    )
    state = RaceState(
        race,
        (hurt, Clank(2, square="E5", down=True, lives=None, checkpoints=(("E5", N),)), dead, out),
        turn=2,
    )
    assert known(state, AboutPiece(1)) == {
        "Place": (recorded("On-D4-facing-E"), ""),
        "Flags": (
            recorded("0-of-2-flags-touched-Flag"),
            "7.11",
        ),
        "Damage": (
            recorded("6-of-10-at-10-it"),
            "6.3",
        ),
        "Power down": (recorded("It-rests-next-turn-and-loses"), "6.5"),
        "Lives": (recorded("1-life-is-left"), "8"),
        "Checkpoint": (
            recorded("When-destroyed-it-comes-back-on"),
            "9.2",
        ),
    }
    second = known(state, AboutPiece(2))
    assert second["Power down"][0] == recorded("It-rests-this-turn") and second["Lives"][
        0
    ] == recorded("No-limit-it-always-comes-back")
    assert second["Damage"] == (recorded("No-damage-All-9-cards-are"), "6.2")
    assert (
        known(state, AboutPiece(3))["Flags"][0] == recorded("2-of-2-flags-touched")
        and "parking row" in known(state, AboutPiece(3))["Place"][0]
    )
    assert known(state, AboutPiece(4))["Place"] == (
        recorded("Out-of-the-race-its-last"),
        "",
    ) and "Lives" not in known(state, AboutPiece(4))
    assert known(state, AboutPiece(5)) == {}


def test_all_about_a_square() -> None:
    """Show a square's elements, walls on both sides, border, flags, beams and checkpoints."""
    race = Race(
        field(Belt("D4", E, "fast"), Wall("D5", S), Laser("D8", N, 2)), ("D4", "A8"), Rules()
    )
    state = RaceState(
        race,
        (
            Clank(1, square="D2", checkpoints=(("D2", N),)),
            Clank(2, square="E5", next_flag=2, checkpoints=(("A1", N),)),
        ),
        turn=1,
    )
    belt = known(state, AboutSquare("D4"))
    assert belt["Flag 1"] == (recorded("The-next-one-for-BRASS"), "7.11") and belt[
        "Fast belt to the east"
    ] == (str(Belt.about), "7.5")
    assert (
        belt["Walls"] == (recorded("On-the-north-side-They-stop"), "2.4")
        and "Crossed by a beam" not in belt
        and "Plain floor" not in belt
    )
    assert known(state, AboutSquare("D6")) == {
        "Plain floor": (recorded("Nothing-happens-here-by-itself"), ""),
        "Crossed by a beam": (recorded("Laser-on-the-north-side-2", about=Laser.about), "7.9"),
    }
    corner = known(state, AboutSquare("A1"))
    assert corner["Parking row"][1] == "2.1" and corner["Open edge"][0] == recorded(
        "The-board-ends-on-the-west"
    )
    assert known(state, AboutSquare("D2"))["Checkpoint"] == (
        recorded("BRASS-comes-back-here-when-destroyed"),
        "9.2",
    )
    assert (
        known(state, AboutSquare("Z99"))
        == known(state, AboutSquare(""))
        == known(state, AboutSquare("nonsense"))
        == {}
    )


def test_a_square_is_told_what_acts_on_it_from_elsewhere() -> None:
    """Show what acts on a square from elsewhere: barriers, beams, reach, views, blocks."""
    board = field(
        *(
            element
            for entry in (
                "D5 door S registers=1,3",
                "A4 melting_beam W",
                "D7 magnet N",
                "B2 room cw size=3 odd",
                "F4 fog",
            )
            for element in read_entries(entry)
        )
    )
    state = RaceState(
        Race(board, ("H8",), Rules()), (Clank(1, square="A1", checkpoints=(("A1", N),)),), turn=1
    )
    facts = known(state, AboutSquare("D4"))
    kinds = {word: str(kind.about) for word, kind in elements().items()}
    assert facts["On the north side"] == (
        recorded("Door-on-the-south-side-open", door=kinds["door"]),
        "B2b",
    )
    assert facts["Crossed by a beam"] == (
        recorded("Melting-beam-on-the-west-side", melting_beam=kinds["melting_beam"]),
        "B23",
    )
    assert facts["In reach"] == (
        recorded("Magnet-on-the-north-side-in", magnet=kinds["magnet"]),
        "C9",
    )
    assert facts["Rotating room, turns right in registers 1, 3 and 5"] == (kinds["room"], "C14")
    assert "fog" in facts["In sight"][0].lower()


def test_every_rule_is_told_in_full_and_as_the_settings_have_it() -> None:
    """Show a rule's sentence, then its cases, by the settings."""
    state = RaceState(Race(field(), ("D4",), Rules()), (Clank(1, square="A1"),), turn=1)
    for rule, sentence in SENTENCES.items():
        ((words, number),) = known(state, AboutRule(rule)).values()
        assert words.startswith(str(sentence)) and number == rule
    assert IN_FULL.keys() <= SENTENCES.keys() and known(state, AboutRule("99.9")) == {}
    assert known(state, AboutRule("7.11.1"))["The rule"][0] == recorded("end-of-a-register")
    passing = state._replace(race=Race(field(), ("D4",), Rules(flag_hit="pass", lives=None)))
    assert known(passing, AboutRule("7.11.1"))["The rule"][0] == recorded(
        "as-soon-as-your-clank-comes"
    )
    assert known(passing, AboutRule("8.1"))["The rule"][0] == recorded("It-always-comes-back")


def test_facts_in_german() -> None:
    """Use German forms of counts, sides and slots."""
    race = Race(field(), ("D6",), Rules())
    state = RaceState(
        race,
        (
            Clank(1, square="A1", damage=5, checkpoints=(("A1", N),), locked=(4, 5)),
            Clank(2, square="A8", damage=8),
        ),
        turn=1,
    )
    position = RacePosition(state, "")
    scene = GAME.scene(position)
    facts = {
        german(one.title): german(one.words)
        for about in (AboutPiece(1), AboutSquare("A8"))
        for one in present(Facts.of(GAME)).facts(position, scene, about, CALLED)
    }
    assert facts["Schaden"] == recorded("5-von-10-bei-10-ist")
    assert facts["Offener Rand"] == recorded("Das-Brett-endet-hier-Nordseite-und")


def test_who_sits_there_has_a_past() -> None:
    """Show games, victories and achievements of a person, and none of a pilot."""
    loop = race("list")
    won = RecordedRace(
        "clockwork",
        1,
        "Yard",
        5,
        (Result(1, 1, 1, True, {"fields_forward": 12, "damage_taken": 3}),),
        "1",
        "2026-11-26 20:00",
    )
    book = Book().with_person("Anna").with_race(won)
    seats = tuple(
        seat._replace(person=1) if number == 1 else seat
        for number, seat in enumerate(loop.session.lobby.setup.seats, 1)
    )
    loop.session = loop.session._replace(
        config=loop.session.config._replace(records=book),
        lobby=loop.session.lobby._replace(setup=loop.session.lobby.setup._replace(seats=seats)),
    )
    facts = rows(loop, AskPiece(1))
    assert str(facts["Achievements"].words) == recorded("Anna-has-played-1-game-won")
    assert (
        str(facts["One Step at a Time"].words) == recorded("Squares-walked-10")
        and facts["One Step at a Time"].art
    )
    loop.send(ClosePage("facts"))
    assert str(rows(loop, AskPiece(2))["Achievements"].words) == recorded(
        "Only-people-collect-them"
    )


def test_a_seat_is_asked_about_while_cards_are_chosen() -> None:
    """Show seats while cards are chosen without changing the question."""
    loop = racing()
    for seat, why in ((1, "A guest earns none."), (3, "Only people earn them.")):
        facts = rows(loop, AskPiece(seat))
        assert (
            why in str(facts["Achievements"].words)
            and str(facts["Flags"].words) == recorded("Flag-1-on-G13-is-next")
            and str(facts["Damage"].words) == recorded("No-damage")
        )
        loop.send(ClosePage("facts"))
        assert loop.view.page == "program"
    loop.send(AskSquare("F2"))
    assert "F2" in str(loop.view.title)
    loop.send(ClosePage("facts"))
    loop.send(AskInstruction(0))
    assert loop.view.page == "program"


def test_facts_stay_open_while_others_put_cards_in() -> None:
    """Keep it open over a card of another seat; close it when the turn goes on."""
    loop = begun()
    loop.send(AskPiece(1))
    fill(loop, 2)
    loop.send(Tick(NOW))
    assert isinstance(loop.view.body, FactsPage) and loop.session.page == PROGRAM
    ready(loop, 1)
    loop.send(MoveHandle(2, PULL))
    assert not loop.session.is_open("facts") and loop.session.page == PLAY


def test_a_player_alone_finds_the_own_cards_as_they_were() -> None:
    """Keep a lone player's hand open; cover it if several play."""
    for players, opened in ((("person", "random"), 1), (("person", "person"), None)):
        loop = racing(players)
        loop.send(Uncover(1))
        loop.send(AskPiece(2))
        loop.send(ClosePage("facts"))
        assert loop.view.page == "program" and loop.view.body.open_seat == opened
