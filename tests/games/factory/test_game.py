"""Factory Rally at the table: models, returns, valid and repeatable races.

`DERBY_FACTORY_RACES=300` in the environment plays that many races in place of the few of every run.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session
from companion.content import load_board, shipped_text
from companion.engine.board import Board
from companion.engine.cards import DECK
from companion.engine.changes import SetDamage
from companion.engine.changing import change
from companion.engine.dealing import deal, start_turn
from companion.engine.events import Damaged, Respawned
from companion.engine.solo_table import ClankSoloTable
from companion.engine.state import ACTIVE, PARKED
from companion.errors import RuleError, SetupError
from companion.games import find_game
from companion.games.api import Plan
from companion.games.boards import read_board
from companion.games.factory_rally.game import GAME
from companion.games.factory_rally.models import MODELS, models_of
from companion.games.parts import Facts
from companion.games.programmed.turn import RacePosition
from companion.games.scene import AboutPiece
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    ChooseBoard,
    Confirm,
    Go,
    GoBack,
)
from companion.session.view import OVER, PLAY
from tests.games.instructions import instructions_for
from tests.press.prints import opened
from tests.recorded import recorded
from tests.typed import any_game, of_kind, present

RACES: Final = int(os.environ.get("DERBY_FACTORY_RACES", "4"))


def begun(board: str = "paint-shop", **words: str) -> RacePosition:
    """Return a race of four, about to begin."""
    shipped = load_shipped(board)
    return GAME.begin(
        Plan(shipped, shipped.suggested_flags, (1, 2, 3, 4), words, {2: {"model": "twinbore"}})
    )


def load_shipped(board: str) -> Board:
    """Return a board of the game."""
    return read_board(any_game(GAME), shipped_text(board)[0], board)


def test_robots_begin_with_their_models_facing_away_from_the_border() -> None:
    """Face robots with their models away from the border, with the start as first checkpoint.

    A seat without a choice has a plain robot.
    """
    state = begun().state
    assert models_of(state.memory) == {2: "twinbore"}
    assert all(
        clank.checkpoints == ((clank.square, clank.heading),) and clank.heading == 0
        for clank in state.clanks
    )


def test_a_board_with_other_elements_is_refused_in_a_sentence() -> None:
    """Refuse a board with foreign elements, naming them."""
    with pytest.raises(SetupError, match="Going Train has Pusher"):
        GAME.begin(Plan(load_board("going-train"), ("A5",), (1, 2), {}))


def test_the_ninth_damage_destroys_whoever_tells_of_it() -> None:
    """Destroy a robot at nine damage by a hit only; pilots expect that."""
    position = begun()
    state = position.state
    with pytest.raises(RuleError, match="from 0 to 8"):
        change(state, SetDamage(1, 9))
    worn = position._replace(state=change(state, SetDamage(1, 8))[0])
    assert str(next(row for row in GAME.standings(worn) if row.seat == 1).soon) == recorded(
        "next-hit-destroys-it"
    )
    names = {seat: f"SEAT {seat}" for seat in range(1, 5)}
    facts = present(Facts.of(GAME)).facts(worn, GAME.scene(worn), AboutPiece(1), names)
    assert [str(known.words) for known in facts] == recorded("8-of-9-at-9-it")
    assert ClankSoloTable(state.race.board, state.race.flags, state.race.rules).deadly == 9


def test_a_card_is_printed_for_every_model_that_a_seat_can_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print a card for every model as another pack, beside the deck that is the default."""
    assert (
        main(
            [
                "print",
                "cards",
                "--game",
                "factory_rally",
                "--deck",
                "models",
                "-o",
                str(tmp_path / "models.pdf"),
            ]
        )
        == 0
    )
    with opened((tmp_path / "models.pdf").read_bytes()) as document:
        words = "".join(page.get_textpage().get_text_bounded() for page in document)
    assert (
        all(words.count(str(model.name).upper()) == 3 for model in MODELS.values())
        and "mirror" in words
    )
    capsys.readouterr()
    assert (
        main(["print", "cards", "--game", "factory_rally", "-o", str(tmp_path / "deck.pdf")]) == 0
    )
    output = capsys.readouterr().out
    assert (
        output == recorded("not-printed-model-cards", folder=tmp_path)
        and "not printed: pause cards" in output
    )
    assert (
        main(["print", "stickers", "--game", "factory_rally", "-o", str(tmp_path / "stickers.pdf")])
        == 2
    )


def test_a_burnt_slot_that_is_empty_is_filled_from_the_pile() -> None:
    """Fill an empty burnt slot from the pile, unseen, from the left, after the hand."""
    state = begun().state
    hurt = state.with_clank(state.clank(1)._replace(damage=6))
    dealt = deal(start_turn(hurt).state, DECK).state
    drawn = dealt.clank(1).slots
    assert (
        drawn[:3] == (None, None, None)
        and drawn[3:] == DECK[3:5]
        and dealt.clank(1).hand == DECK[:3]
        and dealt.clank(2).hand == DECK[5:14]
    )


def test_who_comes_back_pays_a_life_and_hands_are_told() -> None:
    """Tell that a returning robot loses a life and has the damage of the settings."""
    position = begun()
    state = position.state
    parked = state.clank(1)._replace(status=PARKED, square=None)
    after = start_turn(state.with_clank(parked)).state
    assert (
        after.clank(1).status == ACTIVE and after.clank(1).lives == 2 and after.clank(1).damage == 2
    )
    events = (Respawned(1, "F2", 0, "REQ-C5"), Damaged(1, "F2", 2, 2, "respawn", None, "no. 5"))
    names = {seat: f"SEAT {seat}" for seat in range(1, 5)}
    instructions = instructions_for(GAME, state.with_clank(parked), *events, names=names)
    assert [str(one.text) for one in instructions] == recorded(
        "SEAT-1-from-parking-to-F2"
    ) and instructions[0].events == events


def played(seed: int, board: str) -> EventLoop:
    """Return a race of pilots to its end, every model among them."""
    loop = open_session(seed=seed, players=("random",) * 5, game=find_game("factory_rally"))
    words = [*MODELS]
    for message in (
        ChooseBoard(board),
        *(SetSeatRule(seat, "model", word) for seat, word in enumerate(words, 1)),
        Go("rules"),
        Begin(),
    ):
        loop.send(message)
    for _ in range(6000):
        if loop.session.page == OVER:
            break
        loop.send(Confirm(loop.session.revision))
    return loop


def test_a_race_ends_and_going_back_over_its_end_changes_nothing() -> None:
    """End a race and undo its end, with a cause or none needed for every instruction.

    Every rule that is named has its sentence.
    """
    loop = open_session(seed=5, players=("random",) * 4, game=find_game("factory_rally"))
    for message in (Go("rules"), Begin()):
        loop.send(message)
    rules = set()
    for _ in range(6000):
        if loop.session.page == OVER:
            break
        if loop.session.page == PLAY and loop.session.match is not None:
            rules |= {(one.rule, one.card) for one in loop.session.match.shown.script}
        loop.send(Confirm(loop.session.revision))
    assert loop.session.page == OVER and all(
        present(Facts.of(GAME)).why(rule, card) for rule, card in rules if rule
    )
    end = GAME.fingerprint(of_kind(RacePosition, present(loop.session.match).position))
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert loop.session.page != OVER
    for _ in range(300):
        if loop.session.page == OVER:
            break
        loop.send(Confirm(loop.session.revision))
    assert GAME.fingerprint(of_kind(RacePosition, present(loop.session.match).position)) == end


@pytest.mark.parametrize("board", ["paint-shop", "rolling-mill"])
def test_races_break_no_rule(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Break no invariant in races of random cards with every model."""
    rules = [f"{seat}:model={word}" for seat, word in enumerate(MODELS, 1)]
    status = main(
        (
            "simulate",
            "--game",
            "factory_rally",
            "--games",
            str(RACES),
            "--board",
            board,
            "--seats",
            "6",
            "--rules",
            *rules,
        )
    )
    out, err = capsys.readouterr()
    assert status == 0 and err == "" and f"{RACES} games" in out


def test_a_race_comes_out_the_same_again() -> None:
    """Repeat a race by its seed, to the last hash."""
    one, other = (
        GAME.fingerprint(
            of_kind(RacePosition, present(played(3, "rolling-mill").session.match).position)
        )
        for _ in range(2)
    )
    assert one == other


def test_models_of_races_without_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Apply models of seats on the command line, and refuse unknown ones with the known."""
    found = []
    for rules in (["1:model=twinbore", "2:model=dawdle"], ["1:model=none"]):
        assert (
            main(
                [
                    "simulate",
                    "--game",
                    "factory_rally",
                    "--board",
                    "rolling-mill",
                    "--seed",
                    "3",
                    "--json",
                    "--rules",
                    *rules,
                ]
            )
            == 0
        )
        found.append(capsys.readouterr().out)
    assert found[0] != found[1]
    for wrong, words in (
        ("1:model=tank", "boilerplate"),
        ("9:model=none", "SEAT:model"),
        ("1:lives=3", "SEAT:model"),
    ):
        assert main(["simulate", "--game", "factory_rally", "--rules", wrong]) == 2
        assert words in capsys.readouterr().err
