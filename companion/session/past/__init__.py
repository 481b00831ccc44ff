"""The past of a session: its undo points, ways back to them, and the replay of a kept session."""
