"""Counts around many sites: sites.csv (id,lon,lat) to counts.csv. Run: python3 test/examples/batch.py sites.csv counts.csv
Broken off and run again, it goes on where it was: what stands in counts.csv is not asked again."""
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

URL = os.environ.get("SERVICE_URL", "http://localhost:8787")
CREDENTIALS = f"{os.environ['API_KEY']}:{os.environ['API_SECRET']}"
SITES, COUNTS = (sys.argv[1:] + ["sites.csv", "counts.csv"])[:2]
TIMES_S = [120, 300]
FIELDS = ["id", "time_s", "count", "people", "low", "high", "error"]


def ask(count, **parameters):
    """The body of an answer, and the seconds to wait for the key's rate. Waits where the service says so."""
    request = urllib.request.Request(f"{URL}/api/v1/{count}?{urllib.parse.urlencode(parameters)}")
    request.add_header("Authorization", "Basic " + base64.b64encode(CREDENTIALS.encode()).decode())
    while True:
        try:
            response = urllib.request.urlopen(request)
        except urllib.error.HTTPError as failure:
            response = failure
        with response:
            if response.status in (429, 503):
                time.sleep(float(response.headers.get("Retry-After", 60)))
                continue
            policy = re.search(r"q=(\d+);w=(\d+)", response.headers.get("RateLimit-Policy", ""))
            body = json.load(response)
            # A wrong key is wrong for all sites.
            if response.status == 401:
                raise SystemExit(body["error"])
            return body, int(policy[2]) / int(policy[1]) if policy else 0


if not os.path.exists(COUNTS):
    with open(COUNTS, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow(FIELDS)
with open(COUNTS, newline="", encoding="utf-8") as file:
    done = {(row["id"], row["time_s"], row["count"]) for row in csv.DictReader(file)}
with open(SITES, newline="", encoding="utf-8") as file:
    sites = list(csv.DictReader(file))
questions = [(site, time_s, count) for site in sites for time_s in TIMES_S for count in ("livingcount", "workingcount")]

with open(COUNTS, "a", newline="", encoding="utf-8") as file:
    writer = csv.DictWriter(file, FIELDS)
    for site, time_s, count in questions:
        if (site["id"], str(time_s), count) in done:
            continue
        where = {"lon": site["lon"], "lat": site["lat"], "travel": "pedestrian", "time": time_s, "details": "true"}
        body, pause_s = ask(count, **where)
        interval = body.get("details", {}).get("interval") or {}
        # A site without an answer is kept with the reason, so that it is never a 0.
        row = {"people": body.get(count), "error": body["error"], **interval}
        writer.writerow({"id": site["id"], "time_s": time_s, "count": count, **row})
        file.flush()
        time.sleep(pause_s)
print(f"{len(questions)} counts in {COUNTS}, {len(done)} of them from before")
