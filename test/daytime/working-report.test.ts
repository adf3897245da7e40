import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, describe, expect, test } from 'vitest';
import { rangeAt } from '../../src/count/count-interval.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { findPersons } from '../../tiles-builder/daytime/find-persons.ts';
import { groupingOf } from '../../tiles-builder/daytime/groups-file.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import type { CountOptions } from '../../tiles-builder/daytime/sum-panel.ts';
import {
  panelWarnings,
  reportWorkers,
  withPersonsFound,
} from '../../tiles-builder/daytime/working-report.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { countPanel } from '../experiments/count-panel.ts';
import {
  drawDay,
  inOrder,
  type Place,
  removeFiles,
  type Stay,
  stopsCsv,
  stopsOf,
  writeFile,
} from './timelines.ts';

const WEST: Place = [-1.7, 48.1];
const EAST: Place = [-1.6, 48.1];
const OFFICE: Place = [-1.65, 48.12];
const ABROAD: Place = [-1.65, 48.6];
const COVERAGE: Zone = [
  [
    [
      [-1.8, 48],
      [-1.5, 48],
      [-1.5, 48.2],
      [-1.8, 48.2],
      [-1.8, 48],
    ],
  ],
];
const DAYS = ['2024-01-15', '2024-01-16', '2024-01-17', '2024-01-18'];
const cell = ([lon, lat]: Place): Cell => latLngToCell(lat, lon, 12);

function persons(name: string, count: number, home: Place, occupation: Place): Stay[] {
  return Array.from({ length: count }, (_, i) => `${name}${i}`).flatMap((device) =>
    DAYS.flatMap((day) =>
      drawDay(device, day, '+01:00', [
        [home, '#########........#######'],
        [occupation, '.........########.......'],
      ]),
    ),
  );
}

afterAll(removeFiles);

async function count(
  stays: readonly Stay[],
  places: readonly Place[] = [WEST, EAST, OFFICE],
  options: CountOptions = {},
) {
  const locations = stopsOf(writeFile('stops.csv', stopsCsv(stays)));
  const found: PanelPersons[] = [];
  const input = { locations, timezone: 'Europe/Paris', clickhouse: undefined, progress: () => {} };
  const figures = await findPersons(input, (persons) => found.push(persons));
  const covered = new PlanarArea(COVERAGE);
  const isInside = (cell: Cell): boolean => covered.contains(centreOf(cell));
  const known = {
    living: new Map([
      [cell(WEST), 64_000],
      [cell(EAST), 512_000],
    ]),
    places: new Map(places.map((place) => [cell(place), 100])),
    isLivingKnown: isInside,
    isCounted: isInside,
  };
  const counted = withPersonsFound(locations.file, figures, () => countPanel(inOrder(found), known, options));
  return {
    ...counted,
    grouping: groupingOf(counted.toFollow, options.earlier, options.secret),
    report: reportWorkers(figures, counted, counted.total_millipersons),
  };
}

describe('people working', () => {
  test('a panel stands for everyone: each person for the inhabitants of its area per person', async () => {
    expect(cellToParent(cell(WEST), 8)).not.toBe(cellToParent(cell(EAST), 8));
    const { people, report } = await count([
      ...persons('commuter', 32, WEST, OFFICE),
      ...persons('home', 32, EAST, EAST),
      ...persons('away', 32, EAST, ABROAD),
      { device: 'silent', place: WEST, from: '2024-01-15T12:00:00Z', to: '2024-01-15T12:00:00Z' },
    ]);
    // 64 inhabitants for 32 persons: 2 each; 512 for 64: 8.
    expect([...people].sort()).toEqual(
      [
        [cell(OFFICE), 64_000],
        [cell(EAST), 256_000],
      ].sort(),
    );
    expect(report).toMatchObject({
      persons_used: 64,
      persons_dropped: { no_stay: 1, no_home: 0, no_occupation_place: 0, occupation_place_outside: 32 },
      weights: { min: 2, max: 8, classes: 2 },
      privacy: { groups: 2, smallest_group_persons: 32 },
      total_millipersons: 320_000,
      panel: { days: 4 },
    });
  });

  test('twelve persons are warned of, as the range of half of all says, and 300 are not', async () => {
    const few = await count([...persons('a', 6, WEST, OFFICE), ...persons('b', 6, EAST, EAST)]);
    const half = few.total_millipersons / 2_000;
    const { low, high } = rangeAt(few.errorModel, half);
    expect(high - low).toBeGreaterThan(half);
    expect(panelWarnings(few.report, few.errorModel)).toEqual([
      expect.stringContaining(
        `12 persons say little of where people work: a count of ${Math.round(half)}, half of all, may be ${Math.floor(low)} to ${Math.ceil(high)}; as all are one group`,
      ),
    ]);
    const many = await count([...persons('a', 150, WEST, OFFICE), ...persons('b', 150, EAST, EAST)]);
    expect(many.report.persons_used).toBe(300);
    expect(panelWarnings(many.report, many.errorModel)).toEqual([]);
  });

  test('who lives outside the census counts with the mean weight', async () => {
    const { people } = await count([
      ...persons('west', 16, WEST, WEST),
      ...persons('east', 16, EAST, EAST),
      ...persons('in', 12, ABROAD, OFFICE),
    ]);
    expect(people.get(cell(OFFICE))).toBe((12 * 576_000) / 32);
  });

  test('refuses a panel that is too small to show anything of', async () => {
    await expect(count(persons('few', 9, WEST, OFFICE))).rejects.toThrow(
      /stops\.csv: too few persons .* \(9 persons, 10 are needed in one place\); of 9 persons 9 have a home/,
    );
  });
});
