/** Transformations of censuses that must not change counts. */
import fc from 'fast-check';
import { cellToLatLng } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { CensusUnit } from '../../tiles-builder/base/records.ts';
import { areaWithin, clip, PlanarArea, type Vertices } from '../../tiles-builder/geometry/planar-area.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { type AllocatedPeople, allocate, type Census, homesOf } from './allocate-censuses.ts';

const SEEDS = [Date.now() % 1e9];
const SIDE_M = 3_000;
const plane = localPlane([9, 51]);

/** Convex, anticlockwise: x0, y0, x1, y1, … */
type Piece = Vertices;

interface Town {
  readonly random: Random;
  readonly units: readonly CensusUnit[];
  readonly pieces: readonly Piece[];
  readonly homes: readonly Piece[];
}

const box = (west: number, south: number, east: number, north: number): Piece => [
  ...[west, south, east, south, east, north, west, north],
];

const ringOf = (piece: Piece): Ring => {
  const ring = Array.from({ length: piece.length / 2 }, (_, i) =>
    plane.toPosition([piece[2 * i], piece[2 * i + 1]]),
  );
  return [...ring, ring[0]];
};
const zoneOf = (piece: Piece): Zone => [[ringOf(piece)]];
const unit = (id: string, people: number, piece: Piece): CensusUnit => ({
  id,
  people,
  outline: zoneOf(piece),
});

function halves(piece: Piece, random: Random): [Piece, Piece] {
  const count = piece.length / 2;
  const middle = (axis: 0 | 1): number =>
    Array.from({ length: count }, (_, i) => piece[2 * i + axis]).reduce((a, b) => a + b, 0) / count;
  const [x, y, angle] = [middle(0), middle(1), random.unit() * Math.PI];
  const [dx, dy] = [Math.cos(angle) * 1e4, Math.sin(angle) * 1e4];
  const beside = (sign: 1 | -1): Piece =>
    clip(piece, [
      x - dx * sign,
      y - dy * sign,
      x + dx * sign,
      y + dy * sign,
      x - dy * sign * 2,
      y + dx * sign * 2,
    ]);
  return [beside(1), beside(-1)];
}

/** Vertices lie within edges of neighbours. */
function randomTown(seed: number): Town {
  const random = new Random(seed);
  let pieces: Piece[] = [box(0, 0, SIDE_M, SIDE_M)];
  for (let round = 0; round < 4; round++) pieces = pieces.flatMap((piece) => halves(piece, random));
  const homes = Array.from({ length: 250 }, () => {
    const [west, south] = [random.unit() * (SIDE_M - 30), random.unit() * (SIDE_M - 30)];
    return box(west, south, west + 8 + random.unit() * 20, south + 8 + random.unit() * 20);
  });
  const units = pieces.map((piece, i) => unit(`unit ${i}`, random.integer(0, 900), piece));
  return { random, units, pieces, homes };
}

const mappedZone: Zone = zoneOf(box(-2_000, -2_000, SIDE_M + 2_000, SIDE_M + 2_000));

function count({ homes }: Town, censuses: readonly Census[], mapped = mappedZone): AllocatedPeople {
  const drawn = homesOf(
    homes.map((home) => ({ footprint: zoneOf(home), people_per_m2: 0.03, mapped: true })),
  );
  const read: typeof drawn.read = (area) => {
    const own = drawn.read(area);
    return { ...own, people_per_m2: censuses.map(() => own.people_per_m2[0]) };
  };
  return allocate(censuses, { areas: drawn.areas, read }, mapped);
}

const known = (units: readonly CensusUnit[]): Census => ({ units, coverage: null });

function inZones({ people }: AllocatedPeople, zones: readonly PlanarArea[]): number[] {
  const places = [...people].map(([cell, millipersons]) => {
    const [lat, lon] = cellToLatLng(cell);
    return { lon, lat, people: millipersons / 1_000 };
  });
  return zones.map((zone) =>
    places.reduce((sum, { lon, lat, people }) => sum + (zone.containsAt(lon, lat) ? people : 0), 0),
  );
}

function peopleOf({ censuses: [{ source, people }] }: AllocatedPeople, id: string): number {
  const unit = Array.from(source.units.people.keys()).find((own) => source.units.id(own) === id)!;
  return people.inside[unit] / 1_000;
}

function randomZones(random: Random): PlanarArea[] {
  return Array.from({ length: 100 }, () => {
    const [x, y, reach_m] = [random.unit() * SIDE_M, random.unit() * SIDE_M, 100 + random.unit() * 1_500];
    const vertices = random.integer(3, 12);
    const ring = Array.from({ length: vertices }, (_, i) => {
      const [angle, length] = [(2 * Math.PI * i) / vertices, reach_m * (0.4 + 0.6 * random.unit())];
      return plane.toPosition([x + length * Math.cos(angle), y + length * Math.sin(angle)]);
    });
    return new PlanarArea([[[...ring, ring[0]]]]);
  });
}

function expectSameCounts(town: Town, after: AllocatedPeople, zones = randomZones(town.random)): void {
  const before = count(town, [known(town.units)]);
  const [expected, found] = [inZones(before, zones), inZones(after, zones)];
  for (const [i, people] of expected.entries()) {
    expect(Math.abs(found[i] - people), `zone ${i} of ${people} people`).toBeLessThan(0.005 * people + 1);
    if (people >= 1) expect(found[i]).toBeGreaterThan(0);
  }
  expectSameKnown(town, before, after);
}

function expectSameKnown(town: Town, before: AllocatedPeople, after: AllocatedPeople): void {
  const [own, other] = [new PlanarArea(before.coverage), new PlanarArea(after.coverage)];
  for (let i = 0; i < 500; i++) {
    const [x, y] = [town.random.unit() * SIDE_M, town.random.unit() * SIDE_M];
    const [middle, ...around] = [[0, 0], ...rectangle(-6, -6, 6, 6)].map(([dx, dy]) =>
      plane.toPosition([x + dx, y + dy]),
    );
    if ([middle, ...around].every((place) => own.contains(place))) expect(other.contains(middle)).toBe(true);
  }
}

const movedBy =
  (move: (position: Position, unit: number) => Position) =>
  (own: CensusUnit, i: number): CensusUnit => ({
    ...own,
    outline: own.outline.map((polygon) =>
      polygon.map((ring) => {
        const vertices = ring.slice(1).map((vertex) => move(vertex, i));
        return [vertices[vertices.length - 1], ...vertices];
      }),
    ),
  });

describe.each(SEEDS)('the people of random units (seed %i)', (seed) => {
  const property = (what: (town: Town) => void): void => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (own) => what(randomTown(own))),
      { numRuns: 3, seed },
    );
  };

  test('stay where a unit is split in two with its people', () => {
    property((town) => {
      const split = town.random.integer(0, town.pieces.length - 1);
      const footprintIn = (piece: Piece): number =>
        town.homes.reduce(
          (sum, home) => sum + areaWithin(home, [new PlanarArea([], [{ vertices: piece, sign: 1 }])]),
          0,
        );
      const parts = halves(town.pieces[split], town.random);
      const all = footprintIn(town.pieces[split]);
      if (all === 0) return;
      const { id, people } = town.units[split];
      const own = parts.map((part, i) => unit(`${id} ${i}`, (people * footprintIn(part)) / all, part));
      expectSameCounts(town, count(town, [known([...town.units.toSpliced(split, 1), ...own])]));
    });
  });

  test('stay where each unit is shifted by a millimetre', () => {
    property((town) => {
      const shifts = town.units.map(() =>
        [town.random.unit() - 0.5, town.random.unit() - 0.5].map((own) => own * 2.8e-8),
      );
      const shifted = movedBy(([lon, lat], i) => [lon + shifts[i][0], lat + shifts[i][1]]);
      expectSameCounts(town, count(town, [known(town.units.map(shifted))]));
    });
  });

  test('stay where a coarser census of more land is named, too', () => {
    property((town) => {
      const half = SIDE_M / 2;
      const coarse = [0, 1, 2, 3].map((i) => {
        const [x, y] = [(i % 2) * half, Math.floor(i / 2) * half];
        const [west, south] = [x === 0 ? -1_000 : x, y === 0 ? -1_000 : y];
        return unit(
          `county ${i}`,
          2_000,
          box(west, south, x === 0 ? half : SIDE_M + 1_000, y === 0 ? half : SIDE_M + 1_000),
        );
      });
      for (const censuses of [
        [known(town.units), known(coarse)],
        [known(coarse), known(town.units)],
      ]) {
        expectSameCounts(town, count(town, censuses));
      }
    });
  });

  test('stay in units of either side where the map is cut in two', () => {
    property((town) => {
      const cut = SIDE_M * (0.3 + 0.4 * town.random.unit());
      const side = (west: number, east: number): AllocatedPeople => {
        const homes = town.homes.filter((home) => home[2] >= west && home[0] <= east);
        return count(
          { ...town, homes },
          [known(town.units)],
          zoneOf(box(west, -2_000, east, SIDE_M + 2_000)),
        );
      };
      const sides = [side(-2_000, cut), side(cut, SIDE_M + 2_000)];
      const before = count(town, [known(town.units)]);
      for (const [i, piece] of town.pieces.entries()) {
        const x = piece.filter((_, at) => at % 2 === 0);
        const isWest = Math.max(...x) <= cut;
        if (!isWest && Math.min(...x) < cut) continue;
        const { id } = town.units[i];
        expect(peopleOf(sides[isWest ? 0 : 1], id)).toBeCloseTo(peopleOf(before, id), 3);
      }
    });
  });
});
