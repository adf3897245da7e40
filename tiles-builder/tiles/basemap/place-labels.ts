/** Makes place labels: ranked by kind, then logarithm of population or size; areas from the zoom level where a label fits. */
import { MAP_ZOOMS } from '../../../src/format/map-pack.ts';
import { PLACE_KINDS, type PlaceKind } from '../../../src/format/place-kinds.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { pointInside } from '../../geometry/point-inside.ts';
import type { Point } from '../../read/features.ts';
import { readingsOf } from '../../read/numbers.ts';
import { BASEMAP_CLASSES, type BasemapFeature } from './basemap-feature.ts';
import { firstZoomWithSide } from './size-on-map.ts';

/** By OpenStreetMap's `place`. */
const KIND_OF_PLACE: Readonly<Record<string, PlaceKind>> = {
  city: 'city',
  town: 'town',
  borough: 'borough',
  island: 'island',
  islet: 'island',
  village: 'village',
  suburb: 'suburb',
  quarter: 'quarter',
  hamlet: 'hamlet',
  neighbourhood: 'neighbourhood',
  locality: 'locality',
  isolated_dwelling: 'locality',
  farm: 'locality',
};

const RANKS_OF_KIND = 16;
/** Short label: 48 pixels of 8 units. */
const LEAST_SIDE_WITH_NAME_UNITS = 384;
const LAST_ZOOM = MAP_ZOOMS.max_zoom;

/** `null` without a name or labelled kind. */
export function labelOfPoint({ position, tags }: Point): BasemapFeature | null {
  const kind = KIND_OF_PLACE[tags.place ?? ''];
  if (!kind || tags.name === undefined) return null;
  return label(kind, tags.name, position, importanceOfPeople(tags.population));
}

export function labelOfArea(kind: 'water' | 'park', name: string, zone: Zone): BasemapFeature {
  const box: BoundingBox = boundingBoxOf(zone.flat());
  const first = BASEMAP_CLASSES[kind].firstZoom;
  const firstZoom = firstZoomWithSide(box, LEAST_SIDE_WITH_NAME_UNITS, first, LAST_ZOOM);
  return { ...label(kind, name, pointInside(zone), LAST_ZOOM - firstZoom), firstZoom };
}

function label(kind: PlaceKind, name: string, [lon, lat]: Position, importance: number): BasemapFeature {
  const rank = RANKS_OF_KIND * PLACE_KINDS.indexOf(kind) + (RANKS_OF_KIND - 1 - importance);
  return { class: kind, name, rank, geometry: { type: 'Point', coordinates: [lon, lat] } };
}

/** 0 if unknown, 15 from 30 million. */
function importanceOfPeople(population: string | undefined): number {
  const people = readingsOf(population).find(Number.isInteger) ?? 0;
  return people >= 1 ? Math.min(RANKS_OF_KIND - 1, Math.floor(2 * Math.log10(people))) : 0;
}
