"""The past of a session: its moments, ways back to them, and how a session is told again from what was kept."""
