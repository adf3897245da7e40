"""Where PROJ puts places in the areas of use of coordinate reference systems.

Takes JSON: {"codes": ["EPSG:2154", ...], "shares": [0.1, 0.5, 0.9]}, shares of the width and height of an area of use.
Prints a JSON line for each code that PROJ can transform to WGS84 by an operation of known accuracy: "code", "accuracy_m"
as PROJ states it, and "points", each x, y, longitude, latitude. Ballpark operations, which leave the datum out, and
datum-shift grids that are not installed are not used.
"""

import json
import math
import sys
import warnings

from pyproj import CRS, Transformer
from pyproj.exceptions import ProjError
from pyproj.transformer import TransformerGroup

WGS84 = "EPSG:4326"


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
    return {"code": code, "accuracy_m": operations[0].accuracy, "points": points}


warnings.filterwarnings("ignore")
wanted = json.load(sys.stdin)
for code in wanted["codes"]:
    try:
        found = control_points(code, wanted["shares"])
    except (ProjError, IndexError):  # pyproj 3.4 raises IndexError where ballpark operations alone are left
        continue
    if found:
        print(json.dumps(found))
