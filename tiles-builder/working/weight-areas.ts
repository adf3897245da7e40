/** Which home areas share a weight, and how a version follows the one before, so that one person does not change it. */
import type { Cell } from '../../src/geo/cells.ts';
import { type AreaContent, climb, inOrder, joinNearest, mergeUpwards } from './merge-upwards.ts';
import { WEIGHTS } from './parameters.ts';

/** Areas that share a weight. */
export interface WeightArea {
  /** The H3 cell that it is, less finer ones in it. */
  readonly cell: Cell;
  readonly areas: readonly Cell[];
  /** Persons of the panel who lived there when the areas were put together. */
  readonly persons_found: number;
}

/**
 * Areas are merged until enough persons live there. Those of an earlier version stay together until so much has changed that
 * no single person decides on it: found anew, areas of 30 persons of whom one leaves would share the weight of others. What is
 * left over beside them joins the nearest, area by area.
 * @param contents of areas of resolution `WEIGHTS.area_resolution`: persons and inhabitants
 * @throws TooFewPersons
 */
export function weightAreas(
  contents: ReadonlyMap<Cell, AreaContent>,
  minPersons: number,
  earlier: readonly WeightArea[] = [],
): (WeightArea & AreaContent)[] {
  const { area_resolution, coarsest_resolution } = WEIGHTS;
  const kept = earlier
    .map((before) => ({ ...before, ...contentOf(before.areas, contents) }))
    .filter(
      ({ persons, size, persons_found }) =>
        size > 0 && persons >= WEIGHTS.kept_from_persons && persons <= WEIGHTS.kept_to_times * persons_found,
    );
  if (kept.length === 0) {
    return mergeUpwards(contents, area_resolution, coarsest_resolution, minPersons).map(
      ({ joined, areas, ...group }) => ({
        ...group,
        areas: [...areas, ...joined],
        persons_found: group.persons,
      }),
    );
  }
  const keptAreas = new Set(kept.flatMap(({ areas }) => areas));
  const others = new Map([...contents].filter(([area]) => !keptAreas.has(area)));
  const { groups, left } = climb(others, area_resolution, coarsest_resolution, minPersons);
  const all = [
    ...kept.map((group) => ({ ...group, areas: [...group.areas], joined: [] as Cell[] })),
    ...groups.map((group) => ({ ...group, persons_found: group.persons })),
  ];
  joinNearest(
    left.flatMap(({ areas }) =>
      areas.map((cell) => ({ cell, areas: [cell], joined: [], ...contents.get(cell)! })),
    ),
    all,
  );
  return inOrder(all).map(({ joined, areas, persons_found, ...group }) => ({
    ...group,
    areas: [...areas, ...joined],
    // What joins is no growth, which would part them in the next version.
    persons_found: joined.length > 0 ? Math.max(persons_found, group.persons) : persons_found,
  }));
}

function contentOf(areas: readonly Cell[], contents: ReadonlyMap<Cell, AreaContent>): AreaContent {
  const found = areas.flatMap((area) => contents.get(area) ?? []);
  return {
    persons: found.reduce((sum, { persons }) => sum + persons, 0),
    size: found.reduce((sum, { size }) => sum + size, 0),
  };
}
