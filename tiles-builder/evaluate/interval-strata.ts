/** Measures how often intervals of random zones contain the truth, and their width, by stratum: size, whole units or not. */

import type { CountInterval } from '../../src/count/count-interval.ts';
import { type BoundingBox, boundingBoxOf, ringOfBox, type Zone } from '../../src/geo/positions.ts';
import { Random } from '../base/numbers/random.ts';
import { randomUnion } from './random-unions.ts';

export interface StratifiedUnit {
  readonly area_km2: number;
  readonly squares: readonly StratifiedSquare[];
}

export interface StratifiedSquare {
  readonly zone: Zone;
  readonly box: BoundingBox;
  readonly truth: number;
}

type IntervalsOf = (zone: Zone) => Promise<CountInterval>;

export interface StratifiedZone {
  readonly interval: CountInterval;
  readonly truth: number;
  /** Area of the zone by the mean area of the units that it touches. */
  readonly units_in_size: number;
  /** Share of the zone's squares in units wholly inside. */
  readonly whole_share: number;
}

export interface IntervalStratum {
  readonly by: string;
  readonly stratum: string;
  readonly zones: number;
  /** Share of zones with the truth inside. */
  readonly coverage: number;
  readonly mean_width: number;
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
  const unitBoxes = units.map(({ squares }) => boundingBoxOf(squares.map(({ box }) => ringOfBox(box))));
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
    zones.push(await zoneOf(pickedAt(i), units, intervalsOf));
  }
  return zones;
}

async function zoneOf(
  picked: readonly Pick[],
  units: readonly StratifiedUnit[],
  intervalsOf: IntervalsOf,
): Promise<StratifiedZone> {
  const squares = picked.map(({ unit, square }) => units[unit].squares[square]);
  const pickedOf = Map.groupBy(picked, ({ unit }) => unit);
  const touched = [...pickedOf.keys()].map((unit) => units[unit]);
  const inWhole = picked.filter(({ unit }) => pickedOf.get(unit)!.length === units[unit].squares.length);
  const area_km2 = sumOf(touched, (unit) => unit.area_km2);
  const zone_km2 = sumOf(picked, ({ unit }) => units[unit].area_km2 / units[unit].squares.length);
  return {
    interval: await intervalsOf(squares.flatMap(({ zone }) => zone)),
    truth: sumOf(squares, ({ truth }) => truth),
    units_in_size: zone_km2 / (area_km2 / touched.length),
    whole_share: inWhole.length / picked.length,
  };
}

const STRATA: readonly {
  readonly by: string;
  readonly of: (zone: StratifiedZone) => number;
  readonly from: readonly number[];
  readonly names: readonly string[];
}[] = [
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
  const held = zones.filter(({ interval, truth }) => interval.low <= truth && truth <= interval.high);
  return [
    {
      by,
      stratum,
      zones: zones.length,
      coverage: held.length / zones.length,
      mean_width: sumOf(zones, ({ interval }) => interval.high - interval.low) / zones.length,
    },
  ];
}

export function strataTable(strata: readonly IntervalStratum[]): string {
  const lineOf = (...[first, second, ...others]: readonly string[]): string =>
    first.padEnd(14) + second.padEnd(28) + others.map((text) => text.padStart(10)).join('');
  return [
    lineOf('intervals by', '', 'zones', 'coverage', 'width'),
    ...strata.map((row) =>
      lineOf(
        row.by,
        row.stratum,
        String(row.zones),
        `${(100 * row.coverage).toFixed(1)} %`,
        row.mean_width.toFixed(0),
      ),
    ),
  ].join('\n');
}

const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);
