/** Divides census units into blocks of 3 to 5 neighbours by a k-d tree (Bentley, 1975), for spatial cross-validation. */
import type { Position } from '../../src/geo/positions.ts';

const MOST_IN_A_BLOCK = 5;

/** @returns indexes by block; one block of fewer places */
export function spatialBlocks(places: readonly Position[]): number[][] {
  const north = places.reduce((sum, [, lat]) => sum + lat, 0) / places.length;
  const perLat = 1 / Math.cos((north * Math.PI) / 180);
  return blocksOf([...places.keys()], (place) => [places[place][0], places[place][1] * perLat]);
}

function blocksOf(numbers: readonly number[], at: (place: number) => readonly [number, number]): number[][] {
  if (numbers.length <= MOST_IN_A_BLOCK) return [[...numbers]];
  const wide = [0, 1].map((axis) => {
    const along = numbers.map((place) => at(place)[axis]);
    return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
  });
  const [first, second] = wide[0] >= wide[1] ? ([0, 1] as const) : ([1, 0] as const);
  const sorted = numbers.toSorted(
    (a, b) => at(a)[first] - at(b)[first] || at(a)[second] - at(b)[second] || a - b,
  );
  const half = sorted.length >> 1;
  return [...blocksOf(sorted.slice(0, half), at), ...blocksOf(sorted.slice(half), at)];
}
