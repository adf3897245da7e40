/** Takes the polygon out of whatever GeoJSON a visitor pastes. */
import { readZone } from '../zone/read-zone.ts';
import type { Question } from './question.ts';

/** @returns the rings of the polygon, or a sentence on what is wrong */
export function readPastedZone(text: string): Pick<Question, 'rings'> | { readonly fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: 'This is not JSON. Copy the whole of a GeoJSON file or feature.' };
  }
  const zone = readZone(JSON.stringify(singlePolygon(json)));
  if (zone.ok) return { rings: zone.value.map((ring) => ring.slice(0, -1)) };
  const message = 'message' in zone.failure ? zone.failure.message : '';
  return { fault: `This is not one polygon to count in: ${message.replace(/^zone: /, '')}.` };
}

/** The one polygon of a collection or of a multipolygon; anything else as it is. */
function singlePolygon(json: unknown): unknown {
  const { type, features, geometry, coordinates } = (json ?? {}) as Record<string, unknown>;
  if (type === 'FeatureCollection' && Array.isArray(features) && features.length === 1) {
    return singlePolygon(features[0]);
  }
  if (type === 'Feature') return singlePolygon(geometry);
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length === 1) {
    return { type: 'Polygon', coordinates: coordinates[0] };
  }
  return json;
}
