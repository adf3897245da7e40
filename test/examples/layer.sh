#!/bin/sh
# Writes an isochrone with its count to isochrone.geojson, with curl and jq. Where `cut` is true, it is a lower bound.
set -eu
url=${SERVICE_URL:-http://localhost:8787}

answer=$(curl -fsS -u "$API_KEY:$API_SECRET" -G "$url/api/v1/livingcount" \
  -d lon=11.938 -d lat=57.693 -d travel=pedestrian -d time=600 -d details=true)
printf '%s' "$answer" |
  jq '.isochrone.properties = {livingcount, cut: .details.cut} | .isochrone' > isochrone.geojson
