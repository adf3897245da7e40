/** Detects a zone in another reference system than WGS84, by the member `crs` of GeoJSON 2008 that RFC 7946 removed. */

const OGC_PREFIX = /^(?:urn:(?:x-)?ogc:def:crs:|https?:\/\/www\.opengis\.net\/(?:def\/crs|gml\/srs)\/)/i;
/** CRS84 and EPSG:4326, also with heights; in GeoJSON all have longitude first. */
const WGS84 =
  /^(?:(?:ogc[:/](?:[\d.]*[:/])?)?crs84h?|epsg(?:[:/](?:[\d.]*[:/])?|\.xml#)(?:4326|4979)|wgs ?84)$/i;

/**
 * @param zone GeoJSON Polygon or Feature, unvalidated
 * @returns name of a reference system that is not WGS84, else `null`
 */
export function foreignCrs(zone: unknown): string | null {
  for (let inner = zone; inner !== undefined; inner = asRecord(inner).geometry) {
    const name = nameOf(asRecord(inner).crs);
    if (name !== null && !WGS84.test(name.trim().replace(OGC_PREFIX, ''))) return name;
  }
  return null;
}

function nameOf(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  if (typeof crs === 'string') return crs;
  const { properties } = asRecord(crs);
  const { name, code } = asRecord(properties);
  if (typeof name === 'string') return name;
  if (typeof code === 'number' || typeof code === 'string') return `EPSG:${code}`;
  return JSON.stringify(crs);
}

/** Returns an object's members, or none for another value. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
