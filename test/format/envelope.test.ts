import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCountTile, writeCountTile } from '../../src/format/count-tile.ts';
import {
  checksum,
  DamagedTile,
  FORMAT_VERSION,
  nameTile,
  seal,
  type TileIdentity,
  type TileKind,
  UNNAMED,
  unseal,
} from '../../src/format/envelope.ts';
import { nameObject } from '../../src/format/name-object.ts';
import { readPack, writePack } from '../../src/format/pack.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';

const FORMAT = readFileSync(join(import.meta.dirname, '../../src/format/FORMAT.md'), 'utf8');

const setName = '0123456789abcdef';
const identity: TileIdentity = { kind: 'road', tileSet: 'motorized', cell: '871f05901ffffff' };
const anyPayload = fc.uint8Array({ maxLength: 64 });

describe('envelope', () => {
  test('gives back what was sealed', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const sealed = seal(identity, payload);
        expect(sealed.byteLength % 8).toBe(0);
        expect([...unseal(identity, UNNAMED, sealed)]).toEqual([...payload]);
      }),
    );
  });

  test.each<[code: number, kind: TileKind]>([
    [1, 'count'],
    [2, 'overview'],
    [3, 'road'],
    [4, 'pack'],
    [5, 'separators'],
    [6, 'masks'],
    [7, 'tiles'],
    [8, 'root'],
    [9, 'names'],
    [10, 'current'],
  ])('has the code %i of FORMAT.md for %s', (code, kind) => {
    expect(seal({ ...identity, kind } as TileIdentity, new Uint8Array())[6]).toBe(code);
  });

  test('FORMAT.md names the version that is written, and no other', () => {
    const named = [...FORMAT.matchAll(/version of this format, (\d+)|format-(\d+)\//g)].map(
      ([, header, path]) => header ?? path,
    );
    expect(named.length).toBeGreaterThan(1);
    expect(new Set(named)).toEqual(new Set([String(FORMAT_VERSION)]));
  });

  test.each(TILE_SETS)('has the code of FORMAT.md for the tile set %s', (tileSet) => {
    const [, listed] = /tile set: ([^|]*) \|/.exec(FORMAT)!;
    const code = listed.split(', ').find((text) => text.endsWith(` ${tileSet}`));
    expect(code).toBe(`${seal({ ...identity, tileSet }, new Uint8Array())[7]} ${tileSet}`);
  });

  test('finds any flipped bit', () => {
    const payload = Uint8Array.from({ length: 37 }, (_, i) => (i * 73) % 256);
    const sealed = seal(identity, payload);
    for (let byte = 0; byte < sealed.byteLength; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = sealed.slice();
        flipped[byte] ^= 1 << bit;
        expect(() => unseal(identity, UNNAMED, flipped), `byte ${byte}, bit ${bit}`).toThrow(DamagedTile);
      }
    }
  });

  test('finds a tile that was cut or that has grown', () => {
    const sealed = seal(
      identity,
      Uint8Array.from({ length: 21 }, (_, i) => i),
    );
    for (let bytes = 0; bytes < sealed.byteLength; bytes++) {
      expect(() => unseal(identity, UNNAMED, sealed.slice(0, bytes))).toThrow(DamagedTile);
    }
    const grown = new Uint8Array(sealed.byteLength + 8);
    grown.set(sealed);
    expect(() => unseal(identity, UNNAMED, grown)).toThrow(DamagedTile);
  });

  test.each([
    ['kind', { ...identity, kind: 'count' as const }],
    ['tile set', { ...identity, tileSet: 'pedestrian' as const }],
    ['cell', { ...identity, cell: '871f05903ffffff' }],
  ])('refuses a tile of another %s', (_, expected) => {
    const sealed = seal(identity, new Uint8Array(5));
    expect(() => unseal(expected, UNNAMED, sealed)).toThrow(DamagedTile);
  });

  test('belongs to the tile set whose name is written into it, and to no other', () => {
    const sealed = seal(identity, new Uint8Array(5));
    nameTile(sealed, setName);
    expect(unseal(identity, setName, sealed).byteLength).toBe(5);
    expect(() => unseal(identity, '0123456789abcdee', sealed)).toThrow(DamagedTile);
    expect(() => unseal(identity, UNNAMED, sealed)).toThrow(DamagedTile);
    nameTile(sealed, UNNAMED);
    expect([...sealed]).toEqual([...seal(identity, new Uint8Array(5))]);
  });

  test('has a checksum that does not depend on alignment', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const shifted = new Uint8Array(payload.length + 1).subarray(1);
        shifted.set(payload);
        expect(checksum(shifted)).toBe(checksum(payload.slice()));
      }),
    );
  });
});

describe('pack', () => {
  const tileCells = ['861f05907ffffff', '861f0590fffffff'];
  const tiles = new Map(
    tileCells.map((cell, i) => [cell, writeCountTile('living', cell, [1, 5 + i], [1000, 2000])]),
  );
  const packCell = '851f0593fffffff';
  const pack = writePack('living', packCell, tiles);
  nameObject(pack, setName);

  test('gives back its tiles, readable in place', () => {
    const read = readPack('living', packCell, setName, pack);
    expect([...read.keys()]).toEqual(tileCells);
    for (const [i, cell] of tileCells.entries()) {
      const tile = readCountTile('living', cell, setName, read.get(cell)!);
      expect([...tile.keys]).toEqual([1, 5 + i]);
      expect([...tile.runningTotals]).toEqual([1000, 3000]);
    }
  });

  test('refuses any cut, before a tile is read', () => {
    for (let bytes = 0; bytes < pack.byteLength; bytes += 4) {
      expect(() => readPack('living', packCell, setName, pack.slice(0, bytes))).toThrow(DamagedTile);
    }
  });
});

test('a count tile with too many people for its numbers is refused', () => {
  expect(() => writeCountTile('living', '861f05907ffffff', [1, 2], [4e9, 1e9])).toThrow(RangeError);
});
