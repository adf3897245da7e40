"""Counts at the rows of a GeoDataFrame of geopandas."""

from __future__ import annotations

from typing import Any

from .client import USUAL_DEVIATION_M, PopulationCount


def count_frame(
    service: PopulationCount,
    endpoint: str,
    frame: Any,
    *,
    within_m: float = USUAL_DEVIATION_M,
    travel: str | None = None,
    time: int | None = None,
) -> Any:
    """A copy of a GeoDataFrame with the columns people, low, high, cut, within_m and error. Points need `travel` and `time`
    (seconds). The frame must have a coordinate reference system."""
    columns: dict[str, list[Any]] = {
        name: [None] * len(frame) for name in ("people", "low", "high", "cut", "within_m", "error")
    }
    sites: list[dict[str, Any]] = []
    for row, geometry in enumerate(frame.to_crs(4326).geometry):
        if geometry is not None and geometry.geom_type == "Point":
            place = {"lon": geometry.x, "lat": geometry.y, "travel": travel, "time": time}
        else:
            place = {"zone": geometry}
        sites.append({"row": row, "endpoint": endpoint, **place})
    for result in service.count_sites(sites, within_m=within_m):
        row, count = result.site["row"], result.count
        if count is None:
            columns["error"][row] = str(result.error)
            continue
        columns["people"][row], columns["cut"][row], columns["within_m"][row] = count.people, count.is_cut, count.within_m
        if count.interval:
            columns["low"][row], columns["high"][row] = count.interval.low, count.interval.high
    return frame.assign(**columns)
