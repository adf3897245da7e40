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
            return json.load(response)
    except urllib.error.HTTPError as failure:
        raise RuntimeError(f"{failure.code}: {json.load(failure)['error']}") from None


walk = ask("livingcount", lon=11.938, lat=57.693, travel="pedestrian", time=120)
print(f"{walk['livingcount']} people live within two minutes' walk")

at_work = ask("workingcount", zone=json.dumps(walk["isochrone"]["geometry"]))
print(f"{at_work['workingcount']} people work there")

walk["isochrone"]["properties"] = {"livingcount": walk["livingcount"], "workingcount": at_work["workingcount"]}
with open("isochrone.geojson", "w", encoding="utf-8") as file:
    json.dump({"type": "FeatureCollection", "features": [walk["isochrone"]]}, file)
