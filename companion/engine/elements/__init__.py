"""Every board element, one file each, called as the word of its kind; `companion.engine.element.kinds` finds them here.

A new element is a new file here; no list names it.
"""
