/** Share of random zones whose interval holds the truth, and its width, by stratum: density, map completeness, size, shape. */

import type { CountInterval } from '../../src/count/count-interval.ts';
import type { BoundingBox, Zone } from '../../src/geo/positions.ts';
import { Random } from '../base/numbers/random.ts';
import { randomUnion } from '../living/random-unions.ts';

export interface StratifiedUnit {
  readonly people: number;
  readonly area_km2: number;
  /** Of all mapped buildings. */
  readonly footprint_m2: number;
  readonly squares: readonly StratifiedSquare[];
}

export interface StratifiedSquare {
  readonly zone: Zone;
  readonly box: BoundingBox;
  readonly truth: number;
}

export interface ZoneIntervals {
  readonly interval: CountInterval;
  readonly byCount: CountInterval;
}
type IntervalsOf = (zone: Zone) => Promise<ZoneIntervals>;

export interface StratifiedZone extends ZoneIntervals {
  readonly truth: number;
  /** Squares were drawn regardless of units. */
  readonly isUnion: boolean;
  readonly people_per_km2: number;
  /** In census units that the zone touches. */
  readonly footprint_m2_per_person: number;
  /** Area by mean area of touched units. */
  readonly units_in_size: number;
  /** Share of the zone's squares in units wholly inside. */
  readonly whole_share: number;
  /** Of the zone's bounding box. */
  readonly filled_share: number;
}

export interface IntervalStratum {
  readonly by: string;
  readonly stratum: string;
  readonly zones: number;
  /** Share of zones with the truth inside. */
  readonly coverage: number;
  readonly mean_width: number;
  readonly coverage_by_count: number;
  readonly mean_width_by_count: number;
}

const ZONES = 400;
const SEED = 20_261_124;

interface Pick {
  readonly unit: number;
  readonly square: number;
}

/** Draws zones: half are unions of 1 to 25 squares, a quarter unions of units, a quarter cut one unit. */
export async function drawStratifiedZones(
  units: readonly StratifiedUnit[],
  intervalsOf: IntervalsOf,
): Promise<StratifiedZone[]> {
  const random = new Random(SEED);
  const picksOf = (unit: number): Pick[] => units[unit].squares.map((_, square) => ({ unit, square }));
  const all = units.flatMap((_, unit) => picksOf(unit));
  const boxes = all.map(({ unit, square }) => units[unit].squares[square].box);
  const unitBoxes = units.map(({ squares }) => boxAroundAll(squares.map(({ box }) => box)));
  const pickedAt = (i: number): Pick[] => {
    if (i % 2 === 0) return randomUnion(boxes, random).map((square) => all[square]);
    const [first, ...others] = randomUnion(unitBoxes, random);
    const ofFirst = picksOf(first);
    const cut = randomUnion(
      units[first].squares.map(({ box }) => box),
      random,
    ).map((square) => ofFirst[square]);
    return [...(i % 4 === 1 ? ofFirst : cut), ...others.flatMap(picksOf)];
  };
  const zones: StratifiedZone[] = [];
  for (let i = 0; i < ZONES; i++) {
    zones.push({ ...(await zoneOf(pickedAt(i), units, intervalsOf)), isUnion: i % 2 === 0 });
  }
  return zones;
}

async function zoneOf(
  picked: readonly Pick[],
  units: readonly StratifiedUnit[],
  intervalsOf: IntervalsOf,
): Promise<Omit<StratifiedZone, 'isUnion'>> {
  const squares = picked.map(({ unit, square }) => units[unit].squares[square]);
  const pickedOf = Map.groupBy(picked, ({ unit }) => unit);
  const touched = [...pickedOf.keys()].map((unit) => units[unit]);
  const inWhole = picked.filter(({ unit }) => pickedOf.get(unit)!.length === units[unit].squares.length);
  const people = sumOf(touched, (unit) => unit.people);
  const area_km2 = sumOf(touched, (unit) => unit.area_km2);
  const zone_km2 = sumOf(picked, ({ unit }) => units[unit].area_km2 / units[unit].squares.length);
  return {
    ...(await intervalsOf(squares.flatMap(({ zone }) => zone))),
    truth: sumOf(squares, ({ truth }) => truth),
    people_per_km2: people / area_km2,
    footprint_m2_per_person: sumOf(touched, (unit) => unit.footprint_m2) / Math.max(1, people),
    units_in_size: zone_km2 / (area_km2 / touched.length),
    whole_share: inWhole.length / picked.length,
    filled_share:
      sumOf(squares, ({ box }) => areaOf(box)) / areaOf(boxAroundAll(squares.map(({ box }) => box))),
  };
}

const STRATA: readonly {
  readonly by: string;
  readonly of: (zone: StratifiedZone) => number;
  readonly from: readonly number[];
  readonly names: readonly string[];
}[] = [
  {
    by: 'density',
    of: (zone) => zone.people_per_km2,
    from: [500, 2_000],
    names: ['< 500 people/km²', '500 to 2,000 people/km²', '≥ 2,000 people/km²'],
  },
  {
    by: 'completeness',
    of: (zone) => zone.footprint_m2_per_person,
    from: [10, 30],
    names: ['< 10 m² mapped/person', '10 to 30 m² mapped/person', '≥ 30 m² mapped/person'],
  },
  {
    by: 'size',
    of: (zone) => zone.units_in_size,
    from: [0.25, 1, 4],
    names: ['< ¼ unit', '¼ to 1 unit', '1 to 4 units', '≥ 4 units'],
  },
  {
    by: 'whole units',
    of: (zone) => zone.whole_share,
    from: [Number.MIN_VALUE, 0.5, 1],
    names: ['none', '< half', '≥ half', 'all'],
  },
  {
    by: 'shape',
    of: (zone) => zone.filled_share,
    from: [0.5],
    names: ['scattered', 'compact'],
  },
];

export function intervalStrata(zones: readonly StratifiedZone[]): IntervalStratum[] {
  const strata = STRATA.flatMap(({ by, of, from, names }) => {
    const members = Map.groupBy(zones, (zone) => from.filter((value) => of(zone) >= value).length);
    return names.flatMap((name, i) => stratumOf(by, name, members.get(i) ?? []));
  });
  return [...stratumOf('all', '', zones), ...strata];
}

function stratumOf(by: string, stratum: string, zones: readonly StratifiedZone[]): IntervalStratum[] {
  if (zones.length === 0) return [];
  const coverage = (of: (zone: StratifiedZone) => CountInterval): number =>
    zones.filter((zone) => of(zone).low <= zone.truth && zone.truth <= of(zone).high).length / zones.length;
  const meanWidth = (of: (zone: StratifiedZone) => CountInterval): number =>
    sumOf(zones, (zone) => of(zone).high - of(zone).low) / zones.length;
  return [
    {
      by,
      stratum,
      zones: zones.length,
      coverage: coverage(({ interval }) => interval),
      mean_width: meanWidth(({ interval }) => interval),
      coverage_by_count: coverage(({ byCount }) => byCount),
      mean_width_by_count: meanWidth(({ byCount }) => byCount),
    },
  ];
}

export function strataTable(strata: readonly IntervalStratum[]): string {
  const lineOf = (...[first, second, ...others]: readonly string[]): string =>
    first.padEnd(14) + second.padEnd(28) + others.map((text) => text.padStart(10)).join('');
  return [
    lineOf('intervals by', '', 'zones', 'coverage', 'width', 'by count', 'width'),
    ...strata.map((row) =>
      lineOf(
        row.by,
        row.stratum,
        String(row.zones),
        `${(100 * row.coverage).toFixed(1)} %`,
        row.mean_width.toFixed(0),
        `${(100 * row.coverage_by_count).toFixed(1)} %`,
        row.mean_width_by_count.toFixed(0),
      ),
    ),
  ].join('\n');
}

const areaOf = ({ west, south, east, north }: BoundingBox): number => (east - west) * (north - south);

const boxAroundAll = (boxes: readonly BoundingBox[]): BoundingBox => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  south: Math.min(...boxes.map(({ south }) => south)),
  east: Math.max(...boxes.map(({ east }) => east)),
  north: Math.max(...boxes.map(({ north }) => north)),
});

const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);
