"""Python in the page: the parts that are served to the reader, and how they are put together.

``start.js`` is on every page with code and draws its buttons.  The first press loads ``page.js``
(cells that can be edited, what they show) and, in a worker, ``worker.js`` with Pyodide,
``runner.py`` and ``needs.py``.
"""
