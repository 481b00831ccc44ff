"""The print shop: boards, cards, markers, rules and reports as PDF or SVG, true to scale.

A print is first a value: a `Document` of pages of `marks`, in millimetres. `pdf` and `svg` turn it
into the bytes of a file; other modules make the pages. Nothing here writes files.

`paper` and `letters` are for paper only; drawings shared with the screen come through `paint`.
Reportlab is imported only to measure words or to write a PDF, since the app must start without it.
"""
