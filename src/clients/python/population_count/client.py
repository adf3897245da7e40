"""Client of the service: counts at places of any size, at many sites, and in the union of zones."""

from __future__ import annotations

import base64
import json
import re
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPException
from itertools import count as count_up
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Sequence
from urllib.parse import urlencode

from .errors import CountFailed, InvalidQuestion, MixedVersions, NotAuthorized, ServiceDefect, Unavailable, failure_of
from .fit_zone import fit_zone, polygon_text, polygons_in
from .overlay import Zone, union_of

ENDPOINTS = ("livingcount", "workingcount")
ISOCHRONE = ("lon", "lat", "travel", "time")
# As the service counts isochrones: 25 m for walks.
USUAL_DEVIATION_M = 10
# Without `Retry-After`.
DEFAULT_WAIT_S = 60
MAX_WAIT_S = 600
# Waits after a call that did not reach the service.
UNREACHED_WAITS_S = (0.25, 1)
# Of all parts, while a region is being published.
VERSION_TRIES = 3
# Share of the quota that calls after a rest may take at once; the others are spaced over the window.
BURST_SHARE = 0.2

# An isochrone (`lon`, `lat`, `travel`, and `time` in seconds) or a `zone`: GeoJSON, or what has a `__geo_interface__`.
Place = Mapping[str, Any]


@dataclass(frozen=True)
class Interval:
    low: int
    # `None` where an isochrone is cut.
    high: int | None


@dataclass(frozen=True)
class Count:
    """People at a place."""

    people: int
    # Where the true count is expected nine times out of ten, summed over parts; `None` if a part has none.
    interval: Interval | None
    # Whether an isochrone reached the edge of the road data, so that the count is a lower bound.
    is_cut: bool
    is_simulated: bool
    area_m2: float
    # Who must be named for the number.
    sources: tuple[str, ...]
    # GeoJSON Feature.
    isochrone: dict[str, Any] | None
    # Zones of the grid in which presence was measured, for `workingcount`.
    grid_zones: tuple[dict[str, Any], ...]
    # How far the zones counted are from the one given, at most.
    within_m: float
    # As the service gave them, for each part of the zone.
    details: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class TogetherPlace:
    count: Count
    # People that no place before it has.
    adds: int


@dataclass(frozen=True)
class Together:
    # People in the union, each counted once.
    together: Count
    places: tuple[TogetherPlace, ...]


@dataclass(frozen=True)
class Band:
    time: int
    count: Count
    # People that no shorter time reaches.
    adds: int


class SiteResult(NamedTuple):
    site: Mapping[str, Any]
    # One of the two is `None`.
    count: Count | None
    error: CountFailed | None


class _GivenUp(Exception):
    """The question that a call belongs to has failed, or nobody waits for it."""


class PopulationCount:
    def __init__(self, url: str, key: str, secret: str, *, at_once: int = 4, tries: int = 20, timeout_s: float = 120):
        """at_once: calls under way at the same time; tries: of a call at 429 and 503, after waiting as `Retry-After` says"""
        self._url = url.rstrip("/")
        self._authorization = "Basic " + base64.b64encode(f"{key}:{secret}".encode()).decode()
        self._at_once, self._tries, self._timeout_s = at_once, tries, timeout_s
        self._calls = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        # When the calls so far are spaced out, monotonic (generic cell rate algorithm).
        self._spaced_s = 0.0
        # Between calls that count once towards the rate limit.
        self._pause_s = 0.0
        self._burst_s = 0.0
        self._resumes_s = 0.0

    def count(self, endpoint: str, place: Place, *, within_m: float = USUAL_DEVIATION_M) -> Count:
        """Counts people at a place. A zone too large for one call takes several, whose counts are added up. Raises CountFailed."""
        return self._count(endpoint, place, within_m, None)

    def count_sites(
        self, sites: Iterable[Mapping[str, Any]], *, within_m: float = USUAL_DEVIATION_M
    ) -> Iterator[SiteResult]:
        """Counts at many sites, within the rate limit; yields answers as they come. A site, a place with its `endpoint` and anything
        else, stops no other without an answer. After a break, ask for the sites that were not yielded.

        Raises NotAuthorized and Unavailable: no site would be answered now.
        """
        left = iter(sites)
        with self._threads(None) as (pool, stop):
            asked: dict[Future[Count], Mapping[str, Any]] = {}
            while True:
                for site in left:
                    endpoint = site.get("endpoint", "")
                    asked[pool.submit(self._count, endpoint, site, within_m, stop)] = site
                    if len(asked) == self._at_once:
                        break
                if not asked:
                    return
                for future in wait(asked, return_when=FIRST_COMPLETED).done:
                    site = asked.pop(future)
                    try:
                        result = SiteResult(site, future.result(), None)
                    except (NotAuthorized, Unavailable):
                        raise
                    except CountFailed as error:
                        result = SiteResult(site, None, error)
                    yield result

    def count_together(
        self, endpoint: str, places: Sequence[Place], *, within_m: float = USUAL_DEVIATION_M
    ) -> Together:
        """Counts people in the union of places, each person once, and what each place adds to those before it."""
        if not places:
            raise InvalidQuestion("no place is given")
        fitted = [_fitted(place, within_m) for place in places]
        deviation_m = max(zone[1] if zone else 0 for zone in fitted)

        def ask() -> list[Count]:
            def count_place(i: int) -> Count:
                zone = fitted[i]
                return self._count_parts(endpoint, *zone, stop) if zone else self._count(endpoint, places[i], within_m, stop)

            def count_union(i: int) -> Count:
                if i == 0:
                    return counts[0]
                return self._count_parts(endpoint, fit_zone(union_of(*zones[: i + 1]), 0)[0], deviation_m, stop)

            with self._threads(None) as (pool, stop):
                counts = list(pool.map(count_place, range(len(places))))
                zones = [zone[0] if zone else polygons_in(one.isochrone) for zone, one in zip(fitted, counts)]
                return counts + list(pool.map(count_union, range(len(places))))

        answers = _of_one_version(ask)
        counts, unions = answers[: len(places)], answers[len(places) :]
        together = unions[-1]
        if any(one.is_cut for one in counts):
            interval = together.interval and Interval(together.interval.low, None)
            together = replace(together, is_cut=True, interval=interval)
        before = [0, *(one.people for one in unions)]
        return Together(
            together,
            tuple(TogetherPlace(one, union.people - less) for one, union, less in zip(counts, unions, before)),
        )

    def count_bands(self, endpoint: str, place: Place, times: Iterable[int]) -> tuple[Band, ...]:
        """Counts people within several travel times of a point, in seconds, and what each time adds to the one before it."""
        ordered = sorted(set(times))

        def ask() -> list[Count]:
            with self._threads(None) as (pool, stop):
                return list(pool.map(lambda one: self._count(endpoint, {**place, "time": one}, 0, stop), ordered))

        counts = _of_one_version(ask)
        before = [0, *(one.people for one in counts)]
        return tuple(Band(one, count, count.people - less) for one, count, less in zip(ordered, counts, before))

    def _count(self, endpoint: str, place: Place, within_m: float, stop: threading.Event | None) -> Count:
        zone = _fitted(place, within_m)
        if zone:
            return self._count_parts(endpoint, *zone, stop)
        parameters = {name: place[name] for name in ISOCHRONE if name in place}
        return _count_of([self._ask(endpoint, parameters, stop)], endpoint, 0)

    def _count_parts(self, endpoint: str, parts: Zone, within_m: float, stop: threading.Event | None) -> Count:
        def ask() -> list[Count]:
            with self._threads(stop) as (pool, ended):
                asked = [{"zone": polygon_text(part)} for part in parts]
                answers = list(pool.map(lambda one: self._ask(endpoint, one, ended), asked))
            return [_count_of(answers, endpoint, within_m)]

        return _of_one_version(ask)[0]

    @contextmanager
    def _threads(self, outer: threading.Event | None) -> Iterator[tuple[ThreadPoolExecutor, threading.Event]]:
        """Threads of one question, which stop waiting once it fails or nobody wants its answer."""
        stop = outer or threading.Event()
        pool = ThreadPoolExecutor(self._at_once)
        try:
            yield pool, stop
        except BaseException:
            if outer is None:
                stop.set()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _ask(self, endpoint: str, parameters: Mapping[str, Any], stop: threading.Event | None) -> dict[str, Any]:
        if endpoint not in ENDPOINTS:
            raise InvalidQuestion(f"the endpoint is {' or '.join(ENDPOINTS)}")
        query = urlencode({"details": "true", **parameters})
        status, text = self._get(f"/api/v1/{endpoint}?{query}", stop or threading.Event())
        try:
            body = json.loads(text)
        except ValueError:
            raise ServiceDefect(f"{self._url} answers HTTP {status}, and no JSON", status) from None
        if status == 200 and body.get("success") is True and "details" in body:
            return body
        raise failure_of(status, body.get("error") or f"{self._url} answers HTTP {status}, without a count")

    def _get(self, path: str, stop: threading.Event) -> tuple[int, bytes]:
        """Fetches a path, within the rate limit; waits and asks again at 429 and 503."""
        with self._calls:
            for tries in count_up(1):
                with self._lock:
                    now = time.monotonic()
                    start = self._spaced_s - self._burst_s
                    self._spaced_s = max(now, self._spaced_s) + self._pause_s
                _sleep(start - now, stop)
                while self._resumes_s > time.monotonic():
                    _sleep(self._resumes_s - time.monotonic(), stop)
                status, headers, body = self._fetch(path, stop)
                self._pace(headers.get("RateLimit-Policy") or "")
                if status not in (429, 503) or tries >= self._tries:
                    return status, body
                said = headers.get("Retry-After") or ""
                wait_s = min(MAX_WAIT_S, int(said)) if said.isdecimal() else DEFAULT_WAIT_S
                if status == 503:
                    _sleep(wait_s, stop)
                else:
                    self._resumes_s = max(self._resumes_s, time.monotonic() + wait_s)
        raise AssertionError("no end")

    def _fetch(self, path: str, stop: threading.Event) -> tuple[int, Mapping[str, str], bytes]:
        request = urllib.request.Request(self._url + path)
        # A redirect to another host must not get the secret.
        request.add_unredirected_header("Authorization", self._authorization)
        for wait_s in (*UNREACHED_WAITS_S, None):
            try:
                with urllib.request.urlopen(request, timeout=self._timeout_s) as response:
                    return response.status, response.headers, response.read()
            except urllib.error.HTTPError as refused:
                with refused:
                    return refused.code, refused.headers, refused.read()
            except (OSError, HTTPException) as cause:
                if wait_s is None:
                    reason = getattr(cause, "reason", cause)
                    raise Unavailable(f"{self._url} cannot be reached ({reason})") from cause
            _sleep(wait_s, stop)
        raise AssertionError("no end")

    def _pace(self, policy: str) -> None:
        """Keeps calls apart by what `RateLimit-Policy` allows; a wide call counts more than once."""
        said = re.search(r"q=(\d+);w=(\d+)(?:;.*calls=(\d+))?", policy)
        if not said or int(said[1]) == 0:
            return
        quota, window_s, calls = (int(number or 1) for number in said.groups())
        burst = BURST_SHARE * quota
        with self._lock:
            self._pause_s = window_s / (quota - burst)
            self._burst_s = burst * self._pause_s
            self._spaced_s += (calls - 1) * self._pause_s


def _sleep(seconds: float, stop: threading.Event) -> None:
    if stop.wait(max(0.0, seconds)):
        raise _GivenUp


def _fitted(place: Place, within_m: float) -> tuple[Zone, float] | None:
    """Zones of the calls for a place; `None` for an isochrone."""
    return fit_zone(polygons_in(place["zone"]), within_m) if "zone" in place else None


def _of_one_version(ask: Callable[[], list[Count]]) -> list[Count]:
    """Asks again where answers that belong together come from two versions of a region."""
    for _ in range(VERSION_TRIES):
        counts = ask()
        versions = {
            (dataset["region"], dataset["version"])
            for one in counts
            for part in one.details
            for dataset in part["datasets"]
        }
        if len(versions) == len({region for region, _ in versions}):
            return counts
    raise MixedVersions("data was published while parts of this count were asked: ask again")


def _count_of(answers: Sequence[Mapping[str, Any]], endpoint: str, within_m: float) -> Count:
    details = [answer["details"] for answer in answers]
    datasets = [dataset for part in details for dataset in part["datasets"]]
    intervals = [part["interval"] for part in details]
    sources = [source for dataset in datasets for source in dataset["sources"] if source["attribution"]]
    return Count(
        people=sum(answer[endpoint] for answer in answers),
        interval=_sum_of_intervals(intervals) if all(intervals) else None,
        is_cut=any(part.get("cut") is True for part in details),
        is_simulated=any(dataset["simulated"] for dataset in datasets),
        area_m2=sum(part["area_m2"] for part in details),
        # Each source once, in their order.
        sources=tuple(dict.fromkeys(
            " ".join(str(source[name]) for name in ("role", "vintage", "attribution") if source[name] is not None)
            for source in sources
        )),
        isochrone=answers[0].get("isochrone"),
        grid_zones=tuple(answer["workingcountzone"] for answer in answers if "workingcountzone" in answer),
        within_m=within_m,
        details=tuple(details),
    )  # fmt: skip


def _sum_of_intervals(intervals: Sequence[Mapping[str, Any]]) -> Interval:
    """Adds up bounds, which are then wider than nine in ten."""
    highs = [interval["high"] for interval in intervals]
    return Interval(sum(interval["low"] for interval in intervals), None if None in highs else sum(highs))
