import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DamagedTile } from '../../src/format/envelope.ts';
import {
  isInRuns,
  lastZoomIn,
  MAP_PACK_ZOOMS,
  MAP_ZOOMS,
  MAX_DIRECTORY_BYTES,
  mapCellOf,
  mapPackOf,
  openMapTile,
  placesOf,
  runsOfPacks,
  writeMapPack,
} from '../../src/format/map-pack.ts';
import { nameObject } from '../../src/format/name-object.ts';
import { directoryEnd, readDirectory, readPack } from '../../src/format/pack.ts';
import type { MapTile } from '../../src/geo/map-tiles.ts';

const SET_NAME = '0123456789abcdef';
const PACK: MapTile = { zoom: 11, x: 1033, y: 704 };
const bytesOf = ({ zoom, x, y }: MapTile): Uint8Array | null =>
  (x * y) % 2 === 0 ? null : new TextEncoder().encode(`${zoom}/${x}/${y}`);
const object = writeMapPack(PACK, bytesOf)!;
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
    const tiles = readPack('basemap', mapCellOf(PACK), SET_NAME, object);
    for (const tile of placesOf(PACK)) {
      const sealed = tiles.get(mapCellOf(tile));
      expect(sealed ? openMapTile(tile, SET_NAME, sealed) : null).toEqual(bytesOf(tile));
    }
  });

  test('has its directory in its first bytes, and refuses one with any byte changed or cut off', () => {
    const full = writeMapPack(PACK, () => Uint8Array.of(1))!;
    expect(directoryEnd([...placesOf(PACK)].length)).toBe(MAX_DIRECTORY_BYTES);
    nameObject(full, SET_NAME);
    const head = full.slice(0, MAX_DIRECTORY_BYTES);
    const read = (bytes: Uint8Array) => readDirectory('basemap', mapCellOf(PACK), SET_NAME, bytes);
    expect(read(head).size).toBe(85);
    for (let at = 0; at < head.length; at++) {
      expect(() => read(head.with(at, head[at] ^ 1))).toThrow(DamagedTile);
      expect(() => read(head.slice(0, at))).toThrow(DamagedTile);
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
