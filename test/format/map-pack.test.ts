import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DamagedTile } from '../../src/format/envelope.ts';
import {
  directoryBytes,
  isInRuns,
  lastZoomIn,
  MAP_PACK_ZOOMS,
  MAP_ZOOMS,
  MapDirectory,
  mapPackOf,
  placesOf,
  requireMapTile,
  runsOfPacks,
  writeMapPack,
} from '../../src/format/map-pack.ts';
import { nameObject } from '../../src/format/name-object.ts';
import type { MapTile } from '../../src/geo/map-tiles.ts';

const SET_NAME = '0123456789abcdef';
const PACK: MapTile = { zoom: 11, x: 1033, y: 704 };
const bytesOf = ({ zoom, x, y }: MapTile): Uint8Array | null =>
  (x * y) % 2 === 0 ? null : new TextEncoder().encode(`${zoom}/${x}/${y}`);
const object = writeMapPack(PACK, bytesOf);
nameObject(object, SET_NAME);

const anyTile = fc
  .integer({ min: MAP_ZOOMS.min_zoom, max: MAP_ZOOMS.max_zoom })
  .chain((zoom) =>
    fc.record({ zoom: fc.constant(zoom), x: fc.nat(2 ** zoom - 1), y: fc.nat(2 ** zoom - 1) }),
  );

describe('a pack of map tiles', () => {
  test('has one place for every tile of its levels', () => {
    fc.assert(
      fc.property(anyTile, (tile) => {
        const pack = mapPackOf(tile);
        const places = [...placesOf(pack)];
        expect(
          places.filter(({ zoom, x, y }) => zoom === tile.zoom && x === tile.x && y === tile.y),
        ).toHaveLength(1);
        expect(places.every((place) => mapPackOf(place).x === pack.x && mapPackOf(place).y === pack.y)).toBe(
          true,
        );
        expect(places[0]).toEqual(pack);
        expect(places.at(-1)!.zoom).toBe(lastZoomIn(pack));
      }),
      { numRuns: 50 },
    );
  });

  test('returns each tile by its place, and nothing where nothing is drawn', () => {
    const directory = new MapDirectory(PACK, SET_NAME, object);
    for (const tile of placesOf(PACK)) {
      const place = directory.placeOf(tile);
      const found = place && object.slice(place.offset_bytes, place.offset_bytes + place.size_bytes);
      if (place) requireMapTile(place, found!);
      expect(found).toEqual(bytesOf(tile));
    }
  });

  test('refuses a directory with any byte changed or cut off, of another pack, or of another tile set', () => {
    const head = object.slice(0, directoryBytes(PACK));
    for (let at = 0; at < head.length; at++) {
      const damaged = head.slice();
      damaged[at] ^= 1;
      expect(() => new MapDirectory(PACK, SET_NAME, damaged)).toThrow(DamagedTile);
      expect(() => new MapDirectory(PACK, SET_NAME, head.slice(0, at))).toThrow(DamagedTile);
    }
    expect(() => new MapDirectory({ ...PACK, x: PACK.x + 1 }, SET_NAME, head)).toThrow(DamagedTile);
    expect(() => new MapDirectory(PACK, 'fedcba9876543210', head)).toThrow(DamagedTile);
  });

  test('refuses a tile with any byte changed or cut off', () => {
    const drawn = [...placesOf(PACK)].find((tile) => bytesOf(tile))!;
    const place = new MapDirectory(PACK, SET_NAME, object).placeOf(drawn)!;
    const tile = object.slice(place.offset_bytes, place.offset_bytes + place.size_bytes);
    for (let at = 0; at < tile.length; at++) {
      const damaged = tile.slice();
      damaged[at] ^= 1;
      expect(() => requireMapTile(place, damaged)).toThrow(DamagedTile);
      expect(() => requireMapTile(place, tile.slice(0, at))).toThrow(DamagedTile);
    }
  });
});

test('runs of packs contain the packs that compose them, and no other', () => {
  const pack = fc.record({
    zoom: fc.constantFrom(...MAP_PACK_ZOOMS),
    x: fc.nat(12),
    y: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(pack, { maxLength: 60 }), pack, (packs, other) => {
      const runs = runsOfPacks(packs);
      const text = ({ zoom, x, y }: MapTile): string => `${zoom}/${x}/${y}`;
      const distinct = new Set(packs.map(text));
      expect(packs.every((each) => isInRuns(runs, each))).toBe(true);
      expect(isInRuns(runs, other)).toBe(distinct.has(text(other)));
    }),
  );
});
