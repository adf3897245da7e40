/** Blocked steps and hidden points of a leaf, against segments that are tested one by one in exact positions of the grid. */
import { describe, expect, test } from 'vitest';
import {
  EAST,
  forEachBlockedStep,
  SOUTH,
  SOUTH_EAST,
  SOUTH_WEST,
} from '../../../src/format/blocked-steps.ts';
import { UNNAMED } from '../../../src/format/envelope.ts';
import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import {
  FRONTAGE_EDGE,
  type RoadArrays,
  readRoadTile,
  writeRoadTile,
} from '../../../src/format/road-tile.ts';
import { ArrivalRaster } from '../../../src/isochrone/arrival-raster.ts';
import { EdgeSeeder } from '../../../src/isochrone/edge-seeder.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { BarrierIndex } from '../../../tiles-builder/roads/tiles/barrier-index.ts';
import { drawBarriers, joinBlockedSteps } from '../../../tiles-builder/roads/tiles/draw-barriers.ts';
import { NOWHERE } from '../../../tiles-builder/sources/features.ts';

const { pixels } = SAMPLE_GRIDS.pedestrian[0];
const CELL = '871fb4662ffffff';
const STEPS = [
  [EAST, 1, 0],
  [SOUTH, 0, 1],
  [SOUTH_EAST, 1, 1],
  [SOUTH_WEST, -1, 1],
] as const;
/** The box of streets in samples: so close that each sample sees one. */
const [WEST, NORTH, SIDE] = [530_000, 362_000, 16];

type Point = readonly [x: number, y: number];

const lonOf = (x: number): number => Math.round((x / pixels - 0.5) * 360 * 1e7);
const latOf = (y: number): number =>
  Math.round((Math.atan(Math.sinh((0.5 - y / pixels) * 2 * Math.PI)) / Math.PI) * 180 * 1e7);
const pointOf = (lon: number, lat: number): Point => {
  const sine = Math.sin((lat / 1e7 / 180) * Math.PI);
  return [(lon / 3.6e9 + 0.5) * pixels, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * pixels];
};

function leafOf(lines: readonly (readonly Point[])[]): RoadArrays {
  const edges = lines.length;
  const none = { firstArc: new Uint32Array(1), upperSlot: new Uint32Array(0), ms: new Int32Array(0) };
  return {
    ...{ nodeFlags: new Uint8Array(0), borderNodes: 1, down: none, up: none },
    edgeTail: new Uint32Array(edges),
    edgeHead: new Uint32Array(edges),
    edgeForward_ms: new Uint32Array(edges),
    edgeBackward_ms: new Uint32Array(edges),
    edgeFlags: new Uint8Array(edges).fill(FRONTAGE_EDGE),
    edgeFirstPoint: Uint32Array.from([0, ...lines.map((_, i) => lines.slice(0, i + 1).flat().length)]),
    pointLon: Int32Array.from(lines.flat(), ([x]) => lonOf(x)),
    pointLat: Int32Array.from(lines.flat(), ([, y]) => latOf(y)),
  };
}

/** Streets through each square of the box, from west to east. */
const streets = Array.from({ length: SIDE * 2 }, (_, i): Point[] => [
  [WEST, NORTH + i / 2 + 0.25],
  [WEST + SIDE, NORTH + i / 2 + 0.25],
]);

function indexOf(lines: readonly (readonly Point[])[]): { index: BarrierIndex; pieces: [Point, Point][] } {
  const stored = lines.map((line) => line.map(([x, y]) => [lonOf(x), latOf(y)] as const));
  const pieces = stored.flatMap((line) =>
    line.slice(1).map((point, i): [Point, Point] => [pointOf(...line[i]), pointOf(...point)]),
  );
  const [barrierLon, barrierLat] = [0, 1].map((axis) =>
    Int32Array.from(stored.flatMap((line) => [...line.map((point) => point[axis]), NOWHERE])),
  );
  return { index: new BarrierIndex({ barrierLon, barrierLat }), pieces };
}

/** Where two segments meet, as a share of the first one; undefined where they do not. */
function meeting([[ax, ay], [bx, by]]: [Point, Point], [[cx, cy], [dx, dy]]: [Point, Point]) {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
  const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
  return share >= 0 && share <= 1 && other >= 0 && other <= 1 ? share : undefined;
}

function randomLines(random: Random): Point[][] {
  return Array.from({ length: 6 }, () => {
    const start = [WEST + random.integer(0, 1_600) / 100, NORTH + random.integer(0, 1_600) / 100] as const;
    const step = random.chance(0.5) ? 0.4 : 6;
    return Array.from(
      { length: 4 },
      (_, i): Point =>
        i === 0
          ? start
          : [
              start[0] + (random.integer(-1_000, 1_000) / 1_000) * step,
              start[1] + (random.integer(-1_000, 1_000) / 1_000) * step,
            ],
    );
  });
}

describe.each([1, 2, 3, Date.now() % 1e9])('barriers of a leaf (seed %i)', (seed) => {
  const { index, pieces } = indexOf(randomLines(new Random(seed)));
  const leaf = leafOf(streets);
  const barriers = drawBarriers(leaf, index)!;

  test('block exactly the steps that they cross, and say where', () => {
    const found = new Map<string, [bits: number, crossings: number]>();
    forEachBlockedStep(barriers.blocked, (column, row, bits, crossings) => {
      found.set(`${column} ${row}`, [bits, crossings]);
    });
    for (let column = WEST + 1; column < WEST + SIDE - 1; column++) {
      for (let row = NORTH + 1; row < NORTH + SIDE - 1; row++) {
        const [bits, crossings] = found.get(`${column} ${row}`) ?? [0, 0];
        for (const [bit, dx, dy] of STEPS) {
          const step: [Point, Point] = [
            [column, row],
            [column + dx, row + dy],
          ];
          const shares = pieces.flatMap((piece) => meeting(step, piece) ?? []);
          expect((bits & bit) !== 0, `${bit} from ${column} ${row}`).toBe(shares.length > 0);
          if (shares.length === 0 || bit > SOUTH) continue;
          const own = bit === EAST ? crossings & 255 : crossings >> 8;
          const [fromStart, fromEnd] = [own & 15, own >> 4].map((sixteenths) => sixteenths / 16);
          expect(fromStart).toBeCloseTo(Math.min(15 / 16, Math.ceil(Math.min(...shares) * 16) / 16), 5);
          expect(fromEnd).toBeCloseTo(Math.min(15 / 16, Math.ceil((1 - Math.max(...shares)) * 16) / 16), 5);
        }
      }
    }
  });

  test('hide from a point of a street the samples behind them', () => {
    const seenBy = new Map(
      Array.from(barriers.hiddenEdge, (edge, i) => {
        const entry = barriers.hiddenPoint[i];
        return [`${edge} ${entry >> 4}`, entry & 15];
      }),
    );
    expect(seenBy.size).toBeGreaterThan(0);
    const seeder = new EdgeSeeder(new ArrivalRaster(0, 0, 1, 1), leaf, { travel: 'pedestrian', pixels });
    for (const edge of streets.keys()) {
      seeder.forEachPoint(edge, (x, y, point) => {
        const at: Point = [(x + 0.5) / 16, (y + 0.5) / 16];
        let seen = 0;
        for (let corner = 0; corner < 4; corner++) {
          const sample: Point = [(x >> 4) + (corner & 1), (y >> 4) + (corner >> 1)];
          if (pieces.every((piece) => meeting([at, sample], piece) === undefined)) seen |= 1 << corner;
        }
        expect(seenBy.get(`${edge} ${point}`) ?? 15, `point ${point} of ${edge}`).toBe(seen);
      });
    }
  });

  test('are read back from a tile, and joined with themselves', () => {
    const tile = readRoadTile(
      'pedestrian',
      CELL,
      UNNAMED,
      writeRoadTile('pedestrian', CELL, { ...leaf, barriers }),
    );
    expect(tile.barriers).toEqual(barriers);
    expect(joinBlockedSteps([tile, leaf, { ...leaf, barriers }])).toEqual(barriers.blocked);
  });
});
