"""What all checks find, as the session is told it."""
from __future__ import annotations

from companion.health.base import examined, title_of
from companion.health.world import World
from companion.session.house_messages import Checked


def all_checked(world: World) -> tuple[Checked, ...]:
    """Let every check look, which may take seconds; never raises.

    In the order in which the checks are named; each finding with the title of its check.
    """
    return tuple(Checked(finding.check, title_of(finding), finding.state, finding.words, finding.remedy) for finding in examined(world))
