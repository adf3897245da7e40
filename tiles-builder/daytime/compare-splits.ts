/**
 * Compares split halves of a panel to measure its errors: counts of random discs by both halves, and their homes with the
 * census. Half as many persons form a group.
 */
import { cellToLatLng } from 'h3-js';
import { fnv1a } from '../../src/format/fnv1a.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../base/numbers/random.ts';
import { millipersonsOf } from '../base/numbers/round-to-millipersons.ts';
import { sumByKey } from '../base/numbers/sum-by-key.ts';
import { cellAtResolution, numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { addPeople, byWhereabouts, sumOf } from './count-partition.ts';
import { type Centres, DiscSums, drawDisc } from './disc-sums.ts';
import type { ComparedZone } from './learn-variance.ts';
import { type PartitionByDay, placesOf, weightedPeople, workplacesOf } from './panel-by-day.ts';
import { type CountRules, release, scalesOf } from './panel-counts.ts';
import type { WeightOf } from './panel-homes.ts';
import { numberOfIndex } from './panel-persons.ts';
import { PRIVACY } from './parameters.ts';
import { areaAround, type PeopleByCell, sumsOfAreas } from './partition-columns.ts';
import { byHalf, type Halves, type Split, seedsOf, splitPersons } from './split-halves.ts';

const ZONES_PER_SPLIT = 1_200;
/** Sampled partitions have about this many persons. */
const SAMPLED_PERSONS = 100_000;

/** What one half counts, by number of the finest area: people released, people found there, and people by home. */
export interface HalfCounts {
  readonly released: PeopleByCell;
  readonly found: PeopleByCell;
  readonly homes: PeopleByCell;
  /** Share of the people of `homes`. */
  readonly share_at_home: number;
}

/**
 * @param zones of each split
 * @param weight people for each person of the whole panel
 */
export function compareSplits(
  byDay: PartitionByDay,
  splits: readonly Split[],
  weights: readonly Halves<WeightOf>[],
  {
    capacity,
    zones,
    weight,
  }: Pick<CountRules, 'capacity'> & { readonly zones: number; readonly weight: number },
): ComparedZone[] {
  const { workers, areas, homes, inhabitants, partition } = byDay;
  const cells = placesOf(byDay);
  const scales = scalesOf(byDay, cells, capacity);
  // Zones are sums of areas: cells within one do not matter.
  const places = byWhereabouts((whereabouts) => sumsOfAreas(cells[whereabouts]));
  const living = addPeople({ ...inhabitants, cell: inhabitants.cell.map(areaAround) });
  const centresOf = centresIn(partition);
  const seeds = { workers: seedsOf(workers), homes: seedsOf(homes) };
  return splits.flatMap((split, i) => {
    const workersOf = splitPersons(workers.persons, seeds.workers, split);
    const homesOf = splitPersons(homes.persons, seeds.homes, split);
    /** A half that is too small for a group gives `null`. */
    const [one, other] = byHalf(weights[i], (weightOf, half): HalfCounts | null => {
      const atWork = { ...workers, persons: workersOf[half] };
      const workplaces = workplacesOf(atWork, areas, weightOf);
      const { groups, people } = release(workplaces, places, scales, { minPersons: split.minPersons });
      if (groups.length === 0) return null;
      const living = weightedPeople({ ...homes, persons: homesOf[half] }, weightOf);
      const inhabitants = sumOf(living);
      return {
        released: people,
        found: peopleByArea(workers.occupation, weightedPeople(atWork, weightOf)),
        homes: peopleByArea(homes.home, living),
        share_at_home: inhabitants > 0 ? sumOf(workplaces.at_home.people) / inhabitants : 0,
      };
    });
    if (!one || !other) return [];
    const seed = `${partition} ${split.number}`;
    return compareHalves([one, other], living, { centresOf, weight, zones, seed });
  });
}

/** @param indexes of cells in a partition */
function peopleByArea(indexes: Float64Array, people: Float64Array): PeopleByCell {
  const areas = Uint32Array.from(indexes, (index) => areaAround(numberOfIndex(index)));
  const { key, sums } = sumByKey(areas, people);
  return addPeople({ cell: key, millipersons: millipersonsOf(sums[0]) });
}

/** Returns the centres of finest areas, from a cache. */
export function centresIn(partition: Cell): (areas: Uint32Array) => Centres {
  const resolution = PRIVACY.finest_resolution;
  const [lon, lat] = [0, 1].map(() => new Float64Array(numbersBelow(PARTITION_RESOLUTION, resolution)));
  return (areas) => {
    // No centre is at 0°, 0°.
    for (const area of areas.filter((area) => lon[area] === 0 && lat[area] === 0))
      [lat[area], lon[area]] = cellToLatLng(cellAtResolution(partition, area, resolution));
    return {
      lon: Float64Array.from(areas, (area) => lon[area]),
      lat: Float64Array.from(areas, (area) => lat[area]),
    };
  };
}

/**
 * Samples partitions in an order by their cells alone.
 * @param persons of the whole panel
 * @returns zones of each split by partition, in proportion to people; ascending
 */
export function zonesIn(people: ReadonlyMap<Cell, number>, persons: number): Map<Cell, number> {
  const unitOf = (name: string): number => new Random(fnv1a(name)).unit();
  const all = [...people.values()].reduce((sum, own) => sum + own, 0);
  const enough = all * Math.min(1, SAMPLED_PERSONS / persons);
  const sampled: [Cell, number][] = [];
  let inSample = 0;
  for (const [cell, own] of [...people].sort(([a], [b]) => unitOf(a) - unitOf(b))) {
    if (own === 0) continue;
    if (inSample >= enough) break;
    sampled.push([cell, own]);
    inSample += own;
  }
  return new Map(
    sampled
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([cell, own]) => {
        const zones = Math.floor((ZONES_PER_SPLIT * own) / inSample + unitOf(`zones ${cell}`));
        return [cell, zones] as const;
      })
      .filter(([, zones]) => zones > 0),
  );
}

/**
 * Counts random discs in a partition by both halves, half of them around people.
 * @param living inhabitants by number of the finest area
 * @param draw `weight`: people that a person of the whole panel stands for; `zones`: number of discs
 */
export function compareHalves(
  [one, other]: Halves<HalfCounts>,
  living: PeopleByCell,
  {
    centresOf,
    weight,
    zones,
    seed,
  }: {
    readonly centresOf: (areas: Uint32Array) => Centres;
    readonly weight: number;
    readonly zones: number;
    readonly seed: string;
  },
): ComparedZone[] {
  const counts = [one.found, other.found, one.released, other.released, one.homes, other.homes, living];
  const sums = DiscSums.ofNumbers(counts, centresOf);
  const atHome = (one.share_at_home + other.share_at_home) / 2;
  const random = new Random(fnv1a(seed));
  return Array.from({ length: zones }, (_, drawn) => {
    const disc = drawDisc(sums, drawn % 2 === 0, random);
    const [seen, otherFound, released, otherReleased, homes, otherHomes, inhabitants] = disc.sums;
    // Leaves out a disc's sampled person.
    const found = disc.containsSampledPerson ? seen - 2 * weight : seen;
    return {
      people: (released + otherReleased) / 2,
      acrossHalves: ((released - otherFound) ** 2 + (otherReleased - found) ** 2) / 2,
      ofCounts: (released - otherReleased) ** 2 / 2,
      ofFound: (found - otherFound) ** 2 / 2,
      ofHomes: atHome * (homes - inhabitants) * (otherHomes - inhabitants),
    };
  });
}
