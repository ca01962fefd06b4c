"""The plots of the benchmarks, each as SVG and PNG: what was used of each aim, and the time that others take."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot
from matplotlib.axes import Axes
from page import TITLES, Results, figures

GOOD, BAD, OTHER = "#2a7f62", "#c0392b", "#8a94a6"

mpl.use("agg")
mpl.rcParams["svg.hashsalt"] = "replayable"  # the same figures give the same file
mpl.rcParams["svg.fonttype"] = "none"  # words stay words


def draw(results: Results, folder: Path) -> None:
    """Writes both plots into the folder."""
    _aims(results, folder)
    if results.get("peers", {}).get("figures"):
        _peers(results, folder)


def _aims(results: Results, folder: Path) -> None:
    """One bar an aim: what was used of it, on a logarithmic scale around 1."""
    rows = [
        (f"{TITLES[name]}: {figure.group}, {figure.name}", figure.share)
        for name, part in results.items()
        for figure in figures(part)
        if figure.share is not None
    ]
    drawing, axes = pyplot.subplots(figsize=(12, 1 + 0.28 * len(rows)))
    _bars(axes, [name for name, _ in rows], [share for _, share in rows], [GOOD if share <= 1 else BAD for _, share in rows])
    axes.set_xscale("log")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_title("What was used of each aim (1 is the aim; less is better)")
    _save(drawing, folder / "aims")


def _peers(results: Results, folder: Path) -> None:
    """Milliseconds of each library, one panel a history."""
    groups: dict[str, list[tuple[str, float]]] = {}
    for figure in figures(results["peers"]):
        if figure.unit == "ms" and figure.value is not None:
            groups.setdefault(figure.group, []).append((figure.name, figure.value))
    drawing, panels = pyplot.subplots(len(groups), figsize=(10, 1.9 * len(groups) + 1), squeeze=False)
    for axes, (group, rows) in zip(panels[:, 0], groups.items(), strict=True):
        _bars(axes, [name for name, _ in rows], [value for _, value in rows], [GOOD if name == "replayable" else OTHER for name, _ in rows])
        axes.set_title(f"{group}: milliseconds from file bytes to request bytes", fontsize=10)
    _save(drawing, folder / "peers")


def _bars(axes: Axes, names: list[str], values: list[float], colours: list[str]) -> None:
    drawn = axes.barh(names, values, color=colours)
    axes.invert_yaxis()
    axes.bar_label(drawn, [f"{value:,.0f}" if value >= 10 else f"{value:.2f}" for value in values], padding=3, fontsize=8)
    axes.margins(x=0.15, y=0.01)
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _save(drawing: pyplot.Figure, path: Path) -> None:
    drawing.tight_layout()
    drawing.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    drawing.savefig(path.with_suffix(".png"), dpi=110)
    pyplot.close(drawing)
