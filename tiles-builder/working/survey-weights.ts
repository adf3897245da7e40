/** Survey weights: how many people each person of the panel stands for. Post-stratification with trimmed weights (Kish 1965). */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import { formGroups, membershipIn } from './h3-groups.ts';
import { pinned } from './keyed-rounding.ts';
import { WEIGHTS } from './parameters.ts';

/** Persons of the panel by the cell that they live in. */
export type PersonsByHome = Iterable<{ readonly home: Cell; readonly persons: number }>;

/** Homes that share a weight. */
export interface WeightingClass {
  /** A group of the partition; `null` for the residual class, which all partitions without a group share. */
  readonly cell: Cell | null;
  readonly persons: number;
  readonly inhabitants: number;
}

/** The numbers by which weights follow from classes. */
export interface WeightParameters {
  /** Inhabitants of the census per person who lives there: the weight of a person who lives elsewhere. */
  readonly mean: number;
  /** Greater weights are trimmed to this one. */
  readonly most: number;
  /** Weights are multiplied by it, which makes up for trimming and for classes without persons. */
  readonly raise: number;
  /** Of the residual class, before it is trimmed and raised. */
  readonly residual: number;
}

/** Spread of the weights over the persons that live inside the census. */
export interface WeightsReport {
  readonly mean: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly persons_trimmed: number;
  /** How much less the panel tells than one of equal weights: n Σw² / (Σw)² (Kish 1965). */
  readonly design_effect: number;
  readonly classes: number;
}

/**
 * The weighting classes of the homes in one partition.
 * @param homes of persons who live inside the census
 * @param living thousandths of an inhabitant by cell
 * @param earlier cells of the version before, which stay as they are if there are any
 */
export function weightingClasses(
  homes: PersonsByHome,
  living: ReadonlyMap<Cell, number>,
  earlier: readonly Cell[] = [],
): WeightingClass[] {
  const contents = new Map<Cell, { persons: number; size: number }>();
  const at = (cell: Cell) => {
    const area = parentOf(cell, WEIGHTS.area_resolution);
    const content = contents.get(area) ?? { persons: 0, size: 0 };
    contents.set(area, content);
    return content;
  };
  for (const [cell, millipersons] of living) at(cell).size += millipersons;
  for (const { home, persons } of homes) at(home).persons += persons;
  const cells = earlier.length > 0 ? earlier : formGroups(contents, WEIGHTS.min_persons);
  const classOf = cells.length > 0 ? membershipIn(cells) : null;
  const sums = new Map(
    (classOf ? cells : [null]).map((cell) => [cell, { cell, persons: 0, millipersons: 0 }]),
  );
  for (const [area, { persons, size }] of contents) {
    const sum = sums.get(classOf ? classOf(area).group : null)!;
    sum.persons += persons;
    sum.millipersons += size;
  }
  return Array.from(sums.values(), ({ cell, persons, millipersons }) => {
    return { cell, persons, inhabitants: millipersons / MILLIPERSONS };
  });
}

/**
 * Trims weights above a multiple of the median weight and raises all for what is cut, so that the persons inside the census
 * stand for its inhabitants.
 * @param classes of all partitions
 * @param earlier_most of the version before: see {@link pinned}
 */
export function learnWeights(classes: readonly WeightingClass[], earlier_most?: number): WeightParameters {
  const all = peopled(classes);
  const { persons, inhabitants } = sumOf(classes);
  const most = pinned(WEIGHTS.max_of_median * medianOf(all), earlier_most);
  // 0 to the last bit where nothing is cut: then no weight depends on a person of another class.
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

/** Classes with persons; the parts of the residual class are one. */
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

/**
 * The weights of persons who live in one partition, inside the census.
 * @param classes of the partition
 */
export function weightsIn(
  classes: readonly WeightingClass[],
  { most, raise, residual }: WeightParameters,
): (home: Cell) => number {
  const weights = new Map(
    classes.flatMap(({ cell, persons, inhabitants }) =>
      cell ? [[cell, inhabitants / persons] as const] : [],
    ),
  );
  const classOf = weights.size > 0 ? membershipIn([...weights.keys()]) : null;
  return (home) => {
    const weight = classOf ? weights.get(classOf(parentOf(home, WEIGHTS.area_resolution)).group)! : residual;
    return raise * Math.min(weight, most);
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

/** The weight of the person in the middle when all persons are ordered by theirs. */
function medianOf(classes: readonly { readonly weight: number; readonly persons: number }[]): number {
  const ordered = classes.toSorted((a, b) => a.weight - b.weight);
  let left = ordered.reduce((sum, { persons }) => sum + persons, 0) / 2;
  for (const { weight, persons } of ordered) {
    left -= persons;
    if (left <= 0) return weight;
  }
  return 0;
}
