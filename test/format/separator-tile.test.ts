import { cellToChildren, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { DamagedTile, UNNAMED } from '../../src/format/envelope.ts';
import {
  readSeparatorTile,
  type SeparatorArrays,
  writeSeparatorTile,
} from '../../src/format/separator-tile.ts';

const CELL = latLngToCell(57.7, 12, 4);

const TILE: SeparatorArrays = {
  nodeFlags: Uint8Array.of(0, 1),
  borderNodes: 2,
  down: {
    firstArc: Uint32Array.of(0, 1, 3),
    upperSlot: Uint32Array.of(2, 2, 3),
    ms: Int32Array.of(10, 20, 30),
  },
  up: {
    firstArc: Uint32Array.of(0, 2, 3),
    upperSlot: Uint32Array.of(2, 3, 3),
    ms: Int32Array.of(11, 21, 31),
  },
  childCells: cellToChildren(CELL, 5).slice(0, 2),
  childFlags: Uint8Array.of(1, 3),
  childWest: Int32Array.of(-7, 8),
  childSouth: Int32Array.of(9, -10),
  childEast: Int32Array.of(11, 12),
  childNorth: Int32Array.of(13, 14),
  childRoadsWest: Int32Array.of(-17, 18),
  childRoadsSouth: Int32Array.of(19, -20),
  childRoadsEast: Int32Array.of(21, 22),
  childRoadsNorth: Int32Array.of(23, 24),
  childFirstBorder: Uint32Array.of(0, 1, 3),
  borderSlot: Uint32Array.of(0, 1, 2),
  borderFarthest_ms: Int32Array.of(100, 200, 300),
};
const readBack = (arrays: SeparatorArrays) =>
  readSeparatorTile('pedestrian', CELL, UNNAMED, writeSeparatorTile('pedestrian', CELL, arrays));

test('a tile is read as it was written', () => {
  expect(readBack(TILE)).toMatchObject({ ...TILE, cell: CELL });
});

test.each([
  'nodeFlags',
  'childFlags',
  'childWest',
  'childSouth',
  'childEast',
  'childNorth',
  'childRoadsWest',
  'childRoadsSouth',
  'childRoadsEast',
  'childRoadsNorth',
  'childFirstBorder',
  'borderSlot',
  'borderFarthest_ms',
] as const)('a tile with a number too few in %s is damaged', (name) => {
  expect(() => readBack({ ...TILE, [name]: TILE[name].slice(1) })).toThrow(DamagedTile);
});

test('a tile of which a child has no other array, or an arc no time, is damaged', () => {
  expect(() => readBack({ ...TILE, childCells: TILE.childCells.slice(1) })).toThrow(DamagedTile);
  for (const arcs of ['down', 'up'] as const) {
    for (const name of ['firstArc', 'upperSlot', 'ms'] as const) {
      const damaged = { ...TILE[arcs], [name]: TILE[arcs][name].slice(1) };
      expect(() => readBack({ ...TILE, [arcs]: damaged }), `${arcs} ${name}`).toThrow(DamagedTile);
    }
  }
});
