"""The print shop: boards, cards, markers, rules and reports as PDF or SVG, true to scale, from the data that is played with.

What is printed is first a value: a `Book` of pages of `marks`, in millimetres. `pdf` and `svg` put such a value into a file's bytes; what
stands on the pages is made in modules of their own. Nothing here writes files.

What only paper has stands in `paper` and `letters`; what is drawn on the screen too comes by `paint`. Reportlab is
imported only where words are measured or a PDF is written, since the app itself must start without it.
"""
