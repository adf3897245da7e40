#!/bin/sh
# Counts with curl. API_KEY and API_SECRET are your credentials.
set -eu
url=${SERVICE_URL:-http://localhost:8787}

# People within two minutes' walk of a place; -G puts the parameters into the URL, encoded. Where `details` has "cut": true,
# the roads of the data end too soon, and the count is a lower bound.
curl -fsS -u "$API_KEY:$API_SECRET" -G "$url/api/v1/livingcount" \
  -d lon=11.938 -d lat=57.693 -d travel=pedestrian -d time=120 -d details=true

echo

# People who work in a polygon.
curl -fsS -u "$API_KEY:$API_SECRET" -G "$url/api/v1/workingcount" --data-urlencode 'zone={
  "type": "Polygon",
  "coordinates": [[[11.9375,57.692],[11.9405,57.692],[11.9405,57.694],[11.9375,57.694],[11.9375,57.692]]]
}'
