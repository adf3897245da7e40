/** Gathers search entries: folded names from each word on, with the nearest settlement; the longest part of each street. */
import { foldedName } from '../../../src/format/folded-name.ts';
import type { NameEntry, NameKind } from '../../../src/format/name-index.ts';
import { PLACE_KINDS, type PlaceKind } from '../../../src/format/place-kinds.ts';
import { type MapTile, tileAt } from '../../../src/geo/map-tiles.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { distance_m } from '../../geometry/haversine.ts';
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
/** Pack levels with settlements and all names. */
const SETTLEMENTS_IN = 8;
const NAMES_IN = 11;
/** Never begin a search. */
const SMALL_WORDS = new Set(
  'a al an and au aux d da das de del della den der des di do dos du e el en et i il l la le les of os the van von y'.split(
    ' ',
  ),
);

interface Named {
  readonly place: Omit<NameEntry, 'key' | 'order'>;
  readonly rank: number;
  /** 0 for a point. */
  readonly length_m: number;
}

export class NameGatherer {
  readonly #settlements = new Settlements();
  readonly #entries: SortedEntries;

  constructor(entries: SortedEntries) {
    this.#entries = entries;
  }

  /** Call for each pack once, level by level. */
  takePack(pack: MapTile, named: readonly Buffer[]): void {
    if (pack.zoom !== SETTLEMENTS_IN && pack.zoom !== NAMES_IN) return;
    const longest = new Map<string, Named>();
    for (const record of named) {
      const feature = readFeature(record);
      const { name, geometry } = feature;
      if (name === undefined || geometry.type === 'MultiPolygon') continue;
      const [lon, lat] = middleOf(geometry);
      const [x, y] = tileAt(lon, lat, pack.zoom);
      if (x !== pack.x || y !== pack.y) continue;
      if (pack.zoom === SETTLEMENTS_IN) this.#settlements.add(feature.class, name, [lon, lat]);
      else if (geometry.type === 'Point') keepLongest(longest, this.#namedPoint(feature, name, [lon, lat]));
      else if (LINES[feature.class]) {
        keepLongest(longest, this.#namedLine(feature.class, name, [lon, lat], lengthOf_m(geometry)));
      }
    }
    for (const { place, rank } of longest.values()) {
      for (const entry of entriesOf(place, rank)) this.#entries.add(entry);
    }
  }

  #namedPoint({ class: kind, rank = 0 }: BasemapFeature, name: string, [lon, lat]: Position): Named {
    const near = this.#settlements.near([lon, lat], kind, name);
    return { place: { name, kind: kind as PlaceKind, lon, lat, near }, rank, length_m: 0 };
  }

  #namedLine(line: BasemapClass, name: string, [lon, lat]: Position, length_m: number): Named {
    const { kind, rank } = LINES[line]!;
    const near = this.#settlements.near([lon, lat], line, name);
    return { place: { name, kind, lon, lat, near }, rank, length_m };
  }
}

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
