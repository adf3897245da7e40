/**
 * Detects a coordinate reference system other than WGS84. RFC 7946 removed the member `crs` of the earlier specification, which
 * programs still write (https://geojson.org/geojson-spec.html#coordinate-reference-system-objects).
 */

/** Prefix of OGC URNs and URLs, before an authority, an optional version, and a code. */
const OGC_PREFIX = /^(?:urn:(?:x-)?ogc:def:crs:|https?:\/\/www\.opengis\.net\/(?:def\/crs|gml\/srs)\/)/i;
/** CRS84 and EPSG:4326, and both with heights; in GeoJSON, all have longitude first. */
const WGS84 =
  /^(?:(?:ogc[:/](?:[\d.]*[:/])?)?crs84h?|epsg(?:[:/](?:[\d.]*[:/])?|\.xml#)(?:4326|4979)|wgs ?84)$/i;

/**
 * @param zone a GeoJSON Polygon or Feature, not yet validated
 * @returns the `crs` of the zone or its geometry if it is not WGS84; otherwise `null`
 */
export function foreignCrs(zone: unknown): string | null {
  for (let inner = zone; inner !== undefined; inner = membersOf(inner).geometry) {
    const name = nameOf(membersOf(inner).crs);
    if (name !== null && !WGS84.test(name.trim().replace(OGC_PREFIX, ''))) return name;
  }
  return null;
}

/** From `properties.name`, the older `properties.code`, or text; otherwise the value itself. */
function nameOf(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  if (typeof crs === 'string') return crs;
  const { properties } = membersOf(crs);
  const { name, code } = membersOf(properties);
  if (typeof name === 'string') return name;
  if (typeof code === 'number' || typeof code === 'string') return `EPSG:${code}`;
  return JSON.stringify(crs);
}

/** Empty for a value that is no JSON object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
