"""Counts with Python's own library. Writes the isochrone, with the count, to isochrone.geojson for QGIS or geopandas."""
import base64
import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("SERVICE_URL", "http://localhost:8787")
CREDENTIALS = f"{os.environ['API_KEY']}:{os.environ['API_SECRET']}"


def ask(endpoint, **parameters):
    """The body of an answer. Raises RuntimeError with the service's own sentence where it cannot count."""
    request = urllib.request.Request(f"{URL}/api/v1/{endpoint}?{urllib.parse.urlencode(parameters)}")
    request.add_header("Authorization", "Basic " + base64.b64encode(CREDENTIALS.encode()).decode())
    try:
        with urllib.request.urlopen(request) as response:
            # Where the roads of the data end too soon, the count is a lower bound.
            return {**json.load(response), "cut": response.headers["Isochrone-Cut"] == "?1"}
    except urllib.error.HTTPError as failure:
        raise RuntimeError(f"{failure.code}: {json.load(failure)['error']}") from None


walk = {"lon": 11.938, "lat": 57.693, "travel": "pedestrian", "time": 120}
living = ask("livingcount", **walk)
at_least = "at least " if living["cut"] else ""
print(f"{at_least}{living['livingcount']} people live within two minutes' walk")

working = ask("workingcount", **walk)
print(f"{at_least}{working['workingcount']} people work there")

layer = living["isochrone"]
layer["properties"] = {"livingcount": living["livingcount"], "workingcount": working["workingcount"], "cut": living["cut"]}
with open("isochrone.geojson", "w", encoding="utf-8") as file:
    json.dump({"type": "FeatureCollection", "features": [layer]}, file)
