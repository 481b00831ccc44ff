"""Decide which tests run when: quick ones at every `make test`, the others by `make test-all`.

`make test` should take five minutes on two cores. Each slow test is listed here with its reason.
The quick lane alone notices each fault of `tests/mutants.py`; `make test-changed` runs all tests
that a change may affect.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

FOLDERS: Final = ("tests", "companion/testing")
"""Folders with files of tests."""

RECORDS: Final = "tests/golden/texts"
"""Folders of recorded texts; one file holds all of a folder of tests."""

LONGEST: Final = (
    "tests/ui/test_looks.py",
    "companion/testing/test_playing.py",
    "companion/testing/test_going_back.py",
)
"""The files that take longest.

They start first, since a late one would keep the other processors waiting.
"""

TOGETHER: Final = (
    # It loads renamed copies of many modules.
    ("tests/test_kept_names.py",),
    # All parsed modules of the app together would take 400 MB.
    ("tests/test_glossary.py", "tests/test_languages.py"),
    ("tests/test_layers.py",),
    (
        "tests/golden/test_kept.py",
        "tests/test_named_pipes.py",
        "tests/test_readme.py",
        "tests/test_terminal.py",
    ),
    ("tests/phones/test_browser.py", "tests/phones/test_pages.py"),
)
"""Files of tests that share a process, and so its parsed modules, its forking process, or its
browser."""

LOADERS: Final[Mapping[str, str]] = {
    "companion/bench": "companion/bench/__init__.py",
    "companion/commands": "companion/commands/__init__.py",
    "companion/engine/elements": "companion/engine/element.py",
    "companion/games": "companion/games/__init__.py",
    "companion/health": "companion/health/base.py",
    "companion/pilots": "companion/pilots/base.py",
    "companion/session/pages": "companion/session/pages/__init__.py",
    "companion/table": "companion/table/urls.py",
    "companion/ui/screens": "companion/ui/screens/__init__.py",
}
"""Folders whose modules are loaded by name, and the module that loads them."""

SLOW: Final[Mapping[str, str]] = {
    "tests/engine/test_compiled.py": "compiles the engine; its races are on record for the sources",
    "tests/test_bench.py": "takes measurements, which decide nothing",
    "tests/ui/test_whole_game.py": "a whole game by real touches; a turn of each game stays",
    "tests/ui/test_whole_turns.py": "whole turns of all games by real touches, one after another",
    "companion/testing/test_scene_diff.py": "random ways between moments; going back stays",
    "tests/hardware/test_body.py": "renders every part by openscad",
    "tests/hardware/test_array_board.py": "reads the board again from its Gerber files",
    "tests/phones/test_whole_games.py": "whole games in browsers; a turn on phones stays",
    "tests/privileged/test_attack.py": "attacks on root's updater, one process each",
    "tests/systemd/test_install.py": "installs the appliance",
    "tests/tournament/test_cluster.py": "two workers of a cluster",
    "tests/ui/test_looks.py": "lays out all scenes in all looks; the pairs of colours stay",
    "tests/ui/test_killed_window.py": "windows killed in mid-register; the journal's kills stay",
    "tests/ui/test_turned_window.py": "paints windows in four turns",
    "tests/games/test_any_filled_evening.py": "random evenings; golden ones stay",
    "tests/session/test_any_decisions.py": "random decisions; the contract's changes by hand stay",
    "tests/session/test_any_extended_evening.py": "random evenings; golden ones stay",
    "tests/session/test_any_table.py": "random tables; the contract of tables stays",
}
"""Files that are slow as a whole, and why."""

SEEDED: Final = frozenset(
    {
        "companion/testing/test_going_back.py::test_changes_by_hand_leave_a_sound_game",
        (
            "companion/testing/test_playing.py::"
            "test_hands_that_do_what_is_shown_stand_where_the_game_stands"
        ),
        "tests/games/test_pilots.py::test_a_champion_beats_chance_and_soon",
    }
)
"""Tests with several seeds: the first seed is quick, the others are more of the same."""

LONG: Final = frozenset(
    {
        "companion/testing/test_playing.py::test_pilots_of_every_strength_play_whole_games",
        "tests/certificate/test_command.py::test_every_fault_of_a_broken_table_is_found",
        "tests/engine/test_changing_anywhere.py::test_a_changed_race_is_sound_and_goes_on",
        "tests/engine/test_extended_boards.py::test_after_every_register_the_position_is_sound",
        "tests/engine/test_properties.py::test_a_mirrored_board_gives_the_mirrored_result",
        "tests/engine/test_properties.py::test_events_alone_tell_every_heading",
        "tests/engine/test_properties.py::test_the_hash_of_a_state_is_the_same_in_every_process",
        "tests/engine/test_properties.py::test_the_order_of_elements_in_a_board_changes_nothing",
        "tests/engine/test_symmetry.py::test_random_boards_come_out_alike_four_ways",
        "tests/formats/test_any_text.py::test_damaged_boards",
        "tests/formats/test_any_text.py::test_damaged_scenarios",
        "tests/formats/test_boards.py::test_writing_and_reading_keep_every_board",
        "tests/formats/test_commands.py::test_a_full_disk",
        "tests/formats/test_commands.py::test_check_passes_the_whole_set",
        "tests/formats/test_commands.py::test_no_kivy_without_a_screen",
        "tests/formats/tiled/test_bad_maps.py::test_a_damaged_file",
        "tests/formats/tiled/test_bad_maps.py::test_a_map_full_of_tiles_is_read_at_once",
        "tests/formats/tiled/test_commands.py::test_a_board_goes_out_and_comes_back",
        "tests/formats/tiled/test_commands.py::test_a_drawn_wall_within_a_room_is_told",
        "tests/formats/tiled/test_commands.py::test_an_empty_folder_is_taken",
        "tests/formats/tiled/test_round_trip.py::test_random_boards",
        (
            "tests/games/cardbot/test_by_hand_at_any_time.py::"
            "test_changes_at_any_moment_never_break_a_race"
        ),
        "tests/games/cardbot/test_evening.py::test_a_kill_in_mid_round_loses_nothing",
        "tests/games/cardbot/test_painting.py::test_every_grid_reads_back_as_it_was_painted",
        "tests/games/cardbot/test_pilots.py::test_a_pilot_that_looks_ahead_beats_one_that_does_not",
        "tests/games/cardbot/test_pilots.py::test_the_nearer_to_the_end_the_fewer_turns_are_left",
        "tests/games/cardbot/test_rules.py::test_a_command_can_be_resumed_after_every_side",
        "tests/games/cardbot/test_rules.py::test_a_mirror_changes_nothing",
        "tests/games/cardbot/test_rules.py::test_a_pile_has_all_cards_that_are_not_taken_out",
        "tests/games/cardbot/test_rules.py::test_events_say_everything",
        "tests/games/cardbot/test_rules.py::test_one_robot_a_place",
        "tests/games/cardbot/test_rules.py::test_targets_are_visited_in_order",
        "tests/games/cardbot/test_rules.py::test_the_tube_has_no_seam",
        "tests/games/cardbot/test_scenario_faults.py::test_damaged_scenarios",
        "tests/games/cardbot/test_telling.py::test_who_only_obeys_arrives_there_on_any_grid",
        "tests/games/cardbot/test_two_players.py::test_a_person_has_won_whose_second_robot_has",
        (
            "tests/games/cardbot/test_two_players.py::"
            "test_a_second_robot_says_whose_it_is_and_shares_the_place"
        ),
        "tests/games/diesel/test_abilities.py::test_whatever_can_be_has_words",
        "tests/games/diesel/test_deck_screen.py::test_a_card_gets_another_effect_by_touch",
        (
            "tests/games/diesel/test_deck_screen.py::"
            "test_everything_is_there_readable_and_large_enough"
        ),
        "tests/games/diesel/test_editing.py::test_whatever_is_touched_can_be_kept",
        "tests/games/diesel/test_row_totals.py::test_totals_count_what_lies_there",
        "tests/games/diesel/test_simulated.py::test_the_same_seed_plays_the_same_game",
        "tests/games/diesel/test_telling.py::test_who_is_led_arrives_anywhere",
        "tests/games/diesel/test_telling.py::test_who_only_obeys_arrives_where_the_rules_do",
        (
            "tests/games/factory/test_game.py::"
            "test_a_card_is_printed_for_every_model_that_a_seat_can_have"
        ),
        "tests/games/factory/test_game.py::test_races_break_no_rule",
        "tests/games/factory/test_pilots.py::test_a_pause_is_one_card_more_for_a_program",
        "tests/games/test_by_hand_at_any_time.py::test_changes_at_any_moment_never_break_a_race",
        "tests/games/test_commands.py::test_a_game_is_kept_and_gone_on_with",
        "tests/games/test_deck_screen.py::test_a_deck_by_touch",
        (
            "tests/games/test_foresight.py::"
            "test_values_foretell_about_as_many_turns_as_a_race_alone_takes"
        ),
        "tests/games/test_modes.py::test_pilots_understand_the_mode",
        "tests/games/test_modes.py::test_the_best_race_of_a_course_is_kept_and_its_ghost_is_drawn",
        (
            "tests/games/test_own_boards.py::"
            "test_an_own_board_is_looked_at_exported_and_printed_by_its_name"
        ),
        "tests/games/test_painting.py::test_whatever_is_painted_reads_back_the_same",
        (
            "tests/games/test_rig.py::"
            "test_long_games_are_the_same_whatever_goes_wrong_at_their_readers"
        ),
        "tests/hardware/test_stl.py::test_another_plan_makes_other_parts",
        "tests/hardware/test_stl.py::test_parts_are_written_and_told",
        "tests/journal/test_damage.py::test_a_lost_page_costs_what_lay_on_it",
        "tests/journal/test_file.py::test_any_game_comes_back",
        "tests/journal/test_kills.py::test_every_confirmed_entry_survives",
        "tests/journal/test_recovery.py::test_power_cuts_in_the_middle_of_a_recovery_are_harmless",
        "tests/phones/test_browser.py::test_a_seat_that_is_taken_meanwhile_is_said",
        "tests/phones/test_pages.py::test_the_focus_stays_when_the_content_is_replaced",
        "tests/phones/test_pages.py::test_what_changes_is_said_and_nothing_else",
        "tests/phones/test_seen.py::test_a_hint_of_one_phone_is_seen_on_no_other_one",
        "tests/phones/test_seen.py::test_a_private_view_is_the_same_whatever_others_hold",
        "tests/phones/test_seen.py::test_no_hand_at_a_real_reader_does",
        "tests/phones/test_seen.py::test_no_message_leads_another_seats_card_onto_a_phone",
        "tests/press/test_cards_first_sheet.py::test_the_strips_read_as_they_say",
        "tests/press/test_cards_for_readers.py::test_the_white_card_and_all_backs_are_blank",
        (
            "tests/press/test_cards_for_readers.py::"
            "test_they_are_no_larger_or_smaller_than_program_cards"
        ),
        "tests/press/test_cards_printed.py::test_a_scanner_reads_every_card",
        "tests/press/test_cards_read.py::test_all_cards_read_wherever_they_may_stand",
        "tests/press/test_code_row.py::test_nothing_else_is_dark_in_the_row",
        "tests/press/test_code_row.py::test_the_row_is_on_the_paper_to_a_tenth_of_a_millimetre",
        "tests/press/test_combatants_printed.py::test_every_combatant_is_read",
        "tests/press/test_packs_printed.py::test_every_card_is_read",
        "tests/press/test_packs_printed.py::test_the_command_prints_cards_of_every_game",
        (
            "tests/session/test_advice.py::"
            "test_every_pilot_fills_what_is_left_and_the_adviser_advises_whatever_lies_there"
        ),
        "tests/session/test_any_messages.py::test_no_card_is_ever_lost",
        "tests/session/test_any_messages.py::test_no_message_raises",
        (
            "tests/session/test_bearings.py::"
            "test_games_on_a_board_name_the_square_that_each_piece_makes_for"
        ),
        (
            "tests/session/test_even.py::"
            "test_steps_shrink_from_race_to_race_and_the_level_stays_on_the_ladder"
        ),
        "tests/session/test_even.py::test_the_end_page_says_it_in_a_sentence",
        (
            "tests/session/test_even.py::"
            "test_the_level_goes_up_when_people_win_and_down_when_pilots_do"
        ),
        (
            "tests/session/test_extended_instructions.py::"
            "test_corrections_keep_hands_and_screen_in_step"
        ),
        "tests/session/test_extended_instructions.py::test_going_back_leads_hands_to_where_it_was",
        "tests/session/test_instructions.py::test_hands_arrive_on_every_shipped_board",
        "tests/session/test_instructions.py::test_hands_arrive_on_random_boards",
        "tests/session/test_review.py::test_a_race_that_is_over_is_looked_into_turn_by_turn",
        "tests/session/test_review.py::test_a_replay_tells_it_where_a_turn_begins",
        "tests/session/test_review.py::test_before_a_race_is_over_nobody_looks_into_it",
        "tests/session/test_review.py::test_it_is_worked_out_beside_the_screen",
        "tests/session/test_review.py::test_what_was_taken_back_does_not_count",
        "tests/session/test_sealed.py::test_no_hand_at_real_readers_leads_to_a_secret",
        "tests/session/test_sealed.py::test_no_message_leads_to_a_secret",
        "tests/session/test_sealed.py::test_real_readers_with_every_page_pried_into",
        "tests/session/test_sealed.py::test_whole_turns_with_every_page_pried_into",
        "tests/systemd/test_under_units.py::test_a_game_under_its_unit",
        "tests/systemd/test_under_units.py::test_the_filters_refuse_what_the_units_forbid",
        "tests/table/rig/test_races.py::test_a_race_is_the_same_whatever_goes_wrong_at_its_readers",
        "tests/table/rig/test_rig_command.py::test_hands_by_the_console",
        (
            "tests/table/rig/test_safe_mode.py::"
            "test_a_reader_starts_out_of_safe_mode_and_gives_up_in_a_loop"
        ),
        "tests/table/test_reopening.py::test_it_goes_on_as_it_was",
        (
            "tests/table/test_swapping.py::"
            "test_emulated_readers_are_told_and_reached_at_their_new_seats"
        ),
        "tests/test_boards.py::test_random_clanks_win",
        "tests/test_bundle.py::test_a_race_that_is_over_is_whole",
        "tests/test_display.py::test_a_window_draws_on_the_tests_display",
        "tests/test_ends_kept.py::test_all_that_ended_unwritten_are_kept_in_their_order",
        "tests/test_games.py::test_a_kept_race_is_reviewed",
        "tests/test_games.py::test_a_kept_race_is_watched_in_a_window_of_its_own",
        "tests/test_games_elsewhere.py::test_no_header_however_foreign_brings_anything_down",
        "tests/test_kills.py::test_a_full_disk_ends_no_game",
        "tests/test_kills.py::test_a_game_that_is_killed_goes_on_to_the_same_end",
        "tests/test_last_race.py::test_the_screen_goes_on_while_it_is_looked_up",
        "tests/test_loop.py::test_lamps_are_shown_on_the_table",
        "tests/test_named_pipes.py::test_a_state_folder_of_pipes",
        "tests/test_real_cards_extended.py::test_random_cards_are_read_in_their_slots",
        "tests/test_recording.py::test_whatever_was_kept_last_the_race_ends_the_same",
        "tests/test_setup.py::test_a_missing_system_package_is_named",
        "tests/test_setup.py::test_a_refusing_apt_is_heard",
        "tests/test_setup.py::test_without_a_compiler_the_game_is_the_same",
        "tests/test_simulate.py::test_every_game_is_one_object",
        "tests/test_simulate.py::test_every_setting_plays_to_an_end",
        "tests/test_simulate.py::test_no_bar_without_a_terminal",
        "tests/test_simulate.py::test_no_other_process_plays_differently",
        "tests/test_simulate.py::test_the_same_seed_plays_the_same_games",
        "tests/test_simulate.py::test_the_trace_leads_to_the_engines_positions",
        "tests/test_terminal.py::test_the_title_of_a_game_can_still_be_read",
        (
            "tests/test_thinking.py::"
            "test_a_preparation_alone_starts_the_worker_later_and_a_question_at_once"
        ),
        "tests/test_thinking.py::test_preparations_that_fail_cost_nothing",
        "tests/test_thinking.py::test_the_same_chance_makes_the_same_race_in_either_process",
        "tests/test_thinking.py::test_the_worker_ends_with_the_app_even_in_the_middle_of_a_thought",
        "tests/tournament/test_tournament.py::test_a_full_disk_is_named",
        "tests/tournament/test_tournament.py::test_a_picture",
        "tests/tournament/test_tournament.py::test_a_tournament_that_is_killed_goes_on",
        "tests/tournament/test_tournament.py::test_a_worker_that_dies_is_named",
        "tests/tournament/test_tournament.py::test_ctrl_c_says_what_is_kept",
        "tests/tournament/test_tournament.py::test_equal_pilots_win_equally_often",
        "tests/tournament/test_tournament.py::test_one_among_its_like",
        "tests/tournament/test_tournament.py::test_pilots_that_have_changed_are_refused",
        "tests/tournament/test_tournament.py::test_processes_play_the_same_races",
        (
            "tests/ui/test_a_metre_away.py::"
            "test_squares_near_the_action_are_large_and_the_whole_board_is_one_touch_away"
        ),
        "tests/ui/test_board_map.py::test_names_are_painted_on_their_map_in_every_scene",
        "tests/ui/test_bridge.py::test_the_first_screen_waits_for_nothing",
        "tests/ui/test_cardbot_screen.py::test_a_whole_game_is_played_by_real_touches",
        "tests/ui/test_cardbot_screen.py::test_sides_are_chosen_by_real_touches",
        "tests/ui/test_choosing_games.py::test_the_games_stand_above_the_boards",
        "tests/ui/test_choosing_games.py::test_the_same_game_as_last_time_takes_no_touch_more",
        "tests/ui/test_diesel_screen.py::test_a_derby_is_played_by_touches_that_the_display_makes",
        "tests/ui/test_diesel_screen.py::test_a_whole_game_is_played_by_touches",
        "tests/ui/test_draw_screen.py::test_a_board_by_touch",
        "tests/ui/test_draw_screen.py::test_all_paints_and_all_forms_can_be_read",
        "tests/ui/test_ends_screen.py::test_all_seats_are_seen_whole_after_every_turn",
        "tests/ui/test_ends_screen.py::test_names_of_eleven_letters_stand_whole_beside_cards",
        "tests/ui/test_ends_screen.py::test_two_players_with_two_robots_have_two_places",
        "tests/ui/test_facing.py::test_the_headings_of_a_shape_look_different",
        "tests/ui/test_facing.py::test_the_nose_lies_ahead",
        "tests/ui/test_facts_screen.py::test_one_touch_tells_all_and_one_leads_back",
        "tests/ui/test_gallery.py::test_every_page_has_a_scene",
        "tests/ui/test_gallery.py::test_the_command_writes_pictures",
        "tests/ui/test_german_screen.py::test_no_scene_has_an_english_word",
        "tests/ui/test_german_screen.py::test_no_widget_of_a_scene_has_an_english_word",
        "tests/ui/test_history_screen.py::test_only_what_is_in_sight_is_there",
        "tests/ui/test_kept_on_screen.py::test_what_is_kept_is_shown_without_being_asked_for",
        "tests/ui/test_letters.py::test_each_letter_has_a_picture_of_its_own",
        "tests/ui/test_loading.py::test_a_touch_loads_a_game_in_the_same_window",
        "tests/ui/test_many_fingers.py::test_a_monkey_breaks_nothing",
        "tests/ui/test_map_beside.py::test_six_touches_program_a_seat_and_the_map_follows_each",
        "tests/ui/test_menu_evening.py::test_a_bumped_clank_is_put_back_by_touch",
        "tests/ui/test_menu_screen.py::test_every_page_of_a_race_has_room_for_the_way_back",
        "tests/ui/test_motion.py::test_motion_ends_where_a_picture_at_rest_is",
        "tests/ui/test_paused_screen.py::test_pause_and_seconds_are_readable_at_every_size",
        "tests/ui/test_paused_screen.py::test_seconds_are_shown_where_a_page_has_no_head",
        "tests/ui/test_phones_screen.py::test_a_camera_reads_the_code",
        "tests/ui/test_play_screen.py::test_every_instruction_can_be_read_and_touched",
        "tests/ui/test_pressing.py::test_it_plays_by_itself",
        "tests/ui/test_pressing.py::test_it_tells_what_is_shown",
        "tests/ui/test_real_evening.py::test_from_the_boards_to_the_second_hand",
        "tests/ui/test_records_screen.py::test_everything_can_be_read_and_touched",
        (
            "tests/ui/test_records_screen.py::"
            "test_somebody_is_added_looked_at_renamed_and_deleted_by_touch"
        ),
        "tests/ui/test_review_screen.py::test_touches_lead_there_and_from_turn_to_turn",
        "tests/ui/test_rig_on_screen.py::test_mischief_is_seen_and_put_right_by_touch",
        "tests/ui/test_safe_fingers.py::test_no_key_ends_the_app_or_does_anything_else",
        "tests/ui/test_safe_fingers.py::test_nothing_that_leaves_a_page_stands_where_done_is",
        "tests/ui/test_safe_fingers.py::test_the_winner_is_left_by_holding",
        "tests/ui/test_scanner_keys.py::test_real_keys_reach_the_evening_and_press_nothing",
        (
            "tests/ui/test_scanner_keys.py::"
            "test_the_keys_of_a_keyboard_lead_on_and_back_and_a_scan_is_none_of_them"
        ),
        "tests/ui/test_sounds.py::test_a_bell_begins_ticks_press_and_a_gong_ends",
        "tests/ui/test_sounds.py::test_a_broken_device_is_told_once_and_disturbs_nothing",
        "tests/ui/test_sounds.py::test_a_machine_without_a_device_says_one_line_and_no_more",
        "tests/ui/test_sounds.py::test_a_start_does_not_wait_for_sound",
        ("tests/ui/test_sounds.py::test_levels_that_leave_the_machine_are_those_that_people_chose"),
        "tests/ui/test_sounds.py::test_sounds_go_on_on_a_device_that_took_the_place_of_another",
        "tests/ui/test_step_list.py::test_a_list_is_confirmed_to_the_end_of_the_turn",
        "tests/ui/test_story_screen.py::test_a_moment_lasts_about_a_second_and_longer_for_a_drama",
        "tests/ui/test_story_screen.py::test_a_touch_pauses_and_goes_on",
        "tests/ui/test_story_screen.py::test_reduced_motion_tells_the_same_at_rest",
        "tests/ui/test_turning.py::test_a_second_tap_in_haste_shows_nobody_elses_cards",
        "tests/ui/test_turning.py::test_an_upright_or_turned_screen_turns_from_there",
        "tests/ui/test_turning.py::test_keys_stay_under_the_fingers_of_somebody_who_types",
        "tests/ui/test_turning.py::test_switched_off_nothing_turns",
        "tests/ui/test_typed_names.py::test_fingers_and_keys_of_the_real_app",
        "tests/ui/test_typed_names.py::test_names_in_every_alphabet_fit",
        (
            "tests/ui/test_watched_starts.py::"
            "test_a_dialog_in_the_place_of_the_screen_is_no_first_screen"
        ),
        (
            "tests/ui/test_watched_starts.py::"
            "test_a_request_to_stop_is_heard_whatever_was_ignored_before"
        ),
        "tests/ui/test_watched_starts.py::test_after_two_failures_safe_mode_and_out_of_it",
        "tests/ui/test_watched_starts.py::test_ready_when_seen_and_alive_while_the_loop_goes_round",
        (
            "tests/ui/test_watched_starts.py::"
            "test_the_computer_is_switched_off_and_everything_is_put_away"
        ),
        "tests/ui/test_watched_starts.py::test_the_game_ends_itself_for_another_version",
        "tests/ui/test_watched_starts.py::test_the_program_is_left_by_touch_on_a_desktop",
        "tests/ui/test_watched_starts.py::test_the_touch_that_wakes_a_screen_only_wakes",
        "tests/ui/test_watched_starts.py::test_who_dies_soon_after_the_first_screen_has_failed",
        "tests/ui/test_window.py::test_a_display_that_is_not_there",
        "tests/ui/test_window.py::test_a_gallery_that_cannot_be_written",
        "tests/privileged/test_install.py::test_a_version_examines_itself",
        (
            "tests/privileged/test_install.py::"
            "test_a_version_that_examines_itself_says_texts_where_they_are_asked_for"
        ),
        (
            "tests/privileged/test_killed.py::"
            "test_an_update_killed_at_any_moment_leaves_a_version_that_runs"
        ),
        "tests/privileged/test_real_slot.py::test_an_update_is_installed_for_real",
        "tests/wire/test_any_bytes.py::test_a_host_survives_anything",
        "tests/wire/test_any_bytes.py::test_a_reader_survives_anything",
        "tests/wire/test_noise.py::test_any_trouble_ends_in_agreement",
        "tests/wire/test_noise.py::test_damaged_frames_by_the_ten_thousand",
        "tests/ui/test_speech.py::test_a_whole_race_without_a_touch_at_the_real_firmware",
        "tests/test_new.py::test_a_game_that_tells_secrets",
        "tests/ui/test_facts_screen.py::test_every_fact_can_be_read",
        "tests/ui/test_review_screen.py::test_every_review_can_be_read",
    }
)
"""Tests that take more than a second of processor time for each case, and ask what shorter ones ask
of smaller cases: whole games, all scenes in a row, every fault of a kind."""

SIZES: Final = ("(800, 480)", "(1280, 800)", "(720, 1280)")
"""The sizes of the window as the names of cases give them."""

SAMPLED: Final = frozenset(
    {
        "tests/formats/test_recognised.py",
        "tests/formats/tiled/test_commands.py",
        "tests/formats/tiled/test_round_trip.py",
        "tests/games/diesel/test_evening.py",
        "tests/games/diesel/test_pilots.py",
        "tests/games/diesel/test_row_totals.py",
        "tests/games/diesel/test_simulated.py",
        "tests/games/factory/test_pilots.py",
        "tests/games/test_extended_pilots.py",
        "tests/games/test_ferry_screen.py",
        "tests/games/test_foresight.py",
        "tests/games/test_modes.py",
        "tests/games/test_rig.py",
        "tests/games/test_topcard_screen.py",
        "tests/health/test_checks.py",
        "tests/health/test_german.py",
        "tests/journal/test_damage.py",
        "tests/phones/test_leading.py",
        "tests/phones/test_pages.py",
        "tests/phones/test_seen.py",
        "tests/press/test_board.py",
        "tests/press/test_board_alone.py",
        "tests/press/test_board_guide.py",
        "tests/press/test_cards_printed.py",
        "tests/press/test_cards_read.py",
        "tests/press/test_certificate_sheet.py",
        "tests/press/test_combatants_printed.py",
        "tests/press/test_markers.py",
        "tests/press/test_packs_printed.py",
        "tests/press/test_print_settings.py",
        "tests/press/test_rules_sheet.py",
        "tests/session/test_extended_instructions.py",
        "tests/session/test_flow.py",
        "tests/session/test_menu.py",
        "tests/session/test_menu_map.py",
        "tests/session/test_nonsense.py",
        "tests/session/test_real_readers.py",
        "tests/systemd/test_units.py",
        "tests/table/rig/test_emulated.py",
        "tests/table/test_contract.py",
        "tests/table/test_flood.py",
        "tests/table/test_gpio.py",
        "tests/table/test_reopening.py",
        "tests/table/test_swapping.py",
        "tests/test_boards.py",
        "tests/test_children.py",
        "tests/test_completion.py",
        "tests/test_develop.py",
        "tests/test_games.py",
        "tests/test_games_elsewhere.py",
        "tests/test_json_facts.py",
        "tests/test_kills.py",
        "tests/test_places_once.py",
        "tests/test_simulate.py",
        "tests/test_terminal.py",
        "tests/test_thinking.py",
        "tests/ui/test_board_map.py",
        "tests/ui/test_bridge.py",
        "tests/ui/test_broken_screen.py",
        "tests/ui/test_cardbot_screen.py",
        "tests/ui/test_certify_screen.py",
        "tests/ui/test_diesel_screen.py",
        "tests/ui/test_draw_screen.py",
        "tests/ui/test_ends_screen.py",
        "tests/ui/test_foot_words.py",
        "tests/ui/test_history_screen.py",
        "tests/ui/test_idle.py",
        "tests/ui/test_lesson_screen.py",
        "tests/ui/test_letters.py",
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
        "tests/ui/test_update_screen.py",
        "tests/ui/test_welcome_screen.py",
        "tests/ui/test_wide_window.py",
        "tests/ui/test_window.py",
        "tests/privileged/test_guard.py",
        "tests/privileged/test_install.py",
        "tests/wire/test_weakened.py",
        "tests/workshop/test_made.py",
    }
)
"""Files whose tests ask the same of many cases: the first case and some of the others are quick."""
EVERY: Final = 6
"""One case in so many of a file in SAMPLED is quick."""

TWINS: Final = frozenset(
    {
        "tests/games/test_ferry_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/games/test_topcard_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/test_last_race.py::test_it_can_be_read_and_touched",
        "tests/ui/test_cardbot_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_cardbot_screen.py::test_german_words_have_room_too",
        "tests/ui/test_cardbot_screen.py::test_what_lies_beside_the_race_can_be_read_and_touched",
        "tests/ui/test_certify_screen.py::test_every_scene_is_readable_and_large_enough",
        "tests/ui/test_diesel_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_diesel_screen.py::test_german_words_have_room_upright",
        "tests/ui/test_doctor_screen.py::test_every_scene_is_readable_and_large_enough",
        "tests/ui/test_draw_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_ends_screen.py::test_a_line_of_places_keeps_its_count_in_german",
        "tests/ui/test_ends_screen.py::test_all_seats_are_seen_before_a_game_goes_on",
        "tests/ui/test_ends_screen.py::test_no_button_wraps_beside_the_place_that_stays_free",
        "tests/ui/test_ends_screen.py::test_no_row_of_a_standing_wraps",
        "tests/ui/test_ends_screen.py::test_the_end_shows_all_places_beside_the_story",
        "tests/ui/test_ends_screen.py::test_the_map_after_a_turn_can_be_read",
        "tests/ui/test_ends_screen.py::test_the_widest_names_take_no_fact_out_of_sight",
        "tests/ui/test_foot_words.py::test_all_that_a_card_does_can_be_read",
        "tests/ui/test_foot_words.py::test_slots_of_all_tiles_have_one_size",
        "tests/ui/test_foot_words.py::test_what_leads_on_is_read_from_a_metre",
        "tests/ui/test_history_screen.py::test_everything_is_readable_and_large_enough",
        "tests/ui/test_lesson_screen.py::test_every_moment_can_be_read",
        "tests/ui/test_menu_scenes.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_menu_screen.py::test_everything_is_readable_and_large_enough",
        "tests/ui/test_phones_screen.py::test_everything_can_be_read",
        "tests/ui/test_pilots_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_program_screen.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_safe_fingers.py::test_twenty_taps_at_the_place_of_done_leave_no_summary_and_no_winner",
        "tests/ui/test_setup_screens.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_story_screen.py::test_a_drama_is_large_and_on_the_map",
        "tests/ui/test_table_scenes.py::test_everything_is_there_readable_and_large_enough",
        "tests/ui/test_update_screen.py::test_every_scene_is_readable_and_large_enough",
        "tests/ui/test_welcome_screen.py::test_every_scene_is_readable_and_large_enough",
        "tests/ui/test_wide_window.py::test_the_whole_board_is_beside_the_words",
    }
)
"""Tests that ask of many scenes what `companion/testing/test_drawing.py` asks of each kind of page,
in German and at every size. The first of their cases and one in EVERY at the quick size is quick;
`tests/ui/test_looks.py` has all scenes."""

CODE: Final = ("companion", "tests", "firmware")
"""Folders with modules whose imports are followed."""
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from (?P<module>[\w.]+) import (?P<some>\([^)]*\)|[^\n(]+)|import (?P<all>[^\n]+))",
    re.MULTILINE,
)


def test_files(top: Path) -> list[Path]:
    """Return every file of tests, sorted."""
    return sorted(path for name in FOLDERS for path in (top / name).rglob("test_*.py"))


def is_slow(node: str, number: int) -> bool:
    """Say whether a case waits for `make test-all`.

    Args:
        node: The node id of pytest, such as `tests/test_x.py::test_y[case]`.
        number: How many cases of the same test come before it.
    """
    test, _, case = node.partition("[")
    file = test.partition("::")[0]
    if file in SLOW or test in LONG:
        return True
    if test in SEEDED:
        return case.removesuffix("]").rpartition("-")[2] != "1"
    for at, size in enumerate(SIZES):
        if size in case:
            # The same page at one size is quick, at another size than the next page.
            page = crc32(f"{test}{case.replace(size, '')}".encode())
            if test in TWINS:
                return number > 0 and page % (len(SIZES) * EVERY) != at
            return page % len(SIZES) != at
    if file in SAMPLED:
        return number > 0 and crc32(node.encode()) % EVERY != 0
    return False


def changed_files(top: Path, against: str = "origin/main") -> list[str]:
    """Return the files that differ from a commit, also those that git does not track yet.

    Raises:
        CalledProcessError: git does not know that commit.
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
    """Return the files of tests that changes may affect, sorted.

    Such a file imports a changed module or loads it by name, directly or through other modules,
    names a changed file, or the folder of one that is not Python, or its recorded texts have
    changed.
    """
    importers, texts = _importers(top), _texts(top)
    loaders = {
        loader
        for path in changed
        for folder, loader in LOADERS.items()
        if path.startswith(f"{folder}/")
    }
    words = {word for path in changed for word in _words(path)}
    naming = {
        path
        for path, text in texts.items()
        if path.startswith(FOLDERS) and any(word in text for word in words)
    }
    touched = {*changed, *loaders, *naming, *_recorded(top, changed)}
    waiting = list(touched)
    while waiting:
        for importer in importers[waiting.pop()] - touched:
            touched.add(importer)
            waiting.append(importer)
    return [path for path in test_files(top) if path.relative_to(top).as_posix() in touched]


def _words(path: str) -> Iterator[str]:
    """Yield how a test may name a file that is no module."""
    place = Path(path)
    yield f'"{path}"'
    yield place.name
    if place.suffix != ".py":
        for folder in place.parents:
            if folder.name:
                yield f'"{folder.as_posix()}"'
                yield f'"{folder.name}"'


def _recorded(top: Path, changed: list[str]) -> Iterator[str]:
    """Yield the files of tests whose recorded texts have changed."""
    for path in changed:
        if path.startswith(f"{RECORDS}/"):
            folder = Path("tests", Path(path).relative_to(RECORDS).with_suffix(""))
            folder = Path("tests") if folder.name == "top" else folder
            yield from (file.relative_to(top).as_posix() for file in (top / folder).glob("*.py"))


@lru_cache
def _texts(top: Path) -> dict[str, str]:
    """Return the source of every module by its path."""
    return {
        path.relative_to(top).as_posix(): path.read_text("utf-8")
        for folder in CODE
        for path in (top / folder).rglob("*.py")
    }


@lru_cache
def _importers(top: Path) -> defaultdict[str, set[str]]:
    """Return for each module's path the paths of the modules that import it."""
    paths = {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
        for path in _texts(top)
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for importer, text in _texts(top).items():
        for name in _imported(text):
            if name in paths:
                found[paths[name]].add(importer)
    return found


def _imported(text: str) -> Iterator[str]:
    """Yield the names of all modules that a module may import; there are no relative imports.

    An import in a string counts, too: some tests start other processes by it. Parsing all modules
    for this would take several seconds.
    """
    for found in _IMPORT.finditer(text):
        names = re.sub(r"#.*", "", found["some"] or found["all"]).strip("()").split(",")
        modules = [words[0] for words in map(str.split, names) if words]
        if found["module"]:
            yield found["module"]
            modules = [f"{found['module']}.{name}" for name in modules]
        yield from modules
