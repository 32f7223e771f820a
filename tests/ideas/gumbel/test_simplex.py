"""The triangle: corners, centre and the lattice of interior points."""

from __future__ import annotations

import numpy as np

from ideas.gumbel import simplex


def test_the_classes_are_the_corners_of_an_equilateral_triangle():
    corners = simplex.to_plane(np.eye(3))
    assert np.array_equal(corners, simplex.CORNERS)
    sides = [np.linalg.norm(corners[i] - corners[i - 1]) for i in range(3)]
    assert np.allclose(sides, 1)


def test_the_lattice_holds_each_interior_point_once():
    points = simplex.lattice(10)
    assert len(points) == 9 * 8 // 2 == len(np.unique(points, axis=0))
    assert (points > 0).all()
    assert np.allclose(points.sum(1), 1)
