/** Makes place labels, ranked by kind, then log of population or size; areas have one from the zoom level where it fits. */
import { MAP_ZOOMS } from '../../../src/format/map-pack.ts';
import { PLACE_KINDS, type PlaceKind } from '../../../src/format/place-kinds.ts';
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../base/records.ts';
import { pointInside } from '../../geometry/point-inside.ts';
import type { Point } from '../../sources/features.ts';
import { readingsOf } from '../../sources/numbers.ts';
import { BASEMAP_CLASSES, type BasemapFeature } from './basemap-feature.ts';
import { firstZoomWithSide } from './size-on-map.ts';

/** Kinds by OpenStreetMap's `place`. */
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

/** Tags of places where people meet, arrive or are served. */
const LANDMARKS: Readonly<Record<string, readonly string[]>> = {
  place: ['square'],
  railway: ['station', 'halt'],
  amenity: ['hospital', 'school', 'university', 'college', 'townhall', 'bus_station', 'ferry_terminal'],
};
/** The first key is `place`, which settlements have too. */
export const LANDMARK_KEYS = Object.keys(LANDMARKS);

const RANKS_OF_KIND = 16;
/** Side of an area that a short label fits: 48 pixels of 8 units. */
const LEAST_SIDE_WITH_NAME_UNITS = 384;
const LAST_ZOOM = MAP_ZOOMS.max_zoom;

/** A bay that is mapped as a point is of unknown size. */
const FIRST_ZOOM_OF_BAY = 12;
const KEYS_OF_OTHER_NAMES = [
  'name:en',
  'name:fr',
  'alt_name',
  'alt_name:en',
  'alt_name:fr',
  'int_name',
  'short_name',
];

/** Lists further names by which the search finds a place. */
export function otherNamesOf(tags: Tags): string[] {
  const others = KEYS_OF_OTHER_NAMES.flatMap((key) => tags[key]?.split(';') ?? []);
  return [...new Set(others.map((name) => name.trim()))].filter((name) => name !== '' && name !== tags.name);
}

export const isLandmark = (tags: Tags): boolean =>
  LANDMARK_KEYS.some((key) => LANDMARKS[key].includes(tags[key] ?? ''));

/** @returns `null` without a name or labelled kind */
export function labelOfPoint({ position, tags }: Point): BasemapFeature | null {
  const kind = KIND_OF_PLACE[tags.place ?? ''] ?? (isLandmark(tags) ? 'landmark' : undefined);
  if (!kind || tags.name === undefined) return null;
  return label(kind, tags, position, importanceOfPeople(tags.population));
}

export const isBay = ({ natural }: Tags): boolean => natural === 'bay' || natural === 'strait';

export function labelOfBay({ position, tags }: Point): BasemapFeature | null {
  if (!isBay(tags) || tags.name === undefined) return null;
  return { ...label('water', tags, position, 0), firstZoom: FIRST_ZOOM_OF_BAY };
}

export function labelOfArea(kind: 'water' | 'park' | 'landmark', tags: Tags, zone: Zone): BasemapFeature {
  const box: BoundingBox = boundingBoxOf(zone.flat());
  const first = BASEMAP_CLASSES[kind].firstZoom;
  const firstZoom = firstZoomWithSide(box, LEAST_SIDE_WITH_NAME_UNITS, first, LAST_ZOOM);
  return { ...label(kind, tags, pointInside(zone), LAST_ZOOM - firstZoom), firstZoom };
}

function label(kind: PlaceKind, tags: Tags, [lon, lat]: Position, importance: number): BasemapFeature {
  const rank = RANKS_OF_KIND * PLACE_KINDS.indexOf(kind) + (RANKS_OF_KIND - 1 - importance);
  const geometry = { type: 'Point', coordinates: [lon, lat] } as const;
  return {
    class: kind,
    name: tags.name,
    otherNames: otherNamesOf(tags),
    rank,
    geometry: { ...geometry, coordinates: [lon, lat] },
  };
}

/** Returns 0 if unknown, and 15 from 30 million people. */
function importanceOfPeople(population: string | undefined): number {
  const people = readingsOf(population).find(Number.isInteger) ?? 0;
  return people >= 1 ? Math.min(RANKS_OF_KIND - 1, Math.floor(2 * Math.log10(people))) : 0;
}
