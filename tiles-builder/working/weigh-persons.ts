/** How many people each person of the panel stands for: post-stratification by where it lives. */
import { cellToParent } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { PanelPersons } from './panel-persons.ts';
import { WEIGHTS } from './parameters.ts';
import { type WeightArea, weightAreas } from './weight-areas.ts';

/** Spread of the weights over the persons that live inside the census. */
export interface WeightsReport {
  readonly mean: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** Persons whose weight was cut. */
  readonly persons_trimmed: number;
  /** How much less the panel tells than one of equal weights: n Σw² / (Σw)². Kish: Survey Sampling, 1965. */
  readonly design_effect: number;
  /** Groups of areas that share a weight. */
  readonly groups: number;
  readonly persons_living_outside: number;
}

export interface Weights {
  /** People that a person who lives in `home` stands for. */
  readonly of: (home: Cell) => number;
  /** Which areas share a weight, for the next version. */
  readonly areas: readonly WeightArea[];
  readonly report: WeightsReport;
}

/**
 * A person stands for the inhabitants of its home area divided by the panel's persons there, areas merged until they
 * hold enough of both, at last all of them; who lives outside the census stands for the mean. The weights of the
 * persons inside add up to the inhabitants.
 * @param isInside whether a home lies inside the census
 * @param minPersons persons that areas are merged for
 * @param earlier the areas that shared a weight in the version before
 * @throws TooFewPersons
 */
export function weighPersons(
  panel: readonly PanelPersons[],
  living: MillipersonsByCell,
  isInside: (home: Cell) => boolean,
  minPersons: number = WEIGHTS.min_persons,
  earlier?: readonly WeightArea[],
): Weights {
  const areaOf = (cell: Cell): Cell => cellToParent(cell, WEIGHTS.area_resolution);
  const contents = new Map<Cell, { persons: number; size: number }>();
  const contentOf = (cell: Cell): { persons: number; size: number } => {
    const area = areaOf(cell);
    const content = contents.get(area) ?? { persons: 0, size: 0 };
    contents.set(area, content);
    return content;
  };
  // Whole numbers, whose sum is the same in whatever order they are added.
  for (const [cell, millipersons] of living) contentOf(cell).size += millipersons;
  let inside = 0;
  let outside = 0;
  for (const { home, persons } of panel) {
    if (isInside(home)) {
      contentOf(home).persons += persons;
      inside += persons;
    } else outside += persons;
  }
  const areas = weightAreas(contents, Math.min(minPersons, Math.max(1, inside)), earlier);
  const groups = areas.map((group) => ({ ...group, weight: group.size / MILLIPERSONS / group.persons }));

  const inhabitants = groups.reduce((sum, group) => sum + group.size, 0) / MILLIPERSONS;
  const most = WEIGHTS.max_of_median * medianWeight(groups);
  const trimmed = groups.map((group) => ({ ...group, weight: Math.min(group.weight, most) }));
  const kept = trimmed.reduce((sum, group) => sum + group.weight * group.persons, 0);
  const weighted = trimmed.map((group) => ({ ...group, weight: (group.weight * inhabitants) / kept }));
  const mean = inhabitants / inside;
  const median = medianWeight(weighted);

  const weightByArea = new Map<Cell, number>();
  for (const group of weighted) {
    for (const area of group.areas) weightByArea.set(area, group.weight);
  }
  const cut = groups.filter((group) => group.weight > most);
  return {
    of: (home) => (isInside(home) ? weightByArea.get(areaOf(home))! : mean),
    areas: areas.map(({ cell, areas, persons_found }) => ({ cell, areas, persons_found })),
    report: {
      mean,
      min: weighted.reduce((least, { weight }) => Math.min(least, weight), Infinity),
      median,
      max: weighted.reduce((greatest, { weight }) => Math.max(greatest, weight), 0),
      persons_trimmed: cut.reduce((sum, group) => sum + group.persons, 0),
      design_effect:
        (inside * weighted.reduce((sum, group) => sum + group.persons * group.weight ** 2, 0)) /
        inhabitants ** 2,
      groups: groups.length,
      persons_living_outside: outside,
    },
  };
}

/** The weight of the person in the middle when all persons are ordered by theirs. */
function medianWeight(groups: readonly { readonly weight: number; readonly persons: number }[]): number {
  const ordered = [...groups].sort((a, b) => a.weight - b.weight);
  let left = ordered.reduce((sum, group) => sum + group.persons, 0) / 2;
  for (const group of ordered) {
    left -= group.persons;
    if (left <= 0) return group.weight;
  }
  return ordered.at(-1)?.weight ?? 0;
}
