"""The past of a session: its moments, the ways back to them, and the replay of a kept session."""
