"""Faults put in by hand, each with the tests that must notice it; never run by `make test`.

    python -m tests.mutants [TITLE …]

Each fault is made in a copy of the commit, and the quick ones of its tests run there in this
environment. A fault that no test notices is a hole: close it at the door through which people would
meet it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

TOP: Final = Path(__file__).resolve().parents[1]
CONTRACT: Final = "companion/testing"
FIRMWARE: Final = "firmware"
GOLDEN: Final = "tests/golden/test_evenings.py"


class Mutant(NamedTuple):
    """One fault: a replacement in a file, and the tests that must find it."""

    title: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]


MUTANTS: Final = (
    Mutant(
        "journal-without-disk",
        "companion/journal/disk.py",
        "synchronous = FULL",
        "synchronous = OFF",
        ("tests/journal/test_durable.py",),
    ),
    Mutant(
        "german-left-is-right",
        "companion/content/languages/de.po",
        'msgstr "Drehscheibe, dreht nach links"',
        'msgstr "Drehscheibe, dreht nach rechts"',
        ("tests/test_languages.py", "-k", "direction"),
    ),
    Mutant(
        "german-corners-exchanged",
        "companion/content/languages/de.po",
        'msgstr "oben links"',
        'msgstr "oben rechts"',
        ("tests/test_languages.py", "-k", "direction"),
    ),
    Mutant(
        "german-ends-exchanged",
        "companion/content/languages/de.po",
        'msgstr "Nord nach Süd"',
        'msgstr "Süd nach Nord"',
        ("tests/test_languages.py", "-k", "direction"),
    ),
    Mutant(
        "pins-without-limit",
        "companion/phones/codes.py",
        "        if len(wrong) < MAX_PIN_TRIES:\n",
        "        if wrong is not None:\n",
        ("tests/phones/test_codes.py",),
    ),
    Mutant(
        "hands-of-others-known",
        "companion/games/programmed/turn.py",
        "    counts, clanks = dict(moment.dealt), []\n",
        "    return moment\n    counts, clanks = dict(moment.dealt), []\n",
        (f"{CONTRACT}/test_secrets.py", "-k", "clockwork"),
    ),
    Mutant(
        "text-without-german",
        "companion/session/pages/history.py",
        "Touch an entry to see the table before it.",
        "Touch an entry to see its table.",
        (f"{CONTRACT}/test_german.py", "-k", "topcard"),
    ),
    Mutant(
        "words-too-long",
        "companion/ui/i18n.py",
        "return _POINT.sub(",
        "return 3 * _POINT.sub(",
        (f"{CONTRACT}/test_drawing.py", "-k", "ferry"),
    ),
    Mutant(
        "setting-without-effect",
        "companion/games/programmed/race.py",
        "course_of(self._race.key, self._race.version, position.state)",
        '""',
        (f"{CONTRACT}/test_settings.py", "-k", "factory"),
    ),
    Mutant(
        "secret-offers-open",
        "companion/session/sealed.py",
        "hidden = ask.offers and ask.secret and not ask.public_offers",
        "hidden = False",
        (f"{CONTRACT}/test_secrets.py",),
    ),
    Mutant(
        "secret-answers-open",
        "companion/session/sealed.py",
        "offer=COVERED.key if secret else answer.offer,",
        "offer=answer.offer,",
        (f"{CONTRACT}/test_secrets.py",),
    ),
    Mutant(
        "champion-dies-gladly",
        "companion/pilots/champion.py",
        "        mine += death_cost(solo)\n",
        "        pass\n",
        ("tests/games/test_pilots.py", "tests/games/test_extended_pilots.py"),
    ),
    Mutant(
        "champion-loses-gladly",
        "companion/pilots/champion.py",
        "        mine += LOST\n",
        "        pass\n",
        ("tests/games/test_pilots.py", "tests/games/test_extended_pilots.py"),
    ),
    Mutant(
        "champion-has-lost-only-to-all",
        "companion/pilots/champion.py",
        "    if min(others) == 0.0:\n",
        "    if max(others) == 0.0:\n",
        ("tests/games/test_pilots.py",),
    ),
    Mutant(
        "champion-takes-the-worst",
        "companion/pilots/champion.py",
        "found = min(tries,",
        "found = max(tries,",
        ("tests/games/test_pilots.py", "tests/games/test_extended_pilots.py"),
    ),
    Mutant(
        "forward-forgets",
        "companion/session/past/rewind.py",
        "sync.at < len(sync.script)",
        "sync.at + 1 < len(sync.script)",
        (f"{CONTRACT}/test_going_back.py", "-k", "clockwork"),
    ),
    Mutant(
        "last-instruction-skipped",
        "companion/session/race.py",
        "    if match.shown.at + 1 < len(match.shown.script):\n",
        "    if match.shown.at + 2 < len(match.shown.script):\n",
        (f"{CONTRACT}/test_playing.py", "-k", "stand"),
    ),
    Mutant(
        "wrong-light",
        "companion/session/lamps.py",
        "[slot - 1] = BLINK",
        "[slot - 1] = LIT",
        (GOLDEN,),
    ),
    Mutant(
        "locks-dark",
        "companion/session/lamps.py",
        "LIT if slot in slots else DARK",
        "DARK if slot in slots else DARK",
        ("tests/session/test_real_readers.py", "tests/session/test_programming.py"),
    ),
    Mutant(
        "one-damage-more",
        "companion/engine/touching.py",
        "piece.damage + effect.points, play",
        "piece.damage + effect.points + 1, play",
        ("tests/engine/test_rulings.py", GOLDEN),
    ),
    Mutant(
        "parked-in-another-order",
        "companion/engine/turn.py",
        "key=lambda parked: (parked.death, parked.seat)",
        "key=lambda parked: (parked.seat, parked.death)",
        ("tests/engine",),
    ),
    Mutant(
        "time-stands",
        "companion/app/loop.py",
        "            self._waiting.append(Tick(now))\n",
        "            pass\n",
        ("tests/test_loop.py", "tests/session/test_timer.py"),
    ),
    Mutant(
        "german-waits-wrongly",
        "companion/content/languages/de.po",
        'msgstr "Weiter"',
        'msgstr "Zurück"',
        (GOLDEN,),
    ),
    Mutant(
        "guesses-without-delay",
        "companion/phones/codes.py",
        "return GUESS_DELAY if",
        "return 0.0 if",
        ("tests/phones/test_codes.py",),
    ),
    Mutant(
        "cardbot-knows-hands",
        "companion/games/cardbot/game.py",
        "viewer: int | None) -> CardbotPosition:\n",
        "viewer: int | None) -> CardbotPosition:\n        return position\n",
        (f"{CONTRACT}/test_secrets.py", "-k", "cardbot"),
    ),
    Mutant(
        "diesel-knows-hands",
        "companion/games/diesel/game.py",
        "viewer: int | None) -> DieselPosition:\n",
        "viewer: int | None) -> DieselPosition:\n        return position\n",
        (f"{CONTRACT}/test_secrets.py", "-k", "diesel"),
    ),
    Mutant(
        "reports-tell-shuffles",
        "companion/app/sealed_game.py",
        " and not _hides(session)",
        "",
        (f"{CONTRACT}/test_secrets.py", "-k", "reports"),
    ),
    Mutant(
        "faults-name-cards",
        "companion/session/reader_faults.py",
        'return text("this card was not dealt to this seat.',
        'return text(str(fault.found) + "this card was not dealt to this seat.',
        (f"{CONTRACT}/test_secrets.py", "-k", "fault"),
    ),
    Mutant(
        "faults-name-locked-cards",
        "companion/session/sealed.py",
        "        fault.kind != LOCKED\n",
        "        fault.kind == LOCKED\n",
        ("tests/session/test_sealed.py", "-k", "locked_card"),
    ),
    Mutant(
        "updates-by-anybody",
        "companion/privileged/parcel.py",
        'if _keygen("verify", sums, signature, "-f", str(signers), "-I", SIGNER).returncode == 0:',
        'if _keygen("check-novalidate", sums, signature).returncode == 0:',
        ("tests/privileged/test_parcel.py",),
    ),
    Mutant(
        "belts-turn-the-other-way",
        "companion/engine/elements/belt.py",
        "(self.heading - direction) % 4",
        "(direction - self.heading) % 4",
        ("tests/engine/test_scenarios.py",),
    ),
    Mutant(
        "lasers-through-the-first",
        "companion/engine/turn.py",
        "                    hits.append((target, piece.seat))\n                break\n",
        "                    hits.append((target, piece.seat))\n",
        ("tests/engine/test_scenarios.py",),
    ),
    Mutant(
        "fewest-combatants-decide",
        "companion/games/diesel/engine/counting.py",
        "most = max(numbers[seat] for seat in strongest)",
        "most = min(numbers[seat] for seat in strongest)",
        ("tests/games/diesel/test_scenarios.py", "tests/games/diesel/test_rules.py"),
    ),
    Mutant(
        "stuck-robots-drive",
        "companion/games/cardbot/engine/turn.py",
        'field.events.append(Stayed(seat, robot.square, robot.heading, STICKY, "CBR35"))',
        'field.advance(seat, robot.heading, MOVE, "CB07")',
        ("tests/games/cardbot/test_scenarios.py", "tests/games/cardbot/test_rules.py"),
    ),
    Mutant(
        "altered-games-are-taken",
        "companion/journal/file.py",
        "        if found != expected:\n",
        "        if found != expected and name == 'entries':\n",
        ("tests/journal/test_file.py",),
    ),
    Mutant(
        "damaged-frames-are-taken",
        "firmware/card_reader/wire.py",
        '    if ("%08x" % crc32(body)).encode() != line[-9:-1] or not _plain(body):',
        "    if not _plain(body):",
        ("tests/wire/test_noise.py", "tests/wire/test_frames.py"),
    ),
    Mutant(
        "early-touches-count",
        "companion/ui/tap_guard.py",
        "if not self.early or not isinstance(message, LEAVES):",
        "if not self.early or isinstance(message, LEAVES):",
        ("tests/ui/test_safe_fingers.py",),
    ),
    Mutant(
        "time-is-over-early",
        "companion/session/clock.py",
        "return max(0, ceil(deadline.seconds) - gone)",
        "return max(0, ceil(deadline.seconds) - 1 - gone)",
        ("tests/session/test_deadlines.py", "tests/session/test_timer.py"),
    ),
    Mutant(
        "every-code-is-a-seat",
        "companion/phones/codes.py",
        "if hmac.compare_digest(code.letters.encode(), wanted):",
        "if hmac.compare_digest(code.letters.encode()[:1], wanted[:1]):",
        ("tests/phones/test_codes.py",),
    ),
    Mutant(
        "paper-is-fitted",
        "companion/press/pdf.py",
        'canvas.setViewerPreference("PrintScaling", "None")',
        'canvas.setViewerPreference("PrintScaling", "AppDefault")',
        ("tests/press/test_print_settings.py",),
    ),
    Mutant(
        "german-is-missing",
        "companion/content/languages/de.po",
        'msgstr "Weiter"',
        'msgstr ""',
        ("tests/test_languages.py",),
    ),
    Mutant(
        "words-are-not-measured",
        "companion/ui/widgets/label.py",
        "            return needed <= height\n",
        "            return True\n",
        ("tests/ui/test_foot_words.py", "tests/ui/test_setup_screens.py"),
    ),
    Mutant(
        "cards-change-after-a-pull",
        "companion/session/answers.py",
        (
            "    if ask is None or slot not in ask.program.slots:\n        return session, "
            "()\n    if seat in"
        ),
        "    if ask is None or slot not in ask.program.slots or seat in match.question.answers:\n"
        "        return session, ()\n    if seat in",
        (f"{CONTRACT}/test_readers.py",),
    ),
    Mutant(
        "phones-answer-late",
        "companion/session/remote.py",
        "        or message.revision != session.revision\n        or message.player",
        "        or message.player",
        (f"{CONTRACT}/test_late_answers.py",),
    ),
    Mutant(
        "lights-fail-in-silence",
        "companion/session/steps.py",
        "    if words and not after.notice:\n",
        "    if False:\n",
        (f"{CONTRACT}/test_broken_games.py",),
    ),
    Mutant(
        "slots-left-out-on-the-way-back",
        "companion/session/past/rewind.py",
        "        seat: reader.row for seat, reader in point",
        "        seat: (*reader.row[:4], Reading()) for seat, reader in point",
        (f"{CONTRACT}/test_readers.py",),
    ),
    Mutant(
        "steps-keep-an-old-state",
        "companion/engine/play.py",
        "self.marks.append((len(self.events), state))",
        "self.marks.append((len(self.events), self.state))",
        ("tests/engine/test_steps.py",),
    ),
    Mutant(
        "tokens-lag-behind",
        "companion/games/scene.py",
        "tokens |= one.tokens",
        "tokens |= {}",
        ("tests/games/diesel/test_telling.py", "-k", "token"),
    ),
    Mutant(
        "loose-parts-stay",
        "companion/games/race/scene_diff.py",
        "for key in sorted({*was, *shall}):",
        "for key in ():",
        ("tests/session/test_extended_instructions.py",),
    ),
    Mutant(
        "chapters-lose-a-message",
        "companion/session/past/chapters.py",
        "log.messages.with_one(message)",
        "log.messages.with_one(message) if len(log.messages) % 9 else log.messages",
        (f"{CONTRACT}/test_chapters.py",),
    ),
    Mutant(
        "chapters-of-what-was-taken-back",
        "companion/session/past/chapters.py",
        "while openings and openings[-1].session.timeline.number > number:",
        "while openings and openings[-1].session.timeline.number > number + 10**6:",
        ("tests/session/test_chapters.py", f"{CONTRACT}/test_chapters.py"),
    ),
    Mutant(
        "chapters-hold-their-moments",
        "companion/session/past/chapters.py",
        'object.__setattr__(later, "past", chapter)',
        "chapter.number",
        ("tests/session/test_chapters.py",),
    ),
    Mutant(
        "snapshot-of-another-journal",
        "companion/app/snapshots.py",
        'and line["sum"] == journal.sum_after(kept.id, entries)',
        "",
        ("tests/test_snapshots.py",),
    ),
    Mutant(
        "snapshot-that-others-wrote",
        "companion/app/snapshots.py",
        "facts.st_mode & 0o022",
        "facts.st_mode & 0o000",
        ("tests/test_snapshots.py",),
    ),
    Mutant(
        "snapshot-of-old-code",
        "companion/app/snapshots.py",
        'and line["code"] == code_version(start.config.game)',
        "",
        ("tests/test_snapshots.py",),
    ),
)


def survives(mutant: Mutant, copy: Path) -> bool:
    """Make a fault in the copy, run its tests, and undo it. Return whether all of them pass.

    Raises:
        LookupError: The text to replace is not there any more.
    """
    path = copy / mutant.path
    right = path.read_text("utf-8")
    if mutant.old not in right:
        raise LookupError(f"{mutant.title}: {mutant.path} has no {mutant.old!r}")
    path.write_text(right.replace(mutant.old, mutant.new), "utf-8")
    try:
        return _passes(mutant.tests, copy)
    finally:
        path.write_text(right, "utf-8")


def _passes(tests: tuple[str, ...], copy: Path) -> bool:
    """Run the quick ones of some tests and return whether all pass.

    Raises:
        LookupError: There is none to run.
    """
    files = [word for word in tests if word.startswith(("tests/", "companion/"))]
    options = [f"--option={word}" for word in ("-x", *tests[len(files) :])]
    order = [sys.executable, "-m", "tests.run", "--quick", "--jobs", "1", *options, *files]
    paths = {**os.environ, "PYTHONPATH": str(copy.parent / FIRMWARE)}
    done = subprocess.run(order, cwd=copy, env=paths, capture_output=True, text=True, check=False)
    counted = re.search(r"(\d+) tests passed", done.stdout)
    if counted is None or (counted[1] == "0" and done.returncode == 0):
        raise LookupError(f"{tests}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return done.returncode == 0


def main(titles: list[str]) -> int:
    """Try the named faults, or all; return 1 if one survives."""
    wanted = [mutant for mutant in MUTANTS if not titles or mutant.title in titles]
    alive = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "-q", str(TOP), str(copy)], check=True)
        # The copy's own package of the reader, not that of the environment, without
        # firmware/code.py.
        (copy.parent / FIRMWARE).mkdir()
        (copy.parent / FIRMWARE / "card_reader").symlink_to(copy / "firmware/card_reader")
        # Tests that fail without a fault notice nothing.
        for tests in {mutant.tests for mutant in wanted}:
            if not _passes(tests, copy):
                raise LookupError(f"{tests} fail without any fault")
        for mutant in wanted:
            lives = survives(mutant, copy)
            alive += lives
            print(f"{'SURVIVES' if lives else 'caught  '}  {mutant.title}", flush=True)
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
