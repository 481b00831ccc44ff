"""Which tests run when: the quick ones at every `make test`, the others by `make test-all`.

`make test` is to take five minutes on two cores. What waits stands here, each with its reason. The quick
lane alone notices each fault of `tests/mutants.py`; `make test-changed` runs all tests of a change.
"""

from __future__ import annotations

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from zlib import crc32

FOLDERS: Final = ("tests", "companion/testing")
"""Where files of tests lie."""

LONGEST: Final = (
    "companion/testing/test_playing.py",
    "companion/testing/test_going_back.py",
)
"""The files that take longest: begun last, one of them would keep the other processors waiting."""

SLOW: Final[Mapping[str, str]] = {
    "tests/engine/test_compiled.py": "compiles the engine; its races are on record for the sources",
    "tests/test_bench.py": "takes measurements, which decide nothing",
    "tests/ui/test_whole_game.py": "a whole game by real touches; a turn of each game stays",
    "tests/ui/test_whole_turns.py": "whole turns of all games by real touches, one after another",
    "tests/hardware/test_body.py": "renders every part by openscad",
    "tests/hardware/test_array_board.py": "reads the board again from its Gerber files",
    "tests/phones/test_whole_games.py": "whole games in browsers; a turn on phones stays",
    "tests/update/test_attack.py": "attacks on root's updater, one process each",
    "tests/systemd/test_install.py": "installs the appliance",
    "tests/tournament/test_cluster.py": "two workers of a cluster",
    "tests/ui/test_killed_window.py": "windows killed in mid-register; the journal's kills stay",
    "tests/ui/test_turned_window.py": "paints windows in four turns",
}
"""Files that wait as a whole, and why."""

LONG: Final = frozenset(
    {
        "tests/certificate/test_command.py::test_every_fault_of_a_broken_table_is_found",
        "tests/formats/test_any_text.py::test_damaged_boards",
        "tests/formats/test_any_text.py::test_damaged_scenarios",
        "tests/formats/test_boards.py::test_writing_and_reading_keep_every_board",
        "tests/formats/test_commands.py::test_check_passes_the_whole_set",
        "tests/formats/tiled/test_bad_maps.py::test_a_damaged_file",
        "tests/formats/tiled/test_bad_maps.py::test_a_map_full_of_tiles_is_read_at_once",
        "tests/formats/tiled/test_commands.py::test_a_board_goes_out_and_comes_back",
        "tests/formats/tiled/test_commands.py::test_a_drawn_wall_within_a_room_is_told",
        "tests/formats/tiled/test_commands.py::test_an_empty_folder_is_taken",
        "tests/formats/tiled/test_round_trip.py::test_random_boards",
        "tests/games/cardbot/test_by_hand_at_any_time.py::test_changes_at_any_moment_never_break_a_race",
        "tests/games/cardbot/test_evening.py::test_a_whole_race_of_pilots_ends_with_a_winner",
        "tests/games/cardbot/test_pilots.py::test_a_pilot_that_looks_ahead_beats_one_that_does_not",
        "tests/games/cardbot/test_pilots.py::test_the_nearer_to_the_end_the_fewer_turns_are_left",
        "tests/games/cardbot/test_rig.py::test_real_cards_end_as_cards_on_the_screen",
        "tests/games/cardbot/test_rules.py::test_a_command_can_be_resumed_after_every_side",
        "tests/games/cardbot/test_rules.py::test_a_mirror_changes_nothing",
        "tests/games/cardbot/test_rules.py::test_events_say_everything",
        "tests/games/cardbot/test_rules.py::test_one_robot_a_place",
        "tests/games/cardbot/test_scenario_faults.py::test_damaged_scenarios",
        "tests/games/cardbot/test_two_players.py::test_a_second_robot_says_whose_it_is_and_shares_the_place",
        "tests/games/diesel/test_rig.py::test_real_cards_end_as_cards_on_the_screen",
        "tests/games/diesel/test_telling.py::test_who_is_led_arrives_anywhere",
        "tests/games/factory/test_game.py::test_races_break_no_rule",
        "tests/games/test_any_filled_evening.py::test_nothing_fails",
        "tests/games/test_by_hand_at_any_time.py::test_changes_at_any_moment_never_break_a_race",
        "tests/games/test_commands.py::test_a_game_is_kept_and_gone_on_with",
        "tests/games/test_foresight.py::test_values_foretell_about_as_many_turns_as_a_race_alone_takes",
        "tests/games/test_modes.py::test_pilots_understand_the_mode",
        "tests/games/test_modes.py::test_the_best_race_of_a_course_is_kept_and_its_ghost_is_drawn",
        "tests/games/test_own_boards.py::test_an_own_board_is_looked_at_exported_and_printed_by_its_name",
        "tests/phones/test_browser.py::test_a_seat_that_is_taken_meanwhile_is_said",
        "tests/phones/test_pages.py::test_the_focus_stays_when_the_content_is_replaced",
        "tests/phones/test_seen.py::test_a_private_view_is_the_same_whatever_others_hold",
        "tests/phones/test_seen.py::test_no_hand_at_a_real_reader_does",
        "tests/phones/test_seen.py::test_no_message_leads_another_seats_card_onto_a_phone",
        "tests/press/test_cards_first_sheet.py::test_the_strips_read_as_they_say",
        "tests/press/test_cards_for_readers.py::test_the_white_card_and_all_backs_are_blank",
        "tests/press/test_cards_for_readers.py::test_they_are_no_larger_or_smaller_than_program_cards",
        "tests/press/test_cards_printed.py::test_a_scanner_reads_every_card",
        "tests/press/test_cards_read.py::test_all_cards_read_wherever_they_may_stand",
        "tests/press/test_code_row.py::test_the_row_is_on_the_paper_to_a_tenth_of_a_millimetre",
        "tests/press/test_combatants_printed.py::test_every_combatant_is_read",
        "tests/press/test_packs_printed.py::test_every_card_is_read",
        "tests/press/test_packs_printed.py::test_the_command_prints_cards_of_every_game",
        "tests/session/test_advice.py::test_every_pilot_fills_what_is_left_and_the_adviser_advises_whatever_lies_there",
        "tests/session/test_any_decisions.py::test_every_turn_of_the_history_can_be_read",
        "tests/session/test_any_decisions.py::test_hands_arrive_where_the_game_is",
        "tests/session/test_any_extended_evening.py::test_nothing_fails",
        "tests/session/test_any_messages.py::test_no_card_is_ever_lost",
        "tests/session/test_any_messages.py::test_no_message_raises",
        "tests/session/test_any_table.py::test_no_number_is_played_twice",
        "tests/session/test_even.py::test_the_level_goes_up_when_people_win_and_down_when_pilots_do",
        "tests/session/test_evening.py::test_every_shipped_board_plays_through_the_session",
        "tests/session/test_instructions.py::test_hands_arrive_on_every_shipped_board",
        "tests/session/test_instructions.py::test_hands_arrive_on_random_boards",
        "tests/session/test_review.py::test_it_is_worked_out_beside_the_screen",
        "tests/session/test_review.py::test_what_was_taken_back_does_not_count",
        "tests/session/test_sealed.py::test_no_hand_at_real_readers_leads_to_a_secret",
        "tests/session/test_sealed.py::test_no_message_leads_to_a_secret",
        "tests/session/test_sealed.py::test_real_readers_with_every_page_pried_into",
        "tests/session/test_sealed.py::test_whole_turns_with_every_page_pried_into",
        "tests/systemd/test_under_units.py::test_a_game_under_its_unit",
        "tests/systemd/test_under_units.py::test_the_filters_refuse_what_the_units_forbid",
        "tests/table/rig/test_races.py::test_a_race_is_the_same_whatever_goes_wrong_at_its_readers",
        "tests/table/rig/test_safe_mode.py::test_a_reader_starts_out_of_safe_mode_and_gives_up_in_a_loop",
        "tests/table/test_swapping.py::test_emulated_readers_are_told_and_reached_at_their_new_seats",
        "tests/test_ends_kept.py::test_all_that_ended_unwritten_are_kept_in_their_order",
        "tests/test_games.py::test_a_kept_race_is_reviewed",
        "tests/test_games.py::test_a_kept_race_is_watched_in_a_window_of_its_own",
        "tests/test_games_elsewhere.py::test_no_header_however_foreign_brings_anything_down",
        "tests/test_kills.py::test_a_full_disk_ends_no_game",
        "tests/test_kills.py::test_a_game_that_is_killed_goes_on_to_the_same_end",
        "tests/test_last_race.py::test_the_screen_goes_on_while_it_is_looked_up",
        "tests/test_real_cards_extended.py::test_random_cards_are_read_in_their_slots",
        "tests/test_recording.py::test_whatever_was_kept_last_the_race_ends_the_same",
        "tests/test_setup.py::test_a_missing_system_package_is_named",
        "tests/test_simulate.py::test_every_game_is_one_object",
        "tests/test_simulate.py::test_no_bar_without_a_terminal",
        "tests/test_simulate.py::test_no_other_process_plays_differently",
        "tests/test_simulate.py::test_the_same_seed_plays_the_same_games",
        "tests/test_thinking.py::test_the_same_chance_makes_the_same_race_in_either_process",
        "tests/tournament/test_tournament.py::test_a_picture",
        "tests/tournament/test_tournament.py::test_a_worker_that_dies_is_named",
        "tests/tournament/test_tournament.py::test_equal_pilots_win_equally_often",
        "tests/tournament/test_tournament.py::test_pilots_that_have_changed_are_refused",
        "tests/tournament/test_tournament.py::test_processes_play_the_same_races",
        "tests/ui/test_a_metre_away.py::test_squares_near_the_action_are_large_and_the_whole_board_is_one_touch_away",
        "tests/ui/test_board_map.py::test_names_are_painted_on_their_map_in_every_scene",
        "tests/ui/test_bridge.py::test_the_first_screen_waits_for_nothing",
        "tests/ui/test_cardbot_screen.py::test_a_whole_game_is_played_by_real_touches",
        "tests/ui/test_cardbot_screen.py::test_sides_are_chosen_by_real_touches",
        "tests/ui/test_choosing_games.py::test_the_games_stand_above_the_boards",
        "tests/ui/test_diesel_screen.py::test_a_derby_is_played_by_touches_that_the_display_makes",
        "tests/ui/test_diesel_screen.py::test_a_whole_game_is_played_by_touches",
        "tests/ui/test_draw_screen.py::test_a_board_by_touch",
        "tests/ui/test_draw_screen.py::test_all_paints_and_all_forms_can_be_read",
        "tests/ui/test_ends_screen.py::test_two_players_with_two_robots_have_two_places",
        "tests/ui/test_facing.py::test_the_headings_of_a_shape_look_different",
        "tests/ui/test_facing.py::test_the_nose_lies_ahead",
        "tests/ui/test_gallery.py::test_every_page_has_a_scene",
        "tests/ui/test_gallery.py::test_the_command_writes_pictures",
        "tests/ui/test_german_screen.py::test_no_widget_of_a_scene_has_an_english_word",
        "tests/ui/test_kept_on_screen.py::test_what_is_kept_is_shown_without_being_asked_for",
        "tests/ui/test_many_fingers.py::test_a_monkey_breaks_nothing",
        "tests/ui/test_menu_evening.py::test_a_bumped_clank_is_put_back_by_touch",
        "tests/ui/test_menu_screen.py::test_every_page_of_a_race_has_room_for_the_way_back",
        "tests/ui/test_motion.py::test_motion_ends_where_a_picture_at_rest_is",
        "tests/ui/test_phones_screen.py::test_a_camera_reads_the_code",
        "tests/ui/test_play_screen.py::test_every_instruction_can_be_read_and_touched",
        "tests/ui/test_pressing.py::test_it_plays_by_itself",
        "tests/ui/test_pressing.py::test_it_tells_what_is_shown",
        "tests/ui/test_real_evening.py::test_from_the_boards_to_the_second_hand",
        "tests/ui/test_records_screen.py::test_everything_can_be_read_and_touched",
        "tests/ui/test_review_screen.py::test_touches_lead_there_and_from_turn_to_turn",
        "tests/ui/test_rig_on_screen.py::test_mischief_is_seen_and_put_right_by_touch",
        "tests/ui/test_safe_fingers.py::test_no_key_ends_the_app_or_does_anything_else",
        "tests/ui/test_safe_fingers.py::test_nothing_that_leaves_a_page_stands_where_done_is",
        "tests/ui/test_safe_fingers.py::test_the_winner_is_left_by_holding",
        "tests/ui/test_safe_fingers.py::test_what_is_pressed_by_no_finger_waits_too",
        "tests/ui/test_scanner_keys.py::test_real_keys_reach_the_evening_and_press_nothing",
        "tests/ui/test_scanner_keys.py::test_the_keys_of_a_keyboard_lead_on_and_back_and_a_scan_is_none_of_them",
        "tests/ui/test_step_list.py::test_a_list_is_confirmed_to_the_end_of_the_turn",
        "tests/ui/test_typed_names.py::test_fingers_and_keys_of_the_real_app",
        "tests/ui/test_typed_names.py::test_names_in_every_alphabet_fit",
        "tests/ui/test_watched_starts.py::test_after_two_failures_safe_mode_and_out_of_it",
        "tests/ui/test_watched_starts.py::test_who_dies_soon_after_the_first_screen_has_failed",
        "tests/update/test_install.py::test_a_version_examines_itself",
        "tests/update/test_install.py::test_a_version_that_examines_itself_says_texts_where_they_are_asked_for",
        "tests/update/test_killed.py::test_an_update_killed_at_any_moment_leaves_a_version_that_runs",
        "tests/update/test_real_slot.py::test_an_update_is_installed_for_real",
        "tests/wire/test_any_bytes.py::test_a_host_survives_anything",
        "tests/wire/test_any_bytes.py::test_a_reader_survives_anything",
        "tests/wire/test_noise.py::test_any_trouble_ends_in_agreement",
        "tests/wire/test_noise.py::test_damaged_frames_by_the_ten_thousand",
    }
)
"""Tests that take more than a second of processor time for each case, and ask what shorter ones ask of
smaller cases: whole games, all scenes one after another, every fault of a kind."""

SIZES: Final = ("(800, 480)", "(1280, 800)", "(720, 1280)")
"""How a case of a test says at which size of the window it runs."""

SAMPLED: Final = frozenset(
    {
        "tests/formats/test_recognised.py",
        "tests/formats/tiled/test_commands.py",
        "tests/formats/tiled/test_round_trip.py",
        "tests/games/diesel/test_pilots.py",
        "tests/games/diesel/test_row_totals.py",
        "tests/games/diesel/test_simulated.py",
        "tests/games/factory/test_pilots.py",
        "tests/games/test_extended_pilots.py",
        "tests/games/test_foresight.py",
        "tests/games/test_modes.py",
        "tests/games/test_topcard_screen.py",
        "tests/health/test_checks.py",
        "tests/health/test_german.py",
        "tests/phones/test_leading.py",
        "tests/phones/test_pages.py",
        "tests/phones/test_seen.py",
        "tests/press/test_board.py",
        "tests/press/test_board_guide.py",
        "tests/press/test_certificate_sheet.py",
        "tests/press/test_markers.py",
        "tests/press/test_print_settings.py",
        "tests/session/test_extended_instructions.py",
        "tests/session/test_flow.py",
        "tests/session/test_menu_map.py",
        "tests/session/test_nonsense.py",
        "tests/systemd/test_units.py",
        "tests/table/test_contract.py",
        "tests/table/test_flood.py",
        "tests/table/test_gpio.py",
        "tests/table/test_reopening.py",
        "tests/table/test_swapping.py",
        "tests/test_boards.py",
        "tests/test_children.py",
        "tests/test_completion.py",
        "tests/test_json_facts.py",
        "tests/test_kills.py",
        "tests/test_places_once.py",
        "tests/test_simulate.py",
        "tests/test_terminal.py",
        "tests/test_thinking.py",
        "tests/ui/test_board_map.py",
        "tests/ui/test_bridge.py",
        "tests/ui/test_cardbot_screen.py",
        "tests/ui/test_certify_screen.py",
        "tests/ui/test_diesel_screen.py",
        "tests/ui/test_draw_screen.py",
        "tests/ui/test_ends_screen.py",
        "tests/ui/test_foot_words.py",
        "tests/ui/test_games_on_screen.py",
        "tests/ui/test_history_screen.py",
        "tests/ui/test_menu_scenes.py",
        "tests/ui/test_menu_screen.py",
        "tests/ui/test_phones_screen.py",
        "tests/ui/test_pilots_screen.py",
        "tests/ui/test_play_screen.py",
        "tests/ui/test_program_screen.py",
        "tests/ui/test_safe_fingers.py",
        "tests/ui/test_setup_screens.py",
        "tests/ui/test_sounds.py",
        "tests/ui/test_table_scenes.py",
        "tests/ui/test_table_screen.py",
        "tests/ui/test_window.py",
        "tests/update/test_guard.py",
        "tests/update/test_install.py",
        "tests/wire/test_weakened.py",
        "tests/workshop/test_made.py",
    }
)
"""Files whose tests ask the same of many cases: the first case and some of the others are quick."""
EVERY: Final = 4
"""One case in so many of a file in SAMPLED is quick."""

CODE: Final = ("companion", "tests", "firmware")
"""Folders with modules whose imports are followed."""


def test_files(top: Path) -> list[Path]:
    """Return every file of tests, sorted."""
    return sorted(path for name in FOLDERS for path in (top / name).rglob("test_*.py"))


def is_slow(node: str, number: int) -> bool:
    """Say whether a case waits for `make test-all`.

    Args:
        node: The name by which pytest knows it, such as `tests/test_x.py::test_y[case]`.
        number: How many cases of the same test come before it.
    """
    test, _, case = node.partition("[")
    file = test.partition("::")[0]
    if file in SLOW or test in LONG:
        return True
    for at, size in enumerate(SIZES):
        if size in case:
            # The same page at one size is quick, at another size than the next page.
            return crc32(f"{test}{case.replace(size, '')}".encode()) % len(SIZES) != at
    if file in SAMPLED:
        return number > 0 and crc32(node.encode()) % EVERY != 0
    return False


def changed_files(top: Path, against: str = "origin/main") -> list[str]:
    """Return the files that differ from a commit, also those that git does not know yet.

    Raises CalledProcessError if git does not know that commit.
    """
    orders = (
        ["git", "diff", "--name-only", f"{against}...HEAD"],
        ["git", "diff", "--name-only", "HEAD"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return sorted(
        {
            line
            for order in orders
            for line in subprocess.run(
                order, cwd=top, check=True, capture_output=True, text=True
            ).stdout.splitlines()
        }
    )


def files_touched(top: Path, changed: list[str]) -> list[Path]:
    """Return the files of tests that may come out differently by changes, sorted.

    That is a file that imports what has changed, directly or through other modules, and a file that
    names what has changed, or the folder of something that is not Python.
    """
    importers = _importers(top)
    touched = set(changed)
    waiting = list(changed)
    while waiting:
        for importer in importers[waiting.pop()] - touched:
            touched.add(importer)
            waiting.append(importer)
    words = {word for path in changed for word in _words(path)}
    return [
        path
        for path in test_files(top)
        if path.relative_to(top).as_posix() in touched
        or any(word in path.read_text("utf-8") for word in words)
    ]


def _words(path: str) -> Iterator[str]:
    """Yield how a test names a file that is no module."""
    place = Path(path)
    yield f'"{path}"'
    yield place.name
    if place.suffix != ".py":
        for folder in place.parents:
            if folder.name:
                yield f'"{folder.as_posix()}"'
                yield f'"{folder.name}"'


def _importers(top: Path) -> defaultdict[str, set[str]]:
    """Return for each module's path the paths of the modules that import it."""
    paths = {
        ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in CODE
        for path in (top / folder).rglob("*.py")
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths.values():
        importer = path.relative_to(top).as_posix()
        for name in _imported(ast.parse(path.read_text("utf-8"))):
            if name in paths:
                found[paths[name].relative_to(top).as_posix()].add(importer)
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the names of all modules that a module may import; the house has no relative imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for alias in node.names:
                yield f"{node.module}.{alias.name}"
