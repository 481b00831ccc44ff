"""A session at the table as a pure state machine: messages in, a new session and commands out."""
