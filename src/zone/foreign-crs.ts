/**
 * The coordinate reference system that a zone names. RFC 7946 knows WGS84 alone; the member `crs` is of the specification
 * before it, which programs still write (https://geojson.org/geojson-spec.html#coordinate-reference-system-objects).
 */

/** What URNs and URLs of the OGC begin with, before an authority, perhaps a version, and a code. */
const OGC_PREFIX = /^(?:urn:(?:x-)?ogc:def:crs:|https?:\/\/www\.opengis\.net\/(?:def\/crs|gml\/srs)\/)/i;
/** CRS84 and EPSG:4326, and both with heights; in GeoJSON all of them put the longitude first. */
const WGS84 =
  /^(?:(?:ogc[:/](?:[\d.]*[:/])?)?crs84h?|epsg(?:[:/](?:[\d.]*[:/])?|\.xml#)(?:4326|4979)|wgs ?84)$/i;

/**
 * @param zone a GeoJSON Polygon or Feature, not yet checked
 * @returns what its `crs`, or that of its geometry, names instead of WGS84; `null` where it names that or nothing
 */
export function foreignCrs(zone: unknown): string | null {
  for (let inner = zone; inner !== undefined; inner = membersOf(inner).geometry) {
    const name = nameOf(membersOf(inner).crs);
    if (name !== null && !WGS84.test(name.trim().replace(OGC_PREFIX, ''))) return name;
  }
  return null;
}

/** By `properties.name`, by the older `properties.code`, or as text; what is none of these is shown as it is. */
function nameOf(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  if (typeof crs === 'string') return crs;
  const { properties } = membersOf(crs);
  const { name, code } = membersOf(properties);
  if (typeof name === 'string') return name;
  if (typeof code === 'number' || typeof code === 'string') return `EPSG:${code}`;
  return JSON.stringify(crs);
}

/** The members of a JSON object; none of any other value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
