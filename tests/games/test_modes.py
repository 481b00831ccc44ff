"""Modes of the race: scenarios, valid whole races, refusals, screens and pilots.

`DERBY_MODE_RACES=300` in the environment plays that many races of each in place of the few of every
run.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.app.records import RecordsKeeper, read_records
from companion.content import load_board
from companion.engine.changes import SetNextFlag, SetTouched
from companion.engine.changing import change
from companion.engine.modes import (
    MODES,
    TEAM_WORDS,
    flags_in,
    teams_in,
    touched_by,
    wanted_by,
    winners_of,
    with_flags,
    with_teams,
)
from companion.engine.rules import DERBY_MODE, FREE_ORDER, LAST_STANDING, TEAMS, TIME_TRIAL, Rules
from companion.engine.state import RaceState, state_hash
from companion.errors import FormatError, RuleError, SetupError
from companion.games import find_game
from companion.games.api import Plan
from companion.games.asking import Finished
from companion.games.corrections import Corrections
from companion.games.parts import Facts, Results, verdict_of
from companion.games.programmed.turn import RacePosition
from companion.records.book import Book, Trial, with_trial
from companion.records.written import book_text, read_book
from companion.session.lobby.people_messages import RecordsLoaded
from companion.session.lobby.seat_rules import SetSeatRule, seat_rules
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    ChooseBoard,
    Confirm,
    Go,
    GoBack,
    SetFlow,
    SetRule,
)
from companion.session.view import OVER
from tests.recorded import recorded
from tests.typed import of_kind, present

SCENARIOS: Final = sorted(
    (Path(__file__).parent.parent / "scenarios" / "modes").rglob("*.scenario.toml")
)
RACES: Final = int(os.environ.get("DERBY_MODE_RACES", "1"))
GAMES: Final = {"clockwork": "fountain-circus", "factory_rally": "paint-shop"}
NAMES: Final = {seat: f"SEAT {seat}" for seat in range(1, 9)}


def begun(
    mode: str,
    seats: tuple[int, ...] = (1, 2, 3, 4),
    game: str = "clockwork",
    flags: tuple[str, ...] = ("A5", "C7", "H3"),
    teams: dict[int, str] | None = None,
    **words: str,
) -> Any:
    """Return a race about to begin."""
    found: Any = find_game(game)
    return found.begin(
        Plan(
            load_board("fountain-circus"),
            flags,
            seats,
            {"mode": mode, **words},
            {seat: {"team": team} for seat, team in (teams or {}).items()},
        )
    )


def played(
    mode: str, game: str, players: tuple[str, ...], seed: int, turns: int = 150
) -> EventLoop:
    """Return a race of pilots, to its end or to this turn."""
    loop = open_session(seed=seed, players=players, game=find_game(game))
    for message in (
        ChooseBoard(GAMES[game]),
        SetRule("mode", mode),
        SetRule("lives", "2"),
        Begin(),
        SetFlow("list"),
    ):
        loop.send(message)
    play_to_the_end(loop, turns, None, lambda before: None)
    return loop


# ---- Rules ---------------------------------------------------------------------------------------


def test_there_are_scenarios_of_every_mode() -> None:
    """Have three scenarios or more for each mode but the derby."""
    assert len(SCENARIOS) >= 19 and all(
        sum(file.name.startswith(rule) for file in SCENARIOS) >= 3 for rule in ("M1", "M2", "M3")
    )


def test_every_scenario_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """Pass every scenario by the command."""
    assert main(["check", *map(str, SCENARIOS)]) == 0
    assert f"{len(SCENARIOS)} passed" in capsys.readouterr().out


def test_a_derby_keeps_its_marks() -> None:
    """Keep the derby's hashes free of modes; other modes have their own."""
    usual: Any = find_game("clockwork")
    before = usual.begin(Plan(load_board("fountain-circus"), ("A5", "C7", "H3"), (1, 2, 3, 4), {}))
    assert begun(DERBY_MODE) == before and before.state.memory == () and Rules().mode == DERBY_MODE
    marks = {
        state_hash(begun(mode).state) for mode in (DERBY_MODE, LAST_STANDING, FREE_ORDER, TEAMS)
    }
    assert len(marks) == 4 and state_hash(before.state) in marks


@pytest.mark.parametrize(
    ("mode", "how", "words"),
    [
        (LAST_STANDING, {"seats": (1,)}, "at-least-two-seats"),
        (LAST_STANDING, {"lives": "inf"}, "choose-1-to-3-lives"),
        (FREE_ORDER, {"flags": ("A5",)}, "at-least-two-flags"),
        (TEAMS, {"teams": dict.fromkeys((1, 2, 3, 4), "red")}, "two-to-four-teams"),
        (TEAMS, {"seats": (2,)}, "no-opponent"),
        (TIME_TRIAL, {}, "4-seats-are-taken"),
    ],
)
def test_a_mode_that_cannot_be_won_is_refused(mode: str, how: dict[str, Any], words: str) -> None:
    """Refuse a mode that cannot be won, with what to change."""
    for game in GAMES:
        with pytest.raises(SetupError) as fault:
            begun(mode, game=game, **how)
        assert str(fault.value) == recorded(words)


def test_teams_are_by_turns_unless_somebody_chooses() -> None:
    """Alternate Red and Blue, or use chosen teams."""
    assert teams_in(begun(TEAMS).state.memory) == {1: "red", 2: "blue", 3: "red", 4: "blue"}
    assert teams_in(begun(TEAMS, teams={2: "green", 3: "green"}).state.memory) == {
        1: "red",
        2: "green",
        3: "green",
        4: "blue",
    }


@given(
    st.dictionaries(st.integers(1, 4), st.frozensets(st.integers(1, 3)), max_size=4),
    st.lists(st.sampled_from(TEAM_WORDS), min_size=4, max_size=4),
)
@settings(max_examples=60)
def test_what_is_touched_and_what_is_missing_make_all_flags(
    own: dict[int, frozenset[int]], teams: list[str]
) -> None:
    """Split all flags into touched and missing ones for every seat, and restore memory."""
    race = begun(TEAMS, teams={1: "red", 2: "blue"}).state.race
    memory = with_flags(with_teams((), dict(enumerate(teams, 1))), own)
    state = RaceState(race, begun(TEAMS).state.clanks, memory=memory)
    assert flags_in(memory) == {seat: flags for seat, flags in own.items() if flags}
    for seat in (1, 2, 3, 4):
        touched = touched_by(state, seat)
        assert touched | {*wanted_by(state, seat)} == {1, 2, 3} and not touched & {
            *wanted_by(state, seat)
        }
        assert touched == frozenset().union(
            *(
                own.get(mate, frozenset())
                for mate in (1, 2, 3, 4)
                if teams[mate - 1] == teams[seat - 1]
            )
        )


# ---- Changed by hand -----------------------------------------------------------------------------


def test_single_flags_are_given_and_taken_by_hand() -> None:
    """Give and take single flags, but not the last missing one."""
    state = begun(FREE_ORDER).state
    state = change(change(state, SetTouched(1, 3, True)).state, SetTouched(1, 1, True)).state
    assert flags_in(state.memory) == {1: frozenset({1, 3})} and state.clank(1).next_flag == 3
    with pytest.raises(RuleError, match="cannot be given by hand"):
        change(state, SetTouched(1, 2, True))
    with pytest.raises(RuleError, match="nothing changes for"):
        change(state, SetTouched(1, 3, True))
    assert change(state, SetTouched(1, 3, False)).state.clank(1).next_flag == 2
    with pytest.raises(RuleError, match="this mode has no next flag"):
        change(state, SetNextFlag(1, 2))
    with pytest.raises(RuleError, match="in their order"):
        change(begun(DERBY_MODE).state, SetTouched(1, 2, True))


def test_forms_of_the_menu_follow_the_mode() -> None:
    """Offer flags one by one, or none, and no change of mode in a race."""
    game: Any = find_game("clockwork")
    titles = {
        mode: [
            str(field.title) for field in present(Corrections.of(game)).form(begun(mode), 1).fields
        ]
        for mode in (DERBY_MODE, FREE_ORDER, LAST_STANDING)
    }
    assert (
        "Next flag" in titles[DERBY_MODE]
        and "Flags" in titles[FREE_ORDER]
        and not {"Next flag", "Flags"} & {*titles[LAST_STANDING]}
    )
    assert "Mode" not in [
        str(field.title) for field in present(Corrections.of(game)).settings(begun(FREE_ORDER))
    ]
    loop = played_to_programs(FREE_ORDER)
    loop.send(ApplyCorrection(SetTouched(1, 2, True)))
    match = loop.session.match
    assert match is not None and flags_in(of_kind(RacePosition, match.position).state.memory)[
        1
    ] == {2}


def played_to_programs(mode: str) -> EventLoop:
    """Return a session whose race has just begun."""
    loop = open_session(seed=2, players=("person", "random"), game=find_game("clockwork"))
    for message in (ChooseBoard("fountain-circus"), SetRule("mode", mode), Begin()):
        loop.send(message)
    return loop


# ---- At the table --------------------------------------------------------------------------------


def test_teams_can_be_chosen_where_there_are_teams_only() -> None:
    """Offer teams on the page of the seats in team modes only."""
    loop = open_session(seed=2, players=("person", "random"), game=find_game("clockwork"))
    assert seat_rules(loop.session, 1) == ()
    loop.send(SetRule("mode", TEAMS))
    assert [rule.key for rule in seat_rules(loop.session, 1)] == ["team"]
    loop.send(SetSeatRule(1, "team", "green"))
    loop.send(Go("seats"))
    assert [choice.word for choice in seat_rules(loop.session, 1)[0].choices if choice.chosen] == [
        "green"
    ]


def test_everybody_wears_the_ring_of_the_team_where_there_are_teams_only() -> None:
    """Show rings of teams on map and pages in team modes only."""
    for mode, rings in ((TEAMS, ["red", "blue"]), (FREE_ORDER, [])):
        session = played_to_programs(mode).session
        pieces = session.config.game.scene(present(session.match).position).pieces
        assert [badge.ring for piece in pieces for badge in piece.badges if badge.ring] == rings


def test_what_is_said_follows_the_mode() -> None:
    """Word standings, leaders and ends by mode."""
    game: Any = find_game("clockwork")
    teams = begun(TEAMS)
    state = change(teams.state, SetTouched(1, 3, True)).state
    moment = teams._replace(state=state)
    rows = {row.seat: row for row in game.standings(moment)}
    assert {rows[1].place, rows[3].place} == {1} and str(rows[3].facts[0].words) == recorded(
        "Red-1-of-3-flags"
    )
    assert str(present(Results.of(game)).headline(moment, NAMES)) == recorded(
        "Red-leads-Blue-by-1-flag"
    )
    won = moment._replace(state=state._replace(winner=3, over=True), stage="over")
    assert game.next_step(won).winners == (1, 3) and str(verdict_of(game, won, NAMES)) == recorded(
        "SEAT-1-and-SEAT-3"
    )
    last = begun(LAST_STANDING)
    assert str(present(Results.of(game)).headline(last, NAMES)) == recorded(
        "4-clanks-are-left"
    ) and [str(fact.title) for fact in game.standings(last)[0].facts] == recorded("Damage")
    free = begun(FREE_ORDER)
    badges = [str(badge.meaning) for badge in game.pieces(free)[0].badges]
    assert badges == recorded("seeks-flags-1-2-and-3")
    assert all(present(Facts.of(game)).why(rule) for rule in ("M1", "M2", "M3"))


@pytest.mark.parametrize("mode", [LAST_STANDING, FREE_ORDER, TEAMS])
@pytest.mark.parametrize("game", GAMES)
def test_races_break_no_rule(game: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Break no invariant in races of random cards."""
    status = main(
        [
            "simulate",
            "--game",
            game,
            "--games",
            str(RACES),
            "--board",
            GAMES[game],
            "--seats",
            "4",
            "--rules",
            f"mode={mode}",
            "lives=2",
        ]
    )
    out, err = capsys.readouterr()
    assert status == 0 and err == "" and f"{RACES} game" in out


@pytest.mark.parametrize("mode", [LAST_STANDING, FREE_ORDER, TEAMS])
@pytest.mark.parametrize("game", GAMES)
def test_pilots_understand_the_mode(game: str, mode: str) -> None:
    """Let two thinking pilots beat two others in races of four; every rule has its sentence."""
    won, rules = 0, set()
    for seed in (4, 5):
        loop = played(mode, game, ("racer", "random", "racer", "random"), seed)
        match = loop.session.match
        assert match is not None and loop.session.page == OVER
        next_step, shown = (
            loop.session.config.game.next_step(match.position),
            loop.session.config.game,
        )
        assert isinstance(next_step, Finished) and next_step.winners == winners_of(
            of_kind(RacePosition, match.position).state
        )
        won += next_step.winners in ((1,), (3,), (1, 3))
        rules |= {(one.rule, one.card) for one in match.shown.script}
        assert str(verdict_of(shown, match.position, NAMES))
    assert won == 2 and all(
        present(Facts.of(present(find_game(game)))).why(rule, card) for rule, card in rules if rule
    )


def test_every_mode_is_offered() -> None:
    """Offer every mode with label and meaning in both games, the derby by default."""
    for key in GAMES:
        game: Any = find_game(key)
        option = next(option for option in game.options if option.key == "mode")
        assert [choice.word for choice in option.choices] == [
            *MODES
        ] and option.default == DERBY_MODE


# ---- Time trials ---------------------------------------------------------------------------------


class Hall:
    """A table with a state folder for races alone, with the app's records."""

    def __init__(self, folder: Path, seed: int, player: str = "racer") -> None:
        found = read_records(folder)
        self.loop = open_session(seed=seed, players=(player,), game=find_game("clockwork"))
        self.loop.host.records = RecordsKeeper(folder, found, lambda number: f"{seed}-{number}")
        for message in (
            RecordsLoaded(found.book),
            ChooseBoard("fountain-circus"),
            SetRule("mode", TIME_TRIAL),
            SetRule("lives", "inf"),
            Begin(),
            SetFlow("list"),
        ):
            self.loop.send(message)

    def race(self) -> int:
        """Play to the end; return how many turns it took."""
        play_to_the_end(self.loop, 150, None, lambda before: None)
        assert self.loop.session.page == OVER and self.loop.session.match is not None
        return self.loop.session.match.shown.turn

    def ghosts(self) -> list[Any]:
        """Return the ghosts on the map."""
        board = self.loop.view.board
        assert board is not None
        return [piece for piece in board.pieces if piece.kind == "best"]


def test_the_best_race_of_a_course_is_kept_and_its_ghost_is_drawn(tmp_path: Path) -> None:
    """Keep the best race of a course, and draw its ghost at every moment of the next."""
    first = Hall(tmp_path, 3)
    assert str(first.loop.view.hint) == recorded("No-race-is-saved") and first.ghosts() == []
    turns = first.race()
    kept = read_records(tmp_path).book.trials
    assert [trial.turns for trial in kept] == [turns] and len(kept[0].track) >= 5 * (turns - 1)
    assert [str(words) for words in first.loop.view.body.sentences] == recorded("first-race-saved")
    second = Hall(tmp_path, 4)
    assert str(second.loop.view.hint) == recorded("its-ghost")
    seen = set()
    for _ in range(12):
        second.loop.send(Confirm(second.loop.session.revision))
        match = second.loop.session.match
        assert match is not None
        pose = kept[0].at(match.shown.turn, match.shown.round)
        if pose is not None and pose[2] and second.loop.view.board is not None:
            assert [(ghost.square, ghost.heading) for ghost in second.ghosts()] == [
                (pose[2], pose[3])
            ]
            seen.add(pose)
    assert len(seen) >= 3
    again = second.race()
    assert sorted(trial.turns for trial in read_records(tmp_path).book.trials) == sorted(
        (turns, again)
    )


def test_who_goes_back_over_the_end_takes_the_record_back(tmp_path: Path) -> None:
    """Remove the record on undoing the end, and restore it; each course has its own."""
    hall = Hall(tmp_path, 3)
    hall.race()
    kept = read_records(tmp_path).book.trials
    hall.loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert read_records(tmp_path).book.trials == () and len(kept) == 1
    for _ in range(50):
        if hall.loop.session.page == OVER:
            break
        hall.loop.send(Confirm(hall.loop.session.revision))
    assert read_records(tmp_path).book.trials == kept
    game: Any = find_game("clockwork")
    courses = {
        present(Results.of(game)).course(begun(TIME_TRIAL, seats=(seat,), flags=flags))
        for seat in (1, 2)
        for flags in (("A5", "C7"), ("C7", "A5"))
    }
    assert len(courses) == 4 and present(Results.of(game)).course(begun(FREE_ORDER)) == ""


TRIALS: Final = st.builds(
    Trial,
    st.sampled_from(("a", "b")),
    st.integers(1, 9),
    st.integers(1, 5),
    st.just(0),
    st.just(((1, 1, "A1", 0), (1, 2, "", 3))),
    st.just(""),
)


@given(st.lists(TRIALS, max_size=12))
def test_the_best_are_kept_as_they_were(trials: list[Trial]) -> None:
    """Keep three of each course, the best first, and read them back."""
    kept: tuple[Trial, ...] = ()
    for trial in trials:
        kept = with_trial(kept, trial)
    for course in ("a", "b"):
        best = sorted({trial.took for trial in trials if trial.course == course})
        found = [trial.took for trial in kept if trial.course == course]
        assert (
            found == sorted(found)
            and len(found) <= 3
            and len({*kept}) == len(kept)
            and found[:1] == best[:1]
        )
    assert read_book(book_text(Book(trials=kept)), "here").trials == kept


@pytest.mark.parametrize(
    "wrong",
    [
        '"course": 3',
        '"turns": true',
        '"track": [[1, 1, "A1", 9]]',
        '"track": [["A1"]]',
        '"person": 7',
    ],
)
def test_damaged_trials_are_named(wrong: str) -> None:
    """Name damaged records with their place, and use nothing of such a file."""
    good = '"course": "a", "turns": 1, "rounds": 2, "person": 0, "track": []'
    key = wrong.partition(":")[0]
    fields = ", ".join(wrong if part.startswith(key) else part for part in good.split(", "))
    with pytest.raises(FormatError, match="trial 1"):
        read_book(
            f'{{"version": 1, "next": 1, "people": [], "races": [], "trials": [{{{fields}}}]}}',
            "here",
        )
