import fc from 'fast-check';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import type { Polygon, Position, Ring, Zone } from '../../src/geo/positions.ts';
import type { CensusUnit, MillipersonsByCell } from '../../tiles-builder/base/records.ts';
import { totalMillipersons } from '../support/numbers/total-millipersons.ts';
import { rectangle as inDegrees } from '../support/zones/rectangle.ts';
import { type AllocatedPeople, allocate, type Dwelling, homesOf } from './allocate-censuses.ts';

const ORIGIN: Position = [7.42, 43.74];
const METRE_NORTH = 1 / 111_195;
const METRE_EAST = METRE_NORTH / Math.cos((ORIGIN[1] * Math.PI) / 180);

const at = (x: number, y: number) => [ORIGIN[0] + x * METRE_EAST, ORIGIN[1] + y * METRE_NORTH] as const;
/** In metres from the origin. */
const rectangle = (east: number, north: number, width: number, height = width): Ring =>
  inDegrees(...at(east, north), ...at(east + width, north + height));
const unit = (id: string, outline: Ring, people: number): CensusUnit => ({
  id,
  outline: [[outline]],
  people,
});
const dwelling = (footprint: Ring | Polygon, people_per_m2 = 10): Dwelling => ({
  footprint: [typeof (footprint as Ring)[0][0] === 'number' ? [footprint as Ring] : (footprint as Polygon)],
  people_per_m2,
  mapped: true,
});
const everywhere: Zone = [[rectangle(-5000, -5000, 10_000)]];

interface Input {
  readonly units: readonly CensusUnit[];
  readonly dwellings: readonly Dwelling[];
  readonly roadside?: ReadonlySet<Cell>;
  readonly coverage?: Zone;
  readonly mapped?: Zone;
}
const spreadCensus = ({
  units,
  dwellings,
  roadside = new Set(),
  coverage = everywhere,
  mapped = everywhere,
}: Input): AllocatedPeople => allocate([{ units, coverage }], homesOf(dwellings, roadside), mapped);

function peopleIn(people: MillipersonsByCell, [west, south]: Position, [east, north]: Position): number {
  let sum = 0;
  for (const [cell, millipersons] of people) {
    const [lat, lon] = cellToLatLng(cell);
    if (lon >= west && lon <= east && lat >= south && lat <= north) sum += millipersons;
  }
  return sum / 1000;
}
const peopleAround = (people: MillipersonsByCell, ring: Ring): number =>
  peopleIn(
    people,
    [ring[0][0] - 25 * METRE_EAST, ring[0][1] - 25 * METRE_NORTH],
    [ring[2][0] + 25 * METRE_EAST, ring[2][1] + 25 * METRE_NORTH],
  );

describe('the people of census units', () => {
  test('places the people of a unit without dwellings along its roads, else on all its cells', () => {
    const road = new Set(
      [10, 30, 50].map((x) => latLngToCell(ORIGIN[1] + 50 * METRE_NORTH, ORIGIN[0] + x * METRE_EAST, 12)),
    );
    const { people, report } = spreadCensus({
      units: [unit('road', rectangle(0, 0, 200), 12), unit('heath', rectangle(400, 0, 200), 100)],
      dwellings: [],
      roadside: road,
    });
    for (const cell of road) expect(people.get(cell)).toBe(12_000 / road.size);
    const heath = [...people].filter(([cell]) => !road.has(cell));
    expect(heath.length).toBeGreaterThan(100);
    expect(Math.max(...heath.map(([, count]) => count)) - Math.min(...heath.map(([, count]) => count))).toBe(
      1,
    );
    expect(report).toMatchObject({ units_without_buildings: 2, people_without_buildings: 112 });
    expect(totalMillipersons(people)).toBe(112_000);
  });

  test('counts a cut unit by its dwellings inside, without dwellings by its area', () => {
    const coverage: Zone = [[rectangle(0, 0, 120, 1000)]];
    const { people, report } = spreadCensus({
      units: [
        unit('built', rectangle(0, 0, 200), 40),
        unit('empty', rectangle(0, 400, 200), 40),
        unit('outside', rectangle(400, 0, 200), 40),
      ],
      dwellings: [dwelling(rectangle(10, 10, 10)), dwelling(rectangle(150, 10, 10, 30))],
      coverage,
    });
    expect(totalMillipersons(people)).toBe(34_000);
    expect(peopleAround(people, rectangle(0, 0, 120, 200))).toBeCloseTo(10, 3);
    expect(report).toMatchObject({ listed_people: 120 });
  });

  test('assumes the part beyond the data of buildings as dense as the rest', () => {
    const known: Zone = [[rectangle(0, 0, 100, 1000)]];
    const units = [unit('a', rectangle(0, 0, 200), 40)];
    const dwellings = [dwelling(rectangle(10, 10, 10)), dwelling(rectangle(60, 10, 10))];
    const cut = (coverage: Zone) => spreadCensus({ units, dwellings, coverage, mapped: known }).report;
    expect(cut(known).census_total_millipersons).toBe(20_000);
    expect(cut([[rectangle(0, 0, 40, 1000)]]).census_total_millipersons).toBe(10_000);
  });

  test('allocates to the land those who cannot fit in the few mapped buildings', () => {
    const hut = rectangle(500, 500, 20);
    const units = [unit('a', rectangle(0, 0, 1000), 2_000)];
    const { people, report } = spreadCensus({
      units,
      dwellings: [dwelling(hut)],
    });
    expect(totalMillipersons(people)).toBe(2_000_000);
    expect(peopleAround(people, hut)).toBeGreaterThan(40);
    expect(peopleAround(people, hut)).toBeLessThan(60);
    expect(peopleIn(people, ORIGIN, rectangle(0, 0, 1000, 500)[2])).toBeCloseTo(980, -2);
    expect(report.people_without_buildings).toBeCloseTo(1960, 0);
  });

  test('loses nobody and puts nobody outside the coverage', () => {
    const arbitraryDwelling = fc
      .tuple(
        fc.integer({ min: -300, max: 900 }),
        fc.integer({ min: -300, max: 900 }),
        fc.integer({ min: 3, max: 90 }),
      )
      .map(([x, y, side]) => dwelling(rectangle(x, y, side, side / 2), Math.max(1, side % 7)));
    const arbitraryUnits = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 9 });
    const property = fc.property(
      arbitraryUnits,
      fc.array(arbitraryDwelling, { maxLength: 12 }),
      fc.integer({ min: 100, max: 700 }),
      (counts, dwellings, width) => {
        const units = counts.map((people, i) =>
          unit(`u${i}`, rectangle(200 * (i % 3), 200 * Math.floor(i / 3), 200), people / 100),
        );
        const all = spreadCensus({ units, dwellings });
        const census = Math.round(counts.reduce((sum, people) => sum + people * 10, 0));
        expect(totalMillipersons(all.people)).toBe(census);

        const coverage: Zone = [[rectangle(0, 0, width, 600)]];
        const west = spreadCensus({ units, dwellings, coverage });
        const [edge] = rectangle(width, 0, 1)[0];
        for (const cell of west.people.keys()) expect(cellToLatLng(cell)[1]).toBeLessThanOrEqual(edge);
        expect(totalMillipersons(west.people)).toBe(west.report.census_total_millipersons);
      },
    );
    fc.assert(property, { numRuns: 15, seed: 2 });
    fc.assert(property, { numRuns: 10 });
  });
});
