/**
 * Reads places from GeoJSON: points as origins of isochrones, polygons as zones, simplified if too large for a call and
 * united where they overlap. One invalid shape refuses all.
 */
import { InvalidQuestion } from '../../clients/javascript/errors.ts';
import { fitsOneCall, fitZone, polygonsIn } from '../../clients/javascript/fit-zone.ts';
import { areaOfZone_m2 } from '../../geo/area.ts';
import type { Polygon } from '../../geo/positions.ts';
import { MAX_ZONE_POSITIONS } from '../../limits.ts';
import { asRecord, foreignCrs } from '../../zone/foreign-crs.ts';
import { readZone } from '../../zone/read-zone.ts';
import { MAX_PLACES, type Outline, type Place, rounded } from '../question.ts';
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
  return allOf(
    shapes.map((shape) => (shape.geometry.type === 'Point' ? pointOf(shape, texts) : zoneOf(shape, texts))),
  );
}

/** Returns the first fault, or else all that was found. */
export const allOf = <T extends object>(found: readonly (T | Fault)[]): T[] | Fault =>
  found.find((one): one is Fault => 'fault' in one) ?? (found as T[]);

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
  const given = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(given) || given.length === 0) return { fault: texts.noShapes };
  if (given.length > MAX_PARTS) return { fault: texts.tooManyParts(given.length, MAX_PARTS) };
  const polygons: unknown[] = [];
  for (const polygon of given) {
    const read = readZone(JSON.stringify({ type: 'Polygon', coordinates: polygon }));
    const isTooLong = Array.isArray(polygon) && polygon.flat(1).length > MAX_ZONE_POSITIONS;
    if (!read.ok && !isTooLong) return refused('message' in read.failure ? read.failure.message : '', texts);
    polygons.push(read.ok ? read.value : polygon);
  }
  try {
    const zone = polygonsIn({ type: 'MultiPolygon', coordinates: polygons });
    const fitted = fitZone(zone, MAX_DEVIATION_M);
    const overlap_m2 = areaOfZone_m2(zone) - areaOfZone_m2(fitted.parts);
    const isServed = zone.every(fitsOneCall) && overlap_m2 < LEAST_OVERLAP_M2;
    const parts = (isServed ? zone : fitted.parts).map(opened);
    return { option: 'zone', name, parts, closed: true, within_m: Math.max(within_m, fitted.within_m) };
  } catch (cause) {
    if (cause instanceof InvalidQuestion) return refused(cause.message, texts);
    throw cause;
  }
}

const refused = (why: string, texts: Texts): Fault => ({
  fault: texts.zoneRefused(why.replace(/^(the )?zone:? /, '')),
});

const opened = (polygon: Polygon): Outline => polygon.map((ring) => ring.slice(0, -1));
