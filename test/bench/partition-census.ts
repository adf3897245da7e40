/** Process that draws, partitions and unites census units with winding borders. */
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { unionOfPolygons } from '../../tiles-builder/geometry/clip-zones.ts';
import { resolveOverlaps } from '../../tiles-builder/read/census/resolve-overlaps.ts';
import { UnitTableBuilder } from '../../tiles-builder/read/census/unit-table.ts';

/** Units by side of a square. */
export interface DrawnCountry {
  readonly side: number;
  /** Shift of vertices: width of gaps and overlaps. */
  readonly loose_degrees: number;
}

export interface PartitionedCountry {
  readonly units: number;
  readonly vertices: number;
  readonly partition_s: number;
  readonly union_s: number;
  /** Of the union, and further polygons: 0. */
  readonly holes: number;
  readonly others: number;
  /** Area of units over their union: 1. */
  readonly area_ratio: number;
  readonly slivers: number;
}

const STEP_DEGREES = 0.008;
const WEST = -5;
const SOUTH = 50;
/** Vertices between corners. */
const BETWEEN = 9;
const PEOPLE = 300;

/** -0.5 to 0.5, by MurmurHash3's finalizer (Austin Appleby, public domain). */
function noise(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 - 0.5;
}

const corner = (column: number, row: number): Position => [
  WEST + STEP_DEGREES * (column + 0.4 * noise(column, row, 1)),
  SOUTH + STEP_DEGREES * (row + 0.4 * noise(column, row, 2)),
];

/** To the next corner, exclusive. */
function border(column: number, row: number, isNorth: boolean): Position[] {
  const from = corner(column, row);
  const to = isNorth ? corner(column, row + 1) : corner(column + 1, row);
  return Array.from({ length: BETWEEN + 1 }, (_, i): Position => {
    const share = i / (BETWEEN + 1);
    const width = i === 0 ? 0 : STEP_DEGREES * 0.08;
    const number = column * (BETWEEN + 1) + i;
    return [0, 1].map(
      (axis) =>
        from[axis] +
        share * (to[axis] - from[axis]) +
        width * noise(number, row, 3 + 2 * axis + (isNorth ? 1 : 0)),
    ) as unknown as Position;
  });
}

function unitAt(column: number, row: number, loose_degrees: number): Polygon {
  const back = (line: Position[], end: Position): Position[] => [...line.slice(1), end].reverse();
  const ring = [
    ...border(column, row, false),
    ...border(column + 1, row, true),
    ...back(border(column, row + 1, false), corner(column + 1, row + 1)),
    ...back(border(column, row, true), corner(column, row + 1)),
  ].map(
    ([lon, lat], i): Position => [
      lon + loose_degrees * noise(column, row, 10 + 2 * i),
      lat + loose_degrees * noise(column, row, 11 + 2 * i),
    ],
  );
  return [[...ring, ring[0]]];
}

export function partitionCountry({ side, loose_degrees }: DrawnCountry): PartitionedCountry {
  const builder = new UnitTableBuilder();
  let vertices = 0;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const outline = [unitAt(column, row, loose_degrees)];
      vertices += outline[0][0].length - 1;
      builder.add({ id: `${column} ${row}`, people: PEOPLE, outline });
    }
  }
  const { table } = builder.finish();
  const begun = performance.now();
  const { units, report } = resolveOverlaps('drawn', table, 'refuse');
  const partitioned = performance.now();
  function* polygons(): Generator<Polygon> {
    for (let unit = 0; unit < units.length; unit++) yield* units.outline(unit);
  }
  const united = unionOfPolygons(polygons());
  const ended = performance.now();
  let ownArea_m2 = 0;
  for (const polygon of polygons()) ownArea_m2 += areaOfZone_m2([polygon]);
  return {
    units: units.length,
    vertices,
    partition_s: (partitioned - begun) / 1_000,
    union_s: (ended - partitioned) / 1_000,
    holes: united.reduce((sum, polygon) => sum + polygon.length - 1, 0),
    others: united.length - 1,
    area_ratio: ownArea_m2 / areaOfZone_m2(united),
    slivers: report.slivers,
  };
}

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(partitionCountry(JSON.parse(process.argv[2]))));
}
