"""How many people live or work at a place: client of the population count service."""

from .client import Band, Count, Interval, PopulationCount, SiteResult, Together, TogetherPlace
from .errors import CountFailed, InvalidQuestion, MixedVersions, NotAuthorized, NotServed, ServiceDefect, Unavailable
from .fit_zone import fit_zone
from .frames import count_frame
from .overlay import union_of

__all__ = [
    "Band", "Count", "CountFailed", "Interval", "InvalidQuestion", "MixedVersions", "NotAuthorized", "NotServed",
    "PopulationCount", "ServiceDefect", "SiteResult", "Together", "TogetherPlace", "Unavailable", "count_frame",
    "fit_zone", "union_of",
]  # fmt: skip
