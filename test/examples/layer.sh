#!/bin/sh
# Writes an isochrone with its count to isochrone.geojson, with curl and jq.
set -eu
url=${SERVICE_URL:-http://localhost:8787}

answer=$(curl -fsS -u "$API_KEY:$API_SECRET" -G "$url/api/v1/livingcount" \
  -d lon=11.938 -d lat=57.693 -d travel=pedestrian -d time=600)
printf '%s' "$answer" |
  jq '.isochrone.properties.livingcount = .livingcount | .isochrone' > isochrone.geojson
