/**
 * Reads places from GeoJSON: points as origins of isochrones, polygons as zones, simplified if too large for a call. One
 * invalid shape refuses all.
 */
import { InvalidQuestion } from '../../clients/javascript/errors.ts';
import { fitsOneCall, fitZone, polygonsIn } from '../../clients/javascript/fit-zone.ts';
import type { Polygon, Zone } from '../../geo/positions.ts';
import { sharedArea_m2 } from '../../geo/shared-area.ts';
import { MAX_ZONE_POSITIONS } from '../../limits.ts';
import { asRecord, foreignCrs } from '../../zone/foreign-crs.ts';
import { readZone } from '../../zone/read-zone.ts';
import { closedRings, MAX_PLACES, type Outline, type Place, rounded } from '../question.ts';
import type { Texts } from '../text/en.ts';

/** A zone that is imported has at most this many parts. */
export const MAX_PARTS = 100;
const MAX_DEVIATION_M = 1_000;
/** Parts whose borders touch share less, due to rounding. */
const LEAST_OVERLAP_M2 = 1;

export interface Fault {
  readonly fault: string;
}

interface Shape {
  readonly name: string;
  readonly within_m: number;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

export function readPlaces(text: string, texts: Texts): readonly Place[] | Fault {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: texts.notJson };
  }
  const crs = foreignCrs(json);
  if (crs !== null) return { fault: texts.otherCrs(crs) };
  const shapes = [...shapesIn(json)];
  if (shapes.length === 0) return { fault: texts.noShapes };
  if (shapes.length > MAX_PLACES) return { fault: texts.tooManyPlaces(shapes.length, MAX_PLACES) };
  const places: Place[] = [];
  for (const shape of shapes) {
    const place = shape.geometry.type === 'Point' ? pointOf(shape, texts) : zoneOf(shape, texts);
    if ('fault' in place) return place;
    places.push(place);
  }
  return places;
}

const SHAPES = ['Point', 'Polygon', 'MultiPolygon'];

function* shapesIn(document: unknown): Generator<Shape> {
  const found = [{ json: document, name: '', within_m: 0 }];
  for (let next = found.pop(); next; next = found.pop()) {
    const { json, name, within_m } = next;
    const { type, features, geometry, geometries, coordinates, properties } = asRecord(json);
    if (type === 'FeatureCollection' && Array.isArray(features)) {
      for (const feature of features.toReversed()) found.push({ json: feature, name: '', within_m: 0 });
    } else if (type === 'GeometryCollection' && Array.isArray(geometries)) {
      for (const member of geometries.toReversed()) found.push({ json: member, name, within_m });
    } else if (type === 'Feature') {
      found.push({ json: geometry, ...propertiesOf(asRecord(properties)) });
    } else if (SHAPES.includes(type as string)) {
      yield { name, within_m, geometry: { type: type as string, coordinates } };
    }
  }
}

function propertiesOf(properties: Record<string, unknown>): Pick<Shape, 'name' | 'within_m'> {
  const { name, within_m } = properties;
  const distance_m = typeof within_m === 'object' ? 0 : Number(within_m);
  return {
    name: typeof name === 'string' ? name.trim() : '',
    within_m: distance_m > 0 && Number.isFinite(distance_m) ? distance_m : 0,
  };
}

function pointOf({ name, geometry }: Shape, texts: Texts): Place | Fault {
  const [lon, lat] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  const isPosition = [lon, lat].every(Number.isFinite) && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  return isPosition ? { option: 'isochrone', name, origin: rounded([lon, lat]) } : { fault: texts.noShapes };
}

function zoneOf({ name, within_m, geometry: { type, coordinates } }: Shape, texts: Texts): Place | Fault {
  const given = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly unknown[])[];
  if (!Array.isArray(given) || given.length === 0) return { fault: texts.noShapes };
  if (given.length > MAX_PARTS) return { fault: texts.tooManyParts(given.length, MAX_PARTS) };
  const parts: Outline[] = [];
  let farthest_m = within_m;
  for (const polygon of given) {
    const read = readPart(polygon, texts);
    if ('fault' in read) return read;
    parts.push(...read.parts);
    farthest_m = Math.max(farthest_m, read.within_m);
  }
  if (partsOverlap(parts.map(closedRings))) return { fault: texts.partsOverlap };
  return { option: 'zone', name, parts, closed: true, within_m: farthest_m };
}

/** Tells whether people would be counted twice. */
const partsOverlap = (zone: Zone): boolean =>
  zone.some((part, i) =>
    zone.slice(i + 1).some((other) => sharedArea_m2([part], [other]) > LEAST_OVERLAP_M2),
  );

function readPart(
  polygon: readonly unknown[],
  texts: Texts,
): { parts: readonly Outline[]; within_m: number } | Fault {
  const zone = readZone(JSON.stringify({ type: 'Polygon', coordinates: polygon }));
  if (zone.ok && fitsOneCall(zone.value)) return { parts: [opened(zone.value)], within_m: 0 };
  const positions = Array.isArray(polygon) ? polygon.flat(1).length : 0;
  const fitted = zone.ok || positions > MAX_ZONE_POSITIONS ? fittedParts(polygon) : null;
  if (fitted) return fitted;
  const message = !zone.ok && 'message' in zone.failure ? zone.failure.message : '';
  return { fault: texts.zoneRefused(message.replace(/^zone:? /, '')) };
}

const opened = (polygon: Polygon): Outline => polygon.map((ring) => ring.slice(0, -1));

/** Returns `null` for invalid polygons. */
function fittedParts(polygon: readonly unknown[]): { parts: readonly Outline[]; within_m: number } | null {
  try {
    const { parts, within_m } = fitZone(
      polygonsIn({ type: 'Polygon', coordinates: polygon }),
      MAX_DEVIATION_M,
    );
    return { parts: parts.map(opened), within_m };
  } catch (cause) {
    if (cause instanceof InvalidQuestion) return null;
    throw cause;
  }
}
