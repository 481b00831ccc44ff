"""Clockwork Derby by the game interface: questions, and what is kept, refused and told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.board import Board, board_of
from companion.engine.cards import DECK
from companion.engine.changes import PlacedByHand
from companion.engine.elements.pit import Pit
from companion.engine.elements.wall import Wall
from companion.engine.events import Moved
from companion.engine.rules import OPTIONS, Rules, words_of
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Race, RaceState, state_hash
from companion.engine.survey import reachable
from companion.errors import SetupError
from companion.games import usual_game
from companion.games.api import Plan, locks_of
from companion.games.asking import Answer, Finished, PlayOn, Questions, Reading, Shuffle
from companion.games.clockwork.game import ClockworkDerby
from companion.games.codes import WORDS
from companion.games.parts import Facts, Results
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, CODES
from companion.games.programmed.invariants import breaches, card_breaches, status_breaches
from companion.games.programmed.rulings import SENTENCES, sentence
from companion.games.programmed.turn import RacePosition
from companion.games.race.phrases import CLEANUP
from companion.geometry import N
from companion.session.lobby.arrangement import BoardEntry
from companion.words import NOTHING
from tests.recorded import recorded
from tests.session.evenings import shipped, yard
from tests.typed import any_game, of_kind, present

GAME = of_kind(ClockworkDerby, usual_game())
DEFAULTS = {option.key: option.default for option in OPTIONS}


def plan(
    entry: BoardEntry | None = None,
    seats: tuple[int, ...] = (1, 2),
    flags: tuple[str, ...] = ("E3",),
    **words: str,
) -> Plan:
    """Return a race on a board, the yard by default."""
    return Plan((entry or yard()).board, flags, seats, {**DEFAULTS, **words})


def programmed(moment: RacePosition, pushes: tuple[int, ...] = ()) -> RacePosition:
    """Return the race after all have played the first cards of their hands."""
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions)
    answers = {}
    for ask in next_step.asks:
        state = moment.state.clank(ask.seat)
        hand = iter(ask.hand.codes or ())
        if ask.program.slots:
            codes = tuple(CODE_OF_CARD[card] if card else next(hand, None) for card in state.slots)
        else:
            codes = (None,) * 5
        answers[ask.seat] = Answer("push" if ask.seat in pushes else "pull", codes)
    return GAME.answered(moment, answers).position


def dealt(moment: RacePosition, seed: int = 1) -> RacePosition:
    """Return the position after a shuffle."""
    return GAME.dealt(moment, tuple(random.Random(seed).sample(CODES, len(CODES)))).position


def test_the_deck_has_a_word_for_every_card() -> None:
    """Use 84 of the 112 words with three or five white cells, ascending with priority."""
    assert len(WORDS) == 112 and all(word.bit_count() in (3, 5) for word in WORDS)
    assert [CARD_OF_CODE[code] for code in CODES] == list(DECK) and list(CODES) == sorted(
        CODES
    ) == list(WORDS[:84])


def test_any_two_words_differ_in_two_cells() -> None:
    """Let any two words differ in two cells, so that a misread cell is no other card."""
    assert min((one ^ other).bit_count() for one in WORDS for other in WORDS if one != other) == 2


def test_a_turn_goes_from_the_shuffle_to_the_next_shuffle() -> None:
    """Go from shuffle to shuffle: program, five registers, cleanup (5)."""
    moment = GAME.begin(plan(shipped()))
    assert GAME.next_step(moment) == Shuffle(1, {1: (None,) * 5, 2: (None,) * 5})
    moment = programmed(dealt(moment))
    registers = []
    while isinstance(GAME.next_step(moment), PlayOn):
        passage = GAME.play(moment)
        registers.append((passage.round, passage.ends_turn))
        moment = passage.position
    assert registers == [
        (1, False),
        (2, False),
        (3, False),
        (4, False),
        (5, False),
        (CLEANUP, True),
    ]
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Shuffle) and next_step.turn == 2


def test_under_this_the_turn_begins_with_a_question() -> None:
    """Ask first under *this*; a clank that pushes keeps its cards and is not asked again.

    (6.5.3, 6.5.6)
    """
    moment = programmed(
        dealt(GAME.begin(plan(shipped(), power_down="this"))._replace(stage="dealing"))
    )
    while isinstance(GAME.next_step(moment), PlayOn):
        moment = GAME.play(moment).position
    next_step = GAME.next_step(moment)
    assert (
        isinstance(next_step, Questions)
        and next_step.about == "rest"
        and [ask.seat for ask in next_step.asks] == [1, 2]
    )
    moment = GAME.answered(moment, {1: Answer("push"), 2: Answer("pull")}).position
    shuffle = GAME.next_step(moment)
    assert isinstance(shuffle, Shuffle) and shuffle.keep == {1: (1, 2, 3, 4, 5), 2: ()}
    next_step = GAME.next_step(dealt(moment))
    assert isinstance(next_step, Questions) and [ask.seat for ask in next_step.asks] == [2]


def test_a_resting_clank_may_announce_another_rest_but_nobody_waits() -> None:
    """Ask a resting clank under *next* without waiting (6.5.7 [E158])."""
    moment = programmed(dealt(GAME.begin(plan(shipped()))), pushes=(1,))
    while isinstance(GAME.next_step(moment), PlayOn):
        moment = GAME.play(moment).position
    next_step = GAME.next_step(dealt(moment))
    assert isinstance(next_step, Questions) and [
        (ask.seat, ask.must, ask.program.slots) for ask in next_step.asks
    ] == [(1, False, ()), (2, True, (1, 2, 3, 4, 5))]


def test_locked_slots_stay_and_burn() -> None:
    """Keep the cards of slots 3 to 5 at seven damage, with lights on (6.3)."""
    moment = programmed(dealt(GAME.begin(plan(shipped()))))
    state = moment.state
    hurt = state.with_clank(state.clank(1)._replace(damage=7))._replace(register=5)
    moment = RacePosition(hurt, "dealing")
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Shuffle) and next_step.keep == {1: (3, 4, 5), 2: ()}
    moment = dealt(moment)
    assert locks_of(any_game(GAME), moment) == {1: (3, 4, 5)}
    questions = GAME.next_step(moment)
    assert isinstance(questions, Questions) and (
        questions.asks[0].program.locked,
        questions.asks[0].hand.number,
    ) == ((3, 4, 5), 2)


def test_a_mere_question_looks_at_no_card() -> None:
    """Accept any cards in a reader for a question about rests."""
    moment = GAME.begin(plan(power_down="this"))
    assert GAME.fault(moment, 1, {1: (Reading("dirty"),) * 5}) is None


def test_the_end_is_told_with_the_winner() -> None:
    """End the questions with a win or the last death."""
    moment = GAME.begin(plan())
    over = RacePosition(moment.state._replace(over=True, winner=2, turn=3), "over")
    assert GAME.next_step(over) == Finished(3, (2,))


def test_standings_put_the_winner_first_and_share_places() -> None:
    """Rank the winner first, then by flags only, equal ones by seat (10.1)."""
    state = GAME.begin(plan(shipped(), seats=(1, 2, 3, 4))).state
    for seat, flag in ((1, 2), (2, 4), (3, 2), (4, 3)):
        state = state.with_clank(state.clank(seat)._replace(next_flag=flag))
    over = state._replace(over=True, winner=1)
    assert GAME.ranks(RacePosition(over, "")) == ((1, 1), (2, 2), (3, 4), (4, 3))
    assert GAME.ranks(RacePosition(over._replace(winner=None), "")) == (
        (1, 2),
        (2, 4),
        (3, 1),
        (3, 3),
    )


def racing(board: Board, flags: tuple[str, ...], **clanks: tuple[str | None, int]) -> RacePosition:
    """Return a race, its clanks by seat as (square or status, next flag): `s1=("A1", 1)`."""
    found = []
    for name, (where, flag) in clanks.items():
        status = where if where in (PARKED, OUT) else ACTIVE
        found.append(
            Clank(
                int(name[1:]),
                status,
                square=where if status == ACTIVE else None,
                next_flag=flag,
                checkpoints=(("A1", N),),
            )
        )
    return RacePosition(
        RaceState(Race(board, flags, Rules()), tuple(found), turn=1, register=5), "dealing"
    )


def test_as_many_flags_are_told_apart_by_the_way_to_the_next_one() -> None:
    """Rank equal flags by steps around walls and pits; parked ones follow, those out are last."""
    walls = [Wall(f"{column}4", N) for column in "ABCDEFG"]
    board = board_of(8, 8, [*walls, Pit("H5")])
    # From B4 the flag on B5 is behind a wall, whose only end leads into a pit: there is no way at
    # all.
    moment = racing(
        board,
        ("B5", "A1"),
        s1=("B4", 1),
        s2=("D6", 1),
        s3=("B6", 1),
        s4=(PARKED, 1),
        s5=(OUT, 1),
        s6=("C7", 1),
        s7=("B5", 2),
        s8=(PARKED, 2),
    )
    assert GAME.to_go(moment) == {2: 3, 3: 1, 6: 3}
    assert GAME.ranks(moment) == ((1, 7), (2, 8), (3, 3), (4, 2), (4, 6), (6, 1), (7, 4), (8, 5))
    detour = racing(
        board_of(8, 8, [*walls]), ("B5",), s1=("B4", 1), s2=("D6", 1), s3=("C4", 1), s4=("B5", 1)
    )
    assert GAME.to_go(detour) == {1: 13, 2: 3, 3: 12, 4: 0}
    assert GAME.ranks(detour) == ((1, 4), (2, 2), (3, 3), (4, 1))


def test_the_way_does_not_change_the_race() -> None:
    """Find a way up to a flag on a pit, and change no position by asking."""
    moment = racing(board_of(8, 8, [Pit("C3")]), ("C3",), s1=("C1", 1), s2=("C5", 1))
    before = GAME.fingerprint(moment)
    assert GAME.to_go(moment) == {1: 2, 2: 2} and GAME.ranks(moment) == ((1, 1), (1, 2))
    assert GAME.fingerprint(moment) == before


def test_the_words_of_the_plan_become_the_rules() -> None:
    """Play every setting of the plan."""
    words: dict[str, Any] = {option.key: option.choices[-1].word for option in OPTIONS}
    assert words_of(GAME.begin(plan(**words)).state.race.rules) == words


def test_a_race_that_cannot_be_is_refused_by_the_engine() -> None:
    """Refuse seats without a start, and no flags."""
    with pytest.raises(SetupError, match="none for seat 7"):
        GAME.begin(plan(seats=(1, 7)))
    with pytest.raises(SetupError, match="no flag"):
        GAME.begin(plan(flags=()))


def test_the_fingerprint_is_the_engines_hash() -> None:
    """Use the engine's hash: equal for equal positions."""
    moment = GAME.begin(plan())
    assert GAME.fingerprint(moment) == state_hash(moment.state)


def test_hands_may_deal_unseen() -> None:
    """Know only the number of cards of a physical deal."""
    moment = GAME.dealt(GAME.begin(plan()), None).position
    next_step = GAME.next_step(moment)
    assert isinstance(next_step, Questions) and [
        (ask.hand.number, ask.hand.codes) for ask in next_step.asks
    ] == [
        (9, None),
        (9, None),
    ]


def test_reach_ends_at_pits_and_walls() -> None:
    """Reach all of the yard but pits."""
    board = yard().board
    assert reachable(board, ["A1"]) == set(board.squares) - {"C2"}


def test_every_section_has_a_sentence_of_its_own() -> None:
    """Explain a rule by its section if it has no sentence, an unknown one by nothing."""
    assert all(text.endswith(".") and text[0].isupper() for text in map(str, SENTENCES.values()))
    assert sentence("7.10.1") == SENTENCES["7.10"] and sentence("99.1") == sentence("") == NOTHING


def test_broken_invariants_are_named() -> None:
    """Name two clanks on a square, a step through a wall, a card in two hands (14)."""
    moment = dealt(GAME.begin(plan()))
    first, second = GAME.pieces(moment)
    assert breaches(yard().board, moment.state, (), (first, second)) == ()
    assert breaches(
        yard().board, moment.state, (), (first, second._replace(square="A1"))
    ) == recorded("seats-1-and-2-both-stand")
    leap = Moved(1, "A1", "C1", 0, 1, "card", None, "7.2.4")
    assert breaches(yard().board, moment.state, (leap,), (first, second)) == recorded(
        "seat-1-went-from-A1-to"
    )
    assert card_breaches(moment.state) == ()
    stolen = moment.state.with_clank(
        moment.state.clank(2)._replace(hand=moment.state.clank(1).hand)
    )
    assert len(card_breaches(stolen)) == 9


def test_clanks_put_where_none_can_stand_are_named() -> None:
    """Name a clank put on a pit or off the board; being put by hand is no step (12.2)."""
    placed = [PlacedByHand(1, "A1", square, 0, 0, 0) for square in ("E3", "C2", "F1")]
    state = GAME.begin(plan()).state
    assert breaches(yard().board, state, iter(placed), ()) == recorded("seat-1-was-put-on-C2")


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"square": None}, "place"),
        ({"damage": 10}, "damage"),
        ({"lives": 0}, "lives"),
        ({"next_flag": 2}, "next flag"),
        ({"checkpoints": ()}, "checkpoints"),
        ({"status": "parked", "square": None, "down": True}, "rest"),
        ({"down": True, "locked": (5,)}, "locks"),
        ({"status": "parked", "square": None, "damage": 1}, "damage"),
        ({"status": "out", "square": None}, "lives"),
    ],
)
def test_statuses_that_do_not_fit_are_named(fields: dict[str, Any], what: str) -> None:
    """Name a place of an inactive clank, a life of one out, and the like (8)."""
    state = GAME.begin(plan()).state
    assert status_breaches(state) == ()
    wrong = state.clank(1)._replace(**fields)
    assert status_breaches(state.with_clank(wrong)) == (
        recorded("seat-1-is-status-and-its", status=wrong.status, what=what),
    )


def test_the_menus_rules_have_sentences_of_their_own() -> None:
    """Explain corrections by section 12, and empty slots."""
    asked = {
        present(Facts.of(GAME)).why(rule)
        for rule in ("12", "12.1", "12.2", "12.3", "7.2.2", "7.2.6", "6.3.4")
    }
    assert len(asked) == 7 and NOTHING not in asked


def test_who_leads_is_said_and_who_is_in_danger() -> None:
    """Name leaders by flags, then squares, ties, and clanks in danger.

    These are at the tenth damage (8.1), about to rest (6.5), or with slots that lock (6.3.1).
    """
    called = {1: "BRASS", 2: "COPPER", 3: "AZURE"}
    opened = GAME.begin(plan(seats=(1, 2, 3)))

    def placed(*changes: dict[str, Any]) -> RacePosition:
        clanks = tuple(
            clank._replace(**change)
            for clank, change in zip(opened.state.clanks, changes, strict=True)
        )
        return opened._replace(state=opened.state._replace(clanks=clanks))

    def soon(*changes: dict[str, object]) -> dict[int, str]:
        return {standing.seat: str(standing.soon) for standing in GAME.standings(placed(*changes))}

    assert str(
        present(Results.of(GAME)).headline(placed({"next_flag": 3}, {}, {}), called)
    ) == recorded("BRASS-leads")
    assert str(
        present(Results.of(GAME)).headline(placed({"next_flag": 3}, {}, {}), called)
    ) == recorded("by-2-flags")
    assert str(
        present(Results.of(GAME)).headline(placed({}, {"next_flag": 2}, {}), called)
    ) == recorded("by-1-flag")
    assert soon({}, {"damage": 9, "locked": (1, 2, 3, 4, 5)}, {"damage": 6, "locked": (4, 5)}) == {
        1: "",
        2: recorded("next-hit-destroys-it"),
        3: "",
    }
    assert soon(
        {"announced": True}, {"damage": 7, "locked": (5,)}, {"damage": 5, "locked": (3, 4, 5)}
    ) == {
        1: recorded("rests-next-turn"),
        2: recorded("slots-3-and-4-lock"),
        3: recorded("slots-3-and-4-open"),
    }
    assert soon({"announced": True, "damage": 9, "locked": (5,)}, {}, {})[1] == recorded(
        "next-hit-destroys-it-rests-next"
    )
