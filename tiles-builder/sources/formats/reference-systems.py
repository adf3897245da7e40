"""Lists the coordinate reference systems of EPSG, with their definitions and places in them, as PROJ's database has them.

Takes JSON: {"codes": ["EPSG:2154", ...], "shares": [0.1, 0.5, 0.9]}, shares of the width and height of an area of use.
"codes" null stands for all projected and geographic systems, also with heights.
Prints a JSON line for each code that PROJ can transform to WGS84 by an operation of known accuracy: "code", "accuracy_m"
as PROJ states it, "points", each x, y, longitude, latitude, and "definition", a PROJ string with the seven parameters of
the datum shift. Ballpark operations, which leave the datum out, and datum-shift grids that are not installed are not used.
"""

import json
import math
import re
import sys
import warnings

from pyproj import CRS, Transformer
from pyproj.database import get_codes
from pyproj.enums import PJType
from pyproj.exceptions import ProjError
from pyproj.transformer import TransformerGroup

WGS84 = "EPSG:4326"
HELMERT = re.compile(r"^(Position Vector transformation|Coordinate Frame rotation|Geocentric translations) \(")
NO_SHIFT = re.compile(r"^(Inverse of (?!Position|Coordinate|Geocentric)|Axis Order|Longitude rotation|Geographic3D to )")
# Of +towgs84: metres, seconds of arc and parts per million.
FACTORS = {"metre": 1, "arc-second": 1, "microradian": math.degrees(3600e-6), "parts per million": 1}
PARAMETERS = ["X-axis translation", "Y-axis translation", "Z-axis translation"]
PARAMETERS += ["X-axis rotation", "Y-axis rotation", "Z-axis rotation", "Scale difference"]


def datum_shift(operation):
    """The one Helmert transformation of an operation as of +towgs84; None where there is none, or another datum shift."""
    shifts = []
    for step in operation.operations or ():
        if HELMERT.match(step.method_name):
            given = {p.name: p.value * FACTORS.get(p.unit_name, math.nan) for p in step.params}
            sign = -1 if step.method_name.startswith("Coordinate Frame") else 1
            values = [given.get(name, 0) * (sign if "rotation" in name else 1) for name in PARAMETERS]
            shifts.append([round(value, 10) + 0 for value in values])
        elif not NO_SHIFT.match(step.method_name):
            return None
    return shifts[0] if len(shifts) == 1 and all(map(math.isfinite, shifts[0])) else None


def definition_of(crs):
    # Heights do not matter for where a place is.
    crs = crs.sub_crs_list[0] if crs.sub_crs_list else crs
    operations = TransformerGroup(crs, WGS84, always_xy=True, allow_ballpark=False).transformers
    shift = next(filter(None, map(datum_shift, operations)), None)
    text = crs.to_proj4().replace(" +type=crs", "").replace(" +no_defs", "").replace(" +vunits=m", "")
    if shift is None:
        return text
    # The ellipsoid alone: what a library knows of a datum's shift may be another.
    ellipsoid = {"NAD27": "clrk66", "NAD83": "GRS80", "WGS84": "WGS84"}
    text = re.sub(r"\+datum=(NAD27|NAD83|WGS84)\b", lambda match: f"+ellps={ellipsoid[match[1]]}", text)
    return f"{text} +towgs84={','.join(f'{value:g}' if value == 0 else repr(value) for value in shift)}"


def control_points(code, shares):
    crs = CRS.from_user_input(code)
    if crs.area_of_use is None or not (crs.is_projected or crs.is_geographic):
        return None
    operations = TransformerGroup(crs, WGS84, always_xy=True, allow_ballpark=False).transformers
    if not operations or operations[0].accuracy < 0:
        return None
    to_degrees = Transformer.from_crs(crs, WGS84, always_xy=True, allow_ballpark=False)
    from_degrees = Transformer.from_crs(WGS84, crs, always_xy=True, allow_ballpark=False)
    west, south, east, north = crs.area_of_use.bounds
    width = (east - west) % 360 or 360
    decimals = 4 if crs.is_geographic else 0
    points = []
    for across in shares:
        for up in shares:
            lon = (west + width * across + 180) % 360 - 180
            x, y = from_degrees.transform(lon, south + (north - south) * up)
            if not (math.isfinite(x) and math.isfinite(y)):
                continue
            x, y = round(x, decimals), round(y, decimals)
            lon, lat = to_degrees.transform(x, y)
            if math.isfinite(lon) and math.isfinite(lat):
                points.append([x, y, round(lon, 6), round(lat, 6)])
    return {
        "code": code,
        "accuracy_m": operations[0].accuracy,
        "points": points,
        "definition": definition_of(crs),
    }


def all_codes():
    kinds = [PJType.PROJECTED_CRS, PJType.GEOGRAPHIC_2D_CRS, PJType.GEOGRAPHIC_3D_CRS, PJType.COMPOUND_CRS]
    numbers = {int(code) for kind in kinds for code in get_codes("EPSG", kind, allow_deprecated=True)}
    return [f"EPSG:{number}" for number in sorted(numbers)]


warnings.filterwarnings("ignore")
wanted = json.load(sys.stdin)
for code in wanted["codes"] or all_codes():
    try:
        found = control_points(code, wanted["shares"])
    except (ProjError, IndexError):  # pyproj 3.4 raises IndexError where ballpark operations alone are left
        continue
    if found:
        print(json.dumps(found))
