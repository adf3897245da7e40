"""Overlay of polygons, in integers of 1e-6°: all edges are cut where they meet (iterated snap rounding), winding numbers say what lies
on either side of an edge, and edges with the result on one side alone are traced into rings. Crossings move by less than 0.1 m.
Results are valid polygons. Zones must not cross the antimeridian."""

from __future__ import annotations

from collections import defaultdict
from math import atan2, cos, pi, radians
from typing import Sequence

UNITS_PER_DEGREE = 1_000_000
MAX_ROUNDS = 100

Position = Sequence[float]
Polygon = Sequence[Sequence[Position]]
Zone = Sequence[Polygon]
Point = tuple[int, int]
Segment = tuple[Point, Point]
# Upwards, or eastwards if level; the winding number on the left less that on the right.
Edge = tuple[Point, Point, int]


def union_of(*zones: Zone) -> Zone:
    """Union of zones whose polygons may overlap and cross themselves: inside is where the winding number is positive."""
    return _inside([ring for zone in zones for polygon in zone for ring in _oriented(polygon)])


def halves_of(polygon: Polygon) -> tuple[Zone, Zone]:
    """Cuts a polygon through the middle of its longer side."""
    rings = _oriented(polygon)
    xs, ys = zip(*rings[0])
    middle = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    is_wide = (max(xs) - min(xs)) * cos(radians(middle[1] / UNITS_PER_DEGREE)) > max(ys) - min(ys)
    axis = 0 if is_wide else 1
    first, second = ([_clipped(ring, axis, middle[axis], side) for ring in rings] for side in (1, -1))
    return _inside(first), _inside(second)


def _oriented(polygon: Polygon) -> list[list[Point]]:
    """Closed rings: the shell counterclockwise, holes clockwise."""
    rings = [[(round(at[0] * UNITS_PER_DEGREE), round(at[1] * UNITS_PER_DEGREE)) for at in ring] for ring in polygon]
    return [ring if (_double_area(ring) > 0) == (index == 0) else ring[::-1] for index, ring in enumerate(rings)]


def _clipped(ring: list[Point], axis: int, limit: int, side: int) -> list[Point]:
    """A closed ring on one side of a line (Sutherland and Hodgman, 1974); edges along the line cancel in sums of windings."""
    clipped: list[Point] = []
    for a, b in zip(ring, ring[1:]):
        if side * (a[axis] - limit) <= 0:
            clipped.append(a)
        if (a[axis] < limit < b[axis]) or (b[axis] < limit < a[axis]):
            low, high = sorted((a, b))
            share = (limit - low[axis]) / (high[axis] - low[axis])
            across = round(low[1 - axis] + share * (high[1 - axis] - low[1 - axis]))
            clipped.append((limit, across) if axis == 0 else (across, limit))
    return clipped + clipped[:1]


def _double_area(ring: Sequence[Point]) -> int:
    return sum(_side(ring[0], ring[i - 1], ring[i]) for i in range(len(ring)))


def _side(a: Point, b: Point, c: Point) -> int:
    """Positive with c left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _edges(rings: list[list[Point]]) -> list[Edge]:
    """Cuts segments of rings until they meet at ends alone, and merges equal ones."""
    parts = [(a, b) for ring in rings for a, b in zip(ring, ring[1:]) if a != b]
    for _ in range(MAX_ROUNDS):
        cuts = _cuts(parts)
        if not cuts:
            return _merged(parts)
        cut_parts: list[Segment] = []
        for index, part in enumerate(parts):
            (x, y), (to_x, to_y) = part
            along = sorted(cuts[index], key=lambda at: (at[0] - x) * (to_x - x) + (at[1] - y) * (to_y - y)) if index in cuts else []
            stops = [part[0], *along, part[1]]
            cut_parts += [(a, b) for a, b in zip(stops, stops[1:]) if a != b]
        parts = cut_parts
    raise ArithmeticError("the overlay of these polygons does not end")


def _cuts(segments: list[Segment]) -> dict[int, list[Point]]:
    """Points inside segments, by their indexes, where others meet them."""
    cuts: dict[int, list[Point]] = defaultdict(list)
    boxes = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in segments]
    active: list[int] = []
    for i in sorted(range(len(segments)), key=lambda index: boxes[index][0]):
        west, _, south, north = boxes[i]
        active = [j for j in active if boxes[j][1] >= west]
        for j in active:
            if boxes[j][2] <= north and boxes[j][3] >= south:
                _cut_pair(segments, i, j, cuts)
        active.append(i)
    return cuts


def _cut_pair(segments: list[Segment], i: int, j: int, cuts: dict[int, list[Point]]) -> None:
    (a, b), (c, d) = segments[i], segments[j]
    a_side, b_side, c_side, d_side = _side(c, d, a), _side(c, d, b), _side(a, b, c), _side(a, b, d)

    def cut(index: int, at: Point) -> None:
        if at not in segments[index]:
            cuts[index].append(at)

    for side, at, index, start, end in (
        (a_side, a, j, c, d),
        (b_side, b, j, c, d),
        (c_side, c, i, a, b),
        (d_side, d, i, a, b),
    ):
        if side == 0 and _is_in_box(at, start, end):
            cut(index, at)
    if (a_side > 0) == (b_side > 0) or (c_side > 0) == (d_side > 0) or 0 in (a_side, b_side, c_side, d_side):
        return
    share = a_side / (a_side - b_side)
    at = (round(a[0] + share * (b[0] - a[0])), round(a[1] + share * (b[1] - a[1])))
    cut(i, at)
    cut(j, at)


def _is_in_box(at: Point, a: Point, b: Point) -> bool:
    return all(min(a[i], b[i]) <= at[i] <= max(a[i], b[i]) for i in (0, 1))


def _merged(segments: list[Segment]) -> list[Edge]:
    turns: dict[Segment, int] = defaultdict(int)
    for start, end in segments:
        is_upwards = (end[1], end[0]) > (start[1], start[0])
        turns[(start, end) if is_upwards else (end, start)] += 1 if is_upwards else -1
    return [(start, end, turn) for (start, end), turn in turns.items() if turn]


def _left_windings(edges: list[Edge]) -> list[int]:
    """Winding numbers on the left of each edge, by a ray from one edge of each chain without branches."""
    meeting: dict[Point, list[int]] = defaultdict(list)
    for index, (start, end, _) in enumerate(edges):
        meeting[start].append(index)
        meeting[end].append(index)
    left: dict[int, int] = {}
    for first in range(len(edges)):
        if first in left:
            continue
        left[first] = _winding_by_ray(edges, first)
        open_edges = [first]
        while open_edges:
            index = open_edges.pop()
            for end in edges[index][:2]:
                if len(meeting[end]) != 2:
                    continue
                (following,) = (other for other in meeting[end] if other != index)
                if following in left:
                    continue
                goes_on = (edges[index][0] == end) != (edges[following][0] == end)
                left[following] = left[index] if goes_on else left[index] - edges[index][2]
                open_edges.append(following)
    return [left[index] for index in range(len(edges))]


def _winding_by_ray(edges: list[Edge], index: int) -> int:
    """The ray goes east from an edge's middle, just above it; coordinates are doubled to stay integers."""
    start, end, turn = edges[index]
    middle = (start[0] + end[0], start[1] + end[1])
    winding = 0 if start[1] == end[1] else turn
    for other, (a, b, crossed) in enumerate(edges):
        if other != index and 2 * a[1] <= middle[1] < 2 * b[1]:
            if _side((2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1]), middle) > 0:
                winding += crossed
    return winding


def _inside(outlines: list[list[Point]]) -> Zone:
    """Polygons of the area where the winding number of closed rings is positive."""
    edges = _edges(outlines)
    border: list[Segment] = []
    for (start, end, turn), left in zip(edges, _left_windings(edges)):
        if (left > 0) != (left - turn > 0):
            border.append((start, end) if left > 0 else (end, start))
    rings = sorted(_rings(border), key=_double_area)
    shells = [ring for ring in rings if _double_area(ring) > 0]
    polygons = [[shell] for shell in shells]
    for hole in rings[: len(rings) - len(shells)]:
        around = next(i for i, shell in enumerate(shells) if _is_around(shell, hole))
        polygons[around].append(hole)
    return [
        [[[x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE] for x, y in [*ring, ring[0]]] for ring in polygon]
        for polygon in polygons
    ]


def _rings(border: list[Segment]) -> list[list[Point]]:
    """Open rings with the result on their left, which touch themselves nowhere."""
    leaving: dict[Point, list[Point]] = defaultdict(list)
    for start, end in border:
        leaving[start].append(end)
    rings: list[list[Point]] = []
    for first in border:
        if first[1] not in leaving[first[0]]:
            continue
        leaving[first[0]].remove(first[1])
        path, places = [first[0]], {first[0]: 0}
        before, at = first
        while True:
            if at in places:
                place = places[at]
                rings.append(path[place:])
                for point in path[place + 1 :]:
                    del places[point]
                del path[place + 1 :]
                if place == 0:
                    break
            else:
                places[at] = len(path)
                path.append(at)
            onwards = min(leaving[at], key=lambda end: _clockwise(before, at, end))
            leaving[at].remove(onwards)
            before, at = at, onwards
    return rings


def _clockwise(before: Point, at: Point, onwards: Point) -> float:
    """Angle from the way back to a way on, over (0, 2π]."""
    angle = atan2(before[1] - at[1], before[0] - at[0]) - atan2(onwards[1] - at[1], onwards[0] - at[0])
    return angle if angle > 0 else angle + 2 * pi


def _is_around(shell: list[Point], hole: list[Point]) -> bool:
    """By the middle of the hole's first edge, which lies on no other ring."""
    middle = (hole[0][0] + hole[1][0], hole[0][1] + hole[1][1])
    is_inside = False
    for i, end in enumerate(shell):
        low, high = sorted((shell[i - 1], end), key=lambda at: at[1])
        if (2 * low[1] > middle[1]) == (2 * high[1] > middle[1]):
            continue
        if _side((2 * low[0], 2 * low[1]), (2 * high[0], 2 * high[1]), middle) > 0:
            is_inside = not is_inside
    return is_inside
