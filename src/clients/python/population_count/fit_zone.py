"""Fits polygons of any size into zones of calls: simplified within a distance, and split where that is not enough."""

from __future__ import annotations

import json
from math import cos, hypot, radians, sin
from typing import Any, Sequence
from urllib.parse import urlencode

from .errors import InvalidQuestion
from .overlay import Polygon, Position, Zone, halves_of, union_of

EARTH_RADIUS_M = 6_371_007.18
METRES_PER_DEGREE = radians(EARTH_RADIUS_M)
DISTANCES_M = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
# Due to rounding to six decimals.
ROUNDED_M = 0.1
MAX_PARTS = 1_000
# Limits of a call; areas and lengths on the sphere differ by less than a hundredth from those on the ellipsoid.
MAX_QUERY_BYTES = 16_384
MAX_POSITIONS = 500
MAX_AREA_M2 = 0.99e10
MAX_PERIMETER_M = 1.98e6

NO_POLYGON = "the zone is neither a GeoJSON Polygon nor a MultiPolygon with closed rings"


def fit_zone(zone: Zone, most_m: float = 10) -> tuple[Zone, float]:
    """Polygons with disjoint interiors, a call each, and their distance from the given boundary in metres, at most; parts narrower
    than twice that may be missing.

    zone: polygons that may overlap, whose people are counted once
    most_m: the largest deviation that is accepted; 0 only splits
    Raises InvalidQuestion if a polygon crosses itself, if nothing is left, or for more than 1,000 parts.
    """
    if len(zone) == 1 and fits_one_call(zone[0]):
        return zone, 0
    simplified = [_simplified(polygon, most_m) for polygon in zone]
    together = simplified[0][0] if len(zone) == 1 else union_of(*(one for one, _ in simplified))
    parts: list[Polygon] = []
    open_polygons = list(together)
    while open_polygons:
        polygon = open_polygons.pop()
        if fits_one_call(polygon):
            parts.append(polygon)
        else:
            open_polygons += [half for zone in halves_of(polygon) for half in zone]
        if len(parts) + len(open_polygons) > MAX_PARTS:
            raise InvalidQuestion(f"the zone has more than {MAX_PARTS} parts: leave out small ones, or count in pieces")
    if not parts:
        raise InvalidQuestion(f"the zone has no area, or is nowhere wider than {2 * most_m} m: give a smaller within_m")
    return parts, max(within_m for _, within_m in simplified)


def polygons_in(geometry: Any) -> Zone:
    """Reads GeoJSON or what has a `__geo_interface__`: a Polygon, a MultiPolygon, or a Feature of one."""
    geojson = getattr(geometry, "__geo_interface__", geometry)
    kind = geojson.get("type") if isinstance(geojson, dict) else None
    if kind == "Feature":
        return polygons_in(geojson.get("geometry"))
    coordinates = geojson.get("coordinates") if kind in ("Polygon", "MultiPolygon") else None
    try:
        polygons = [coordinates] if kind == "Polygon" else list(coordinates)
        read = [[[[float(at[0]), float(at[1])] for at in ring] for ring in polygon] for polygon in polygons]
    except (TypeError, ValueError, IndexError):
        raise InvalidQuestion(NO_POLYGON) from None
    rings = [ring for polygon in read for ring in polygon]
    if not read or not all(read) or any(len(ring) < 4 or ring[0] != ring[-1] for ring in rings):
        raise InvalidQuestion(NO_POLYGON)
    if not all(abs(lon) <= 180 and abs(lat) <= 90 for ring in rings for lon, lat in ring):
        raise InvalidQuestion("the zone has positions that are not WGS84 degrees")
    return read


def polygon_text(polygon: Polygon) -> str:
    return json.dumps({"type": "Polygon", "coordinates": polygon}, separators=(",", ":"))


def fits_one_call(polygon: Polygon) -> bool:
    return _is_short_enough(polygon) and _area_m2([polygon]) <= MAX_AREA_M2 and _perimeter_m(polygon) <= MAX_PERIMETER_M


def _is_short_enough(polygon: Polygon) -> bool:
    if sum(len(ring) for ring in polygon) > MAX_POSITIONS:
        return False
    return len(urlencode({"details": "true", "zone": polygon_text(polygon)})) <= MAX_QUERY_BYTES


def _simplified(polygon: Polygon, most_m: float) -> tuple[Zone, float]:
    """With the least tolerance of a list that makes it fit a call, or else the last one."""
    tolerances_m = [0, *(distance for distance in DISTANCES_M if distance < most_m), *([most_m] if most_m > 0 else [])]
    dropped_m = [_dropped_at(ring) for ring in polygon] if most_m > 0 else []
    for within_m in tolerances_m:
        is_last = within_m == tolerances_m[-1]
        rings = polygon
        if within_m > 0:
            most = max(0, within_m - ROUNDED_M)
            rings = [[at for at, away in zip(ring, dropped) if away > most] for ring, dropped in zip(polygon, dropped_m)]
        if not is_last and sum(len(ring) for ring in rings) > MAX_POSITIONS:
            continue
        zone = union_of([rings])
        if abs(_area_m2(zone) - _area_m2([polygon])) > _perimeter_m(polygon) * (within_m + ROUNDED_M):
            raise InvalidQuestion("the zone is not a valid polygon: its rings cross each other or themselves")
        if is_last or all(_is_short_enough(part) for part in zone):
            return zone, within_m
    raise AssertionError("no tolerance")


def _dropped_at(ring: Sequence[Position]) -> list[float]:
    """For each position, the tolerance in metres from which Douglas and Peucker (1973) drop it."""
    last = len(ring) - 1
    dropped_m = [0.0] * len(ring)
    middle, _ = _farthest(ring, 0, last)
    for index in (0, middle, last):
        dropped_m[index] = float("inf")
    stretches = [(0, middle, float("inf")), (middle, last, float("inf"))]
    while stretches:
        start, end, most_m = stretches.pop()
        if end - start < 2:
            continue
        index, distance_m = _farthest(ring, start, end)
        dropped_m[index] = distance_m = min(most_m, distance_m)
        if distance_m > 0:
            stretches += [(start, index, distance_m), (index, end, distance_m)]
    return dropped_m


def _farthest(ring: Sequence[Position], start: int, end: int) -> tuple[int, float]:
    """The position farthest from the line between two others, and its distance in metres."""
    (a_lon, a_lat), (b_lon, b_lat) = ring[start], ring[end]
    farthest, most = start, -1.0
    for index in range(start + 1, end):
        lon, lat = ring[index]
        scale = cos(radians(lat))
        ax, ay = (a_lon - lon) * scale, a_lat - lat
        dx, dy = (b_lon - a_lon) * scale, b_lat - a_lat
        along = max(0.0, min(1.0, -(ax * dx + ay * dy) / (dx * dx + dy * dy or 1.0)))
        away = hypot(ax + along * dx, ay + along * dy)
        if away > most:
            farthest, most = index, away
    return farthest, most * METRES_PER_DEGREE


def _area_m2(zone: Zone) -> float:
    return sum(
        abs(_ring_area_m2(ring)) * (1 if index == 0 else -1) for polygon in zone for index, ring in enumerate(polygon)
    )


def _ring_area_m2(ring: Sequence[Position]) -> float:
    """By Simpson's rule below each edge, which is straight in longitude and latitude."""
    base = sin(radians(ring[0][1]))
    total = 0.0
    for (lon, lat), (to_lon, to_lat) in zip(ring, ring[1:]):
        sines = sin(radians(lat)) + 4 * sin(radians((lat + to_lat) / 2)) + sin(radians(to_lat))
        total += radians(to_lon - lon) * (sines / 6 - base)
    return total * EARTH_RADIUS_M**2


def _perimeter_m(polygon: Polygon) -> float:
    return METRES_PER_DEGREE * sum(
        hypot((b[0] - a[0]) * cos(radians((a[1] + b[1]) / 2)), b[1] - a[1])
        for ring in polygon
        for a, b in zip(ring, ring[1:])
    )
