import { cellToChildren, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { roundToMillipersons } from '../../tiles-builder/numbers/round-to-millipersons.ts';
import { countPanel } from '../../tiles-builder/working/count-panel.ts';

test('how far counts are off is learnt where people are counted, wherever else somebody lives', () => {
  const town = gridDisk(latLngToCell(47.1, 2.4, 12), 50);
  const farAway = cellToChildren(latLngToCell(47.3, 2.4, 8), 12);
  const random = new Random(3);
  const panel = Array.from({ length: 600 }, () => {
    const home = town[random.integer(0, town.length - 1)];
    return { home, occupation: home, persons: 1 };
  });
  const inTown = new Set(town);
  const learn = (homesFarAway: readonly Cell[]) => {
    const inhabitants = [
      ...town.map((cell) => [cell, 1] as const),
      ...homesFarAway.map((cell) => [cell, farAway.length / homesFarAway.length] as const),
    ];
    return countPanel(panel, {
      living: roundToMillipersons(new Map(inhabitants)),
      places: new Map(town.map((cell) => [cell, 1])),
      isLivingKnown: () => true,
      isCounted: (cell) => inTown.has(cell),
    }).errorModel;
  };
  expect(learn(farAway)).toEqual(learn(farAway.slice(0, 1)));
});
