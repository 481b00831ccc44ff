"""Print, import and export boards of races."""
