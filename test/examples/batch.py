"""Counts at many sites:
python3 batch.py sites.csv --out counts.csv [--geojson counts.geojson] [--minutes 5,10,15] [--travel motorized]
[--count livingcount]
Sites have a column id or name, and lon and lat or wkt with a polygon. Run again, it asks what is new or has no answer."""
import argparse
import base64
import collections
import csv
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("sites", nargs="?", default="sites.csv")
parser.add_argument("--out", default="counts.csv")
parser.add_argument("--geojson")
parser.add_argument("--minutes", default="5,10,15")
parser.add_argument("--travel", default="pedestrian")
COUNTS = ["livingcount", "workingcount"]
parser.add_argument("--count", default=",".join(COUNTS))
options = parser.parse_args()
if any(count not in COUNTS for count in options.count.split(",")):
    raise SystemExit(f"Error: --count takes {' or '.join(COUNTS)}, or both with a comma")
TRAVELS = ["pedestrian", "motorized"]
if options.travel not in TRAVELS:
    raise SystemExit(f"Error: --travel takes {' or '.join(TRAVELS)}")
if not os.path.exists(options.sites):
    raise SystemExit(f"Error: {options.sites} is not there")
URL = os.environ.get("SERVICE_URL", "http://localhost:8787")
if not os.environ.get("API_KEY") or not os.environ.get("API_SECRET"):
    raise SystemExit("Error: set API_KEY and API_SECRET: the key and the secret that you were given")
CREDENTIALS = f"{os.environ['API_KEY']}:{os.environ['API_SECRET']}"
# What was asked, by which lines of an earlier run are recognised.
ASKED = ["id", "lon", "lat", "wkt", "travel", "time_s", "count"]
ANSWER = ["people", "low", "high", "coverage", "cut", "simulated", "region", "version", "sources", "error"]
FIELDS = ASKED + ANSWER
# Tries of a question for which the service is too busy.
MAX_TRIES = 20
# The service's limit of a query string.
MAX_QUERY_BYTES = 16384


def without_formulas(text):
    """Puts an apostrophe before what a spreadsheet would run as a formula (OWASP, CSV injection)."""
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", text):
        return text
    return re.sub(r"(?<![^;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])", "'", text)


def rows_of(file):
    with open(file, newline="", encoding="utf-8-sig") as lines:
        text = lines.read()
    delimiter = max(",;\t", key=text.split("\n", 1)[0].count)
    rows = list(csv.DictReader(text.splitlines(True), delimiter=delimiter))
    if any(None in row for row in rows):
        raise SystemExit(f"Error: {file} has a line with more columns than the first line; quote numbers with a comma")
    return [{(name or "").strip().lower(): value for name, value in row.items()} for row in rows]


def first(row, *names):
    for name in names:
        if row.get(name) is not None:
            return row[name]
    raise SystemExit(f"Error: {options.sites} has no column {' or '.join(names)}")


def places_of(row):
    """What a row asks for: a zone once, a point for each time."""
    wkt = row.get("wkt") or row.get("geometry")
    if wkt:
        return [{"wkt": wkt}]
    lon, lat = (first(row, *names).strip().replace(",", ".") for names in (("lon", "lng", "longitude"), ("lat", "latitude")))
    times_s = [f"{60 * float(minutes):g}" for minutes in options.minutes.split(",")]
    return [{"lon": lon, "lat": lat, "travel": options.travel, "time_s": time_s} for time_s in times_s]


def polygon_of(wkt):
    """A GeoJSON polygon; anything else is one without rings, which the service refuses with a sentence."""
    rings = re.findall(r"\(([^()]+)\)", wkt) if re.match(r"\s*POLYGON", wkt, re.IGNORECASE) else []
    coordinates = [[[float(n) for n in at.split()] for at in ring.split(",")] for ring in rings]
    is_multi = re.match(r"\s*MULTI", wkt, re.IGNORECASE)
    return {"type": "MultiPolygon" if is_multi else "Polygon", "coordinates": coordinates}


def query_of(asked):
    if "wkt" in asked:
        return {"zone": json.dumps(polygon_of(asked["wkt"]))}
    return {"lon": asked["lon"], "lat": asked["lat"], "travel": asked["travel"], "time": asked["time_s"]}


def ask(count, query):
    """The body of an answer, and the seconds to wait for the key's rate. Waits where the service says so."""
    text = urllib.parse.urlencode(query)
    if len(text) > MAX_QUERY_BYTES:
        too_long = f"The query string is too long: at most {MAX_QUERY_BYTES} bytes; give the zone fewer positions or decimals."
        return {"success": False, "error": too_long}, 0
    request = urllib.request.Request(f"{URL}/api/v1/{count}?{text}")
    request.add_header("Authorization", "Basic " + base64.b64encode(CREDENTIALS.encode()).decode())
    for tries in range(1, MAX_TRIES + 1):
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as failure:
            response = failure
        except urllib.error.URLError as failure:
            raise SystemExit(
                f"Error: {URL} cannot be reached ({failure.reason}): set SERVICE_URL if it runs elsewhere. "
                "Run it again: it goes on where it was."
            )
        with response:
            if response.status in (429, 503) and tries < MAX_TRIES:
                time.sleep(float(response.headers.get("Retry-After", 60)))
                continue
            policy = re.search(r"q=(\d+);w=(\d+)(?:;.*calls=(\d+))?", response.headers.get("RateLimit-Policy", ""))
            try:
                body = json.load(response)
            except ValueError:
                body = {"success": False, "error": f"{URL} answers HTTP {response.status}, and no JSON"}
            # What is wrong for all sites, or for now, ends the run.
            if response.status in (401, 429) or response.status > 500:
                raise SystemExit("Error: " + body["error"])
            return body, int(policy[2]) * int(policy[3] or 1) / int(policy[1]) if policy else 0


if not os.path.exists(options.out):
    with open(options.out, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow(FIELDS)
with open(options.out, encoding="utf-8") as lines:
    if lines.readline().strip() != ",".join(FIELDS):
        raise SystemExit(f"Error: {options.out} has other columns than {','.join(FIELDS)}: name another file with --out")
# A full disk or a crash may have broken off the last line.
with open(options.out, "rb+") as file:
    file.truncate(file.read().rfind(b"\n") + 1)


def key_of(asked):
    return tuple(without_formulas(asked.get(field) or "") for field in ASKED)


sites = {}
names = {}
for row in rows_of(options.sites):
    name = first(row, "id", "name")
    if without_formulas(name) in names:
        raise SystemExit(f"Error: {options.sites} has two sites called {name}")
    names[without_formulas(name)] = name
    sites[name] = places_of(row)
questions = [
    {"id": name, **place, "count": count}
    for name, places in sites.items()
    for place in places
    for count in options.count.split(",")
]
done = {key_of(line) for line in rows_of(options.out) if not line["error"]}
from_before = sum(key_of(asked) in done for asked in questions)


def sort_lines():
    """Sorts lines into the order of the questions, after those of other questions; drops repeated ones."""
    lines = rows_of(options.out)
    by_key = {key_of(line): line for line in lines}
    keys = dict.fromkeys(key_of(asked) for asked in questions)
    with open(options.out + ".part", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(line for line in lines if key_of(line) not in keys)
        writer.writerows(by_key[key] for key in keys if key in by_key)
    os.replace(options.out + ".part", options.out)


def answer_of(body, count):
    if "details" not in body:
        return {}
    details = body["details"]
    datasets = details["datasets"]
    named = [source for dataset in datasets for source in dataset["sources"] if source["attribution"]]
    sources = [" ".join(filter(None, (one["role"], one["vintage"], one["attribution"]))) for one in named]
    flags = {"cut": details.get("cut", False), "simulated": any(dataset["simulated"] for dataset in datasets)}
    return {
        "people": body[count],
        **(details["interval"] or {}),
        "coverage": details["coverage"],
        **{name: json.dumps(flag) for name, flag in flags.items()},
        **{name: "; ".join(dataset[name] for dataset in datasets) for name in ("region", "version")},
        "sources": "; ".join(dict.fromkeys(sources)),
    }


refused = 0
with open(options.out, "a", newline="", encoding="utf-8") as file:
    writer = csv.DictWriter(file, FIELDS)
    for number, asked in enumerate(questions, 1):
        if key_of(asked) in done:
            continue
        body, pause_s = ask(asked["count"], {**query_of(asked), "details": "true"})
        # A site without an answer is kept with the reason, so that it is never a 0.
        line = {**asked, **answer_of(body, asked["count"]), "error": body["error"]}
        writer.writerow({field: without_formulas(str(line[field])) for field in line if line[field] is not None})
        file.flush()
        refused += not body["success"]
        if number % 100 == 0:
            print(f"{number} of {len(questions)}, {refused} without an answer", file=sys.stderr)
        time.sleep(pause_s)
sort_lines()

TEXTS = ["id", "travel", "count", "region", "version", "sources", "error"]


def value_of(name, text):
    if not text:
        return None
    return text if name in TEXTS else json.loads(text)


def feature_of(line):
    """A line of the CSV as a feature, at the point or in the zone of its site."""
    geometry = None
    if line["lon"] and line["lat"]:
        geometry = {"type": "Point", "coordinates": [float(line["lon"]), float(line["lat"])]}
    elif polygon_of(line["wkt"])["coordinates"]:
        geometry = polygon_of(line["wkt"])
    properties = {name: value_of(name, line[name]) for name in FIELDS if name not in ("lon", "lat", "wkt")}
    properties["id"] = names.get(line["id"], line["id"])
    return {"type": "Feature", "properties": properties, "geometry": geometry}


if options.geojson:
    with open(options.geojson, "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": [feature_of(line) for line in rows_of(options.out)]}, file)
print(f"{len(questions)} counts in {options.out}, {from_before} of them from before, {refused} without an answer")
versions = collections.defaultdict(collections.Counter)
for line in rows_of(options.out):
    if line["region"]:
        versions[line["region"]][line["version"]] += 1
for region, lines in versions.items():
    if len(lines) > 1:
        counted = ", ".join(f"{version} in {number} lines" for version, number in lines.items())
        print(f"{options.out} mixes versions of {region} ({counted}): run with another --out to ask all again")
if questions and refused == len(questions):
    sys.stdout.flush()
    raise SystemExit(f"Error: no site has an answer: the column error of {options.out} says why")
