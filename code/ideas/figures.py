"""How the course's figures look: one call, made in the first cell that draws.

The colours are those of Okabe and Ito (2008), which stay apart for readers with any of the
three common colour-vision deficiencies.  Text stays text, so that a screen reader and a search
can find it.  On the site, everything drawn in :data:`INK` takes the colour of the page's own
text, in light and in dark.
"""

from __future__ import annotations

INK = "#222222"
"""Colour of text, axes and outlines; the site replaces it by the page's text colour."""

ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#e69f00",
    "#56b4e9",
    "#009e73",
    "#f0e442",
    "#0072b2",
    "#d55e00",
    "#cc79a7",
)
"""Okabe and Ito's palette, without its black."""

CYCLE = (SKY, ORANGE, GREEN, VERMILION, PURPLE, BLUE, YELLOW)
"""The order in which curves take their colours: the ones readable on white and on black first."""


def use_course_style() -> None:
    """Set matplotlib's defaults for the course: SVG, no background, text as text.

    Outside a notebook only the defaults change; inside one, figures become SVG.
    Needs matplotlib, which is imported here and not before.

    >>> use_course_style()
    >>> import matplotlib
    >>> matplotlib.rcParams["svg.fonttype"]
    'none'
    """
    import matplotlib as mpl
    from cycler import cycler

    mpl.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "ideas-you-can-run",
            "figure.facecolor": "none",
            "axes.facecolor": "none",
            "savefig.facecolor": "none",
            "legend.facecolor": "none",
            "legend.framealpha": 0,
            "legend.frameon": False,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": INK,
            "axes.titlecolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "hatch.color": INK,
            "axes.prop_cycle": cycler(color=CYCLE),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "grid.color": INK,
            "grid.alpha": 0.15,
            "font.size": 12,
            "figure.figsize": (5.6, 3.4),
            "figure.constrained_layout.use": True,
        }
    )
    if _in_notebook():
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("svg")


def _in_notebook() -> bool:
    try:
        from IPython import get_ipython
    except ModuleNotFoundError:
        return False
    shell = get_ipython()
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"
