"""Every board element, one file each, named by the word of its kind.

`companion.engine.element.kinds` finds them here: a new element is a new file, and no list names it.
"""
