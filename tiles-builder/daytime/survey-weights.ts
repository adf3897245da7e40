/**
 * Weights a panel by post-stratification to inhabitants in weighting classes (H3 cells of 30 persons or more), with trimming
 * (Kish 1965).
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { formGroups, Membership } from './h3-groups.ts';
import { pinned } from './keyed-rounding.ts';
import { WEIGHTS } from './parameters.ts';
import type { PeopleByCell } from './partition-columns.ts';

/** Persons of one partition, in columns. */
export interface PersonsByHome {
  /** Numbers of cells in the partition. */
  readonly home: Uint32Array;
  readonly persons: Float64Array;
}

/** Inhabitants of one partition, by {@link weightAreaOf}. */
export interface Inhabitants {
  readonly partition: Cell;
  readonly millipersons: Float64Array;
}

const CELLS_IN_AREA = numbersBelow(WEIGHTS.area_resolution, GRID_RESOLUTION);
const AREAS = numbersBelow(PARTITION_RESOLUTION, WEIGHTS.area_resolution);
const ALL_AREAS = Uint32Array.from({ length: AREAS }, (_, area) => area);

/** @param cell number in its partition */
const weightAreaOf = (cell: number): number => Math.floor(cell / CELLS_IN_AREA);

export function inhabitantsOf(partition: Cell, { cell, millipersons }: PeopleByCell): Inhabitants {
  const inAreas = new Float64Array(AREAS);
  for (const [i, number] of cell.entries()) inAreas[weightAreaOf(number)] += millipersons[i];
  return { partition, millipersons: inAreas };
}

export function personsByArea({ home, persons }: PersonsByHome): Float64Array {
  const inAreas = new Float64Array(AREAS);
  for (const [row, own] of home.entries()) inAreas[weightAreaOf(own)] += persons[row];
  return inAreas;
}

/** Homes that share a weight. */
export interface WeightingClass {
  /** `null` for the residual class of all partitions without a group. */
  readonly cell: Cell | null;
  readonly persons: number;
  readonly inhabitants: number;
}

/** Parameters that are learnt from the classes of all partitions. */
export interface WeightParameters {
  /** Inhabitants per person: the weight outside the census. */
  readonly mean: number;
  /** Greatest weight before all are raised. */
  readonly most: number;
  /** Makes up for trimming and classes without persons. */
  readonly raise: number;
  /** Weight of residual classes, before trimming and raising. */
  readonly residual: number;
}

/** Figures about the weights inside the census. */
export interface WeightsReport {
  readonly mean: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly persons_trimmed: number;
  /** Design effect n Σw² / (Σw)² (Kish 1965). */
  readonly design_effect: number;
  readonly classes: number;
}

/**
 * @param homes inside the census
 * @param earlier cells of the version before, which stay
 */
export function weightingClasses(
  homes: PersonsByHome,
  { partition, millipersons }: Inhabitants,
  earlier: readonly Cell[] = [],
): WeightingClass[] {
  const persons = personsByArea(homes);
  const resolution = WEIGHTS.area_resolution;
  const contents = { partition, resolution, area: ALL_AREAS, persons, size: millipersons };
  const formed = earlier.length > 0 ? earlier : formGroups(contents, WEIGHTS.min_persons);
  const cells = formed.length > 0 ? formed : [null];
  const members = formed.length > 0 ? new Membership(formed, resolution) : null;
  const sums = cells.map((cell) => ({ cell, persons: 0, millipersons: 0 }));
  for (const area of ALL_AREAS) {
    if (persons[area] === 0 && millipersons[area] === 0) continue;
    const sum = sums[members?.of(area) ?? 0];
    sum.persons += persons[area];
    sum.millipersons += millipersons[area];
  }
  return sums.map(({ cell, persons, millipersons }) => {
    return { cell, persons, inhabitants: millipersons / MILLIPERSONS };
  });
}

/**
 * Trims weights above a multiple of the median, and raises all to sum to the inhabitants.
 * @param earlier_most see {@link pinned}
 */
export function learnWeights(classes: readonly WeightingClass[], earlier_most?: number): WeightParameters {
  const all = peopled(classes);
  const { persons, inhabitants } = sumOf(classes);
  const most = pinned(WEIGHTS.max_of_median * medianOf(all), earlier_most);
  // Exactly 0 without trimming: then no weight depends on other classes.
  const trimmed = all.reduce((sum, own) => sum + Math.max(0, own.weight - most) * own.persons, 0);
  const cut = trimmed + inhabitantsWithoutPersons(classes);
  return {
    mean: persons > 0 ? inhabitants / persons : 0,
    most,
    raise: cut > 0 && cut < inhabitants ? inhabitants / (inhabitants - cut) : 1,
    residual: all.find(({ cell }) => cell === null)?.weight ?? 0,
  };
}

export function describeWeights(
  classes: readonly WeightingClass[],
  { most, raise }: WeightParameters,
): WeightsReport {
  const all = peopled(classes);
  const final = all.map((own) => ({ ...own, weight: raise * Math.min(own.weight, most) }));
  const { persons } = sumOf(all);
  const weighted = (power: number): number =>
    final.reduce((sum, own) => sum + own.persons * own.weight ** power, 0);
  return {
    mean: weighted(1) / persons,
    min: final.reduce((least, { weight }) => Math.min(least, weight), Infinity),
    median: medianOf(final),
    max: final.reduce((greatest, { weight }) => Math.max(greatest, weight), 0),
    persons_trimmed: sumOf(all.filter(({ weight }) => weight > most)).persons,
    design_effect: (persons * weighted(2)) / weighted(1) ** 2,
    classes: final.length,
  };
}

/** Merges residual classes of partitions. */
function peopled(classes: readonly WeightingClass[]): (WeightingClass & { readonly weight: number })[] {
  const residual = sumOf(classes.filter(({ cell }) => cell === null));
  return [...classes.filter(({ cell }) => cell !== null), residual]
    .filter(({ persons }) => persons > 0)
    .map((own) => ({ ...own, weight: own.inhabitants / own.persons }));
}

function inhabitantsWithoutPersons(classes: readonly WeightingClass[]): number {
  const residual = classes.filter(({ cell }) => cell === null);
  const groups = classes.filter(({ cell, persons }) => cell !== null && persons === 0);
  return sumOf([...groups, ...(sumOf(residual).persons === 0 ? residual : [])]).inhabitants;
}

/** Returns weights by number of the home, which must be inside the census. */
export function weightsIn(
  classes: readonly WeightingClass[],
  { most, raise, residual }: WeightParameters,
): (home: number) => number {
  const inGroups = classes.filter(({ cell }) => cell !== null);
  const members =
    inGroups.length > 0
      ? new Membership(
          inGroups.map(({ cell }) => cell!),
          WEIGHTS.area_resolution,
        )
      : null;
  return (home) => {
    const own = members && inGroups[members.of(weightAreaOf(home))];
    return raise * Math.min(own ? own.inhabitants / own.persons : residual, most);
  };
}

function sumOf(classes: readonly WeightingClass[]): WeightingClass {
  const sum = { cell: null, persons: 0, inhabitants: 0 };
  for (const { persons, inhabitants } of classes) {
    sum.persons += persons;
    sum.inhabitants += inhabitants;
  }
  return sum;
}

/** Returns the median over persons. */
function medianOf(classes: readonly { readonly weight: number; readonly persons: number }[]): number {
  const ordered = classes.toSorted((a, b) => a.weight - b.weight);
  let left = ordered.reduce((sum, { persons }) => sum + persons, 0) / 2;
  for (const { weight, persons } of ordered) {
    left -= persons;
    if (left <= 0) return weight;
  }
  return 0;
}
