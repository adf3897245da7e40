/**
 * Makes the entries of the search: folded names from each word on, with the municipality around, or the nearest settlement if
 * the map has none. Of each street, only the longest part is taken.
 */
import { foldedName } from '../../../src/format/folded-name.ts';
import type { NameEntry, NameKind } from '../../../src/format/name-index.ts';
import { PLACE_KINDS, type PlaceKind } from '../../../src/format/place-kinds.ts';
import { type MapTile, tileAt } from '../../../src/geo/map-tiles.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { distance_m } from '../../geometry/haversine.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import type { BasemapClass, BasemapFeature } from './basemap-feature.ts';
import { readFeature } from './feature-record.ts';
import { Settlements } from './settlements.ts';
import type { SortedEntries } from './sorted-entries.ts';

const RANKS_OF_PLACES = 16 * PLACE_KINDS.length;
const LINES: Partial<Record<BasemapClass, { readonly kind: NameKind; readonly rank: number }>> = {
  river: { kind: 'water', rank: 16 * PLACE_KINDS.indexOf('water') },
  major: { kind: 'street', rank: RANKS_OF_PLACES },
  medium: { kind: 'street', rank: RANKS_OF_PLACES + 1 },
  minor: { kind: 'street', rank: RANKS_OF_PLACES + 2 },
  path: { kind: 'street', rank: RANKS_OF_PLACES + 3 },
};
/** Levels of packs that have settlements, and all names. */
const SETTLEMENTS_IN = 8;
const NAMES_IN = 11;
/** No search begins with these words. */
const SMALL_WORDS = new Set(
  'a al an and au aux d da das de del della den der des di do dos du e el en et i il l la le les of os the van von y'.split(
    ' ',
  ),
);

/** OpenStreetMap's `admin_level` of municipalities, in most countries. */
const isMunicipality = ({ level }: AdministrativeArea): boolean => level === 7 || level === 8;
/** Settlements that usually have the name of their municipality. */
const SETTLEMENT_KINDS: ReadonlySet<NameKind> = new Set(['city', 'town', 'village']);
/** No settlement nearby distinguishes these, as they do not belong to it. */
const TOP_KINDS: ReadonlySet<NameKind> = new Set(['city', 'town', 'island']);

interface AdministrativeArea {
  readonly level: number;
  readonly names: readonly string[];
  readonly area: PlanarArea;
}

interface Named {
  readonly place: Omit<NameEntry, 'key' | 'order'>;
  readonly otherNames: readonly string[];
  readonly rank: number;
  /** Length of a line, 0 for a point. */
  readonly length_m: number;
}

export class NameGatherer {
  readonly #settlements = new Settlements();
  readonly #entries: SortedEntries;

  constructor(entries: SortedEntries) {
    this.#entries = entries;
  }

  /** Call this for each pack once, level by level. */
  takePack(pack: MapTile, named: readonly Buffer[]): void {
    if (pack.zoom !== SETTLEMENTS_IN && pack.zoom !== NAMES_IN) return;
    const longest = new Map<string, Named>();
    const features = named.map(readFeature);
    const areas = pack.zoom === NAMES_IN ? areasOf(features) : [];
    for (const feature of features) {
      const { name, geometry } = feature;
      if (name === undefined || geometry.type === 'MultiPolygon') continue;
      const [lon, lat] = middleOf(geometry);
      const [x, y] = tileAt(lon, lat, pack.zoom);
      if (x !== pack.x || y !== pack.y) continue;
      if (pack.zoom === SETTLEMENTS_IN) this.#settlements.add(feature.class, name, [lon, lat]);
      else if (geometry.type === 'Point' || LINES[feature.class]) {
        const around = areas.filter(({ area }) => contains(area, [lon, lat]));
        keepLongest(longest, this.#named(feature, name, [lon, lat], around));
      }
    }
    for (const { place, otherNames, rank } of longest.values()) {
      for (const name of [place.name, ...otherNames])
        for (const entry of entriesOf({ ...place, name }, rank)) this.#entries.add(entry);
    }
  }

  #named(
    feature: BasemapFeature,
    name: string,
    [lon, lat]: Position,
    around: readonly AdministrativeArea[],
  ): Named {
    const { class: own, geometry, otherNames = [] } = feature;
    const { kind, rank } = LINES[own] ?? { kind: own as PlaceKind, rank: feature.rank ?? 0 };
    const near = this.#nearOf(feature, kind, name, [lon, lat], around);
    const within = [...new Set(around.flatMap(({ names }) => names.flatMap(wordsOf)))].join(' ');
    const length_m = geometry.type === 'LineString' ? lengthOf_m(geometry) : 0;
    return { place: { name, kind, lon, lat, near, within }, otherNames, rank, length_m };
  }

  /** @param around by falling level */
  #nearOf(
    { class: own, otherNames = [] }: BasemapFeature,
    kind: NameKind,
    name: string,
    at: Position,
    around: readonly AdministrativeArea[],
  ): string | null {
    const municipality = around.find(isMunicipality);
    const isSettlement = SETTLEMENT_KINDS.has(kind);
    const names = new Set([name, ...otherNames].map(foldedName));
    const hasOther = ({ names: others }: AdministrativeArea): boolean =>
      !others.some((other) => names.has(foldedName(other)));
    if (municipality && kind !== 'island' && (!isSettlement || hasOther(municipality))) {
      return municipality.names[0];
    }
    const larger = around.find((area) => area.level < 7 && hasOther(area))?.names[0] ?? null;
    return municipality || TOP_KINDS.has(kind) ? larger : (this.#settlements.near(at, own, name) ?? larger);
  }
}

/** @returns by falling level, then as given */
const areasOf = (features: readonly BasemapFeature[]): AdministrativeArea[] =>
  features
    .flatMap(({ class: kind, name, otherNames = [], rank, geometry }) =>
      kind === 'administrative' && geometry.type === 'MultiPolygon'
        ? [
            {
              level: rank!,
              names: [name!, ...otherNames],
              area: new PlanarArea(geometry.coordinates as unknown as Zone),
            },
          ]
        : [],
    )
    .sort((a, b) => b.level - a.level);

const contains = (area: PlanarArea, [lon, lat]: Position): boolean => {
  const { west, south, east, north } = area.box;
  return lon >= west && lon <= east && lat >= south && lat <= north && area.contains([lon, lat]);
};

const wordsOf = (name: string): string[] => foldedName(name).split(' ');

function keepLongest(longest: Map<string, Named>, named: Named): void {
  const { name, kind, near, lon, lat } = named.place;
  const isLine = named.length_m > 0;
  const key = JSON.stringify(isLine ? [name, kind, near] : [name, kind, near, lon, lat]);
  const known = longest.get(key);
  if (!known || named.length_m > known.length_m) longest.set(key, named);
}

function* entriesOf(place: Named['place'], rank: number): Generator<NameEntry> {
  const words = foldedName(place.name).split(' ');
  const near = place.near === null ? '' : ` ${foldedName(place.near)}`;
  for (const [i, word] of words.entries()) {
    if (word === '' || (i > 0 && SMALL_WORDS.has(word))) continue;
    yield { ...place, key: words.slice(i).join(' ') + near, order: 2 * rank + (i === 0 ? 0 : 1) };
  }
}

function middleOf(geometry: Exclude<BasemapFeature['geometry'], { type: 'MultiPolygon' }>): Position {
  if (geometry.type === 'Point') return [geometry.coordinates[0], geometry.coordinates[1]];
  const [lon, lat] = geometry.coordinates[geometry.coordinates.length >> 1];
  return [lon, lat];
}

function lengthOf_m({ coordinates }: GeoJSON.LineString): number {
  let length_m = 0;
  for (let i = 1; i < coordinates.length; i++) {
    const [[fromLon, fromLat], [lon, lat]] = [coordinates[i - 1], coordinates[i]];
    length_m += distance_m(fromLon, fromLat, lon, lat);
  }
  return length_m;
}
