"""The rules of Diesel Demolition Derby as pure functions on states, choices and events."""
