"""Types of those parts of Kivy that `companion.ui` uses, for type checkers only."""

kivy_data_dir: str
