"""Counts at many sites: python3 batch.py sites.csv --out counts.csv [--minutes 5,10,15] [--travel motorized]
Sites have a column id or name, and lon and lat or wkt with a polygon. Broken off and run again, it goes on where it was."""
import argparse
import base64
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
parser.add_argument("--minutes", default="5,10,15")
parser.add_argument("--travel", default="pedestrian")
options = parser.parse_args()
URL = os.environ.get("SERVICE_URL", "http://localhost:8787")
if not os.environ.get("API_KEY") or not os.environ.get("API_SECRET"):
    raise SystemExit("Error: set API_KEY and API_SECRET: the key and the secret that you were given")
CREDENTIALS = f"{os.environ['API_KEY']}:{os.environ['API_SECRET']}"
FIELDS = ["id", "time_s", "count", "people", "low", "high", "error"]


def rows_of(file):
    with open(file, newline="", encoding="utf-8-sig") as lines:
        text = lines.read()
    delimiter = max(",;\t", key=text.split("\n", 1)[0].count)
    rows = csv.DictReader(text.splitlines(True), delimiter=delimiter)
    return [{(name or "").strip().lower(): value for name, value in row.items()} for row in rows]


def first(row, *names):
    for name in names:
        if row.get(name):
            return row[name]
    raise SystemExit(f"Error: {options.sites} has no column {' or '.join(names)}")


def questions_of(row):
    """What a row asks for: a zone once, a point for each time."""
    wkt = row.get("wkt") or row.get("geometry")
    if wkt:
        # Anything but a polygon is a zone without rings, which the service refuses with a sentence.
        rings = re.findall(r"\(([^()]+)\)", wkt) if re.match(r"\s*POLYGON", wkt, re.IGNORECASE) else []
        coordinates = [[[float(n) for n in at.split()] for at in ring.split(",")] for ring in rings]
        return [{"zone": json.dumps({"type": "Polygon", "coordinates": coordinates})}]
    where = {"lon": first(row, "lon", "lng", "longitude"), "lat": first(row, "lat", "latitude"), "travel": options.travel}
    return [{**where, "time": f"{60 * float(minutes):g}"} for minutes in options.minutes.split(",")]


def ask(count, query):
    """The body of an answer, and the seconds to wait for the key's rate. Waits where the service says so."""
    request = urllib.request.Request(f"{URL}/api/v1/{count}?{urllib.parse.urlencode(query)}")
    request.add_header("Authorization", "Basic " + base64.b64encode(CREDENTIALS.encode()).decode())
    while True:
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as failure:
            response = failure
        except urllib.error.URLError as failure:
            raise SystemExit(f"Error: {URL} cannot be reached ({failure.reason}). Run it again: it goes on where it was.")
        with response:
            if response.status in (429, 503):
                time.sleep(float(response.headers.get("Retry-After", 60)))
                continue
            policy = re.search(r"q=(\d+);w=(\d+)", response.headers.get("RateLimit-Policy", ""))
            body = json.load(response)
            # A wrong key is wrong for all sites.
            if response.status == 401:
                raise SystemExit("Error: " + body["error"])
            return body, int(policy[2]) / int(policy[1]) if policy else 0


if not os.path.exists(options.out):
    with open(options.out, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow(FIELDS)
done = {(row["id"], row["time_s"], row["count"]) for row in rows_of(options.out)}
sites = {}
for row in rows_of(options.sites):
    name = first(row, "id", "name")
    if name in sites:
        raise SystemExit(f"Error: {options.sites} has two sites called {name}")
    sites[name] = questions_of(row)
questions = [(name, query, count) for name, queries in sites.items() for query in queries for count in ("livingcount", "workingcount")]

refused = 0
with open(options.out, "a", newline="", encoding="utf-8") as file:
    writer = csv.DictWriter(file, FIELDS)
    for number, (name, query, count) in enumerate(questions, 1):
        time_s = query.get("time", "")
        if (name, time_s, count) in done:
            continue
        body, pause_s = ask(count, {**query, "details": "true"})
        interval = body.get("details", {}).get("interval") or {}
        # A site without an answer is kept with the reason, so that it is never a 0.
        row = {"people": body.get(count), "error": body["error"], **interval}
        writer.writerow({"id": name, "time_s": time_s, "count": count, **row})
        file.flush()
        refused += not body["success"]
        if number % 100 == 0:
            print(f"{number} of {len(questions)}, {refused} without an answer", file=sys.stderr)
        time.sleep(pause_s)
print(f"{len(questions)} counts in {options.out}, {len(done)} of them from before, {refused} without an answer")
