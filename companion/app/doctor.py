"""What all checks find, as the evening is told it."""
from __future__ import annotations

from companion.health.base import Finding, check, examined
from companion.health.world import World
from companion.session.house_messages import Checked


def all_checked(world: World) -> tuple[Checked, ...]:
    """Let every check look, which may take seconds; never raises.

    In the order in which the checks are named; each finding with the title of its check.
    """
    return tuple(Checked(finding.check, title_of(finding), finding.state, finding.words, finding.remedy) for finding in examined(world))


def title_of(finding: Finding) -> str:
    """What the check of a finding looks at, its name where it cannot be loaded."""
    try:
        return check(finding.check).TITLE
    except Exception:
        # A check that fails while it is loaded is a finding already.
        return finding.check
