import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { fingerprintOf } from '../support/numbers/fingerprint.ts';
import { FLOW_TOWNS, INHABITANTS } from './flow-kinds.ts';
import { flowTownPlane, simulateFlows } from './flow-town.ts';

describe('towns of flows', () => {
  const towns = new Map(FLOW_TOWNS.map((name) => [name, simulateFlows(name, 3)]));

  test('have the same people for the same seed, and others for another', () => {
    const { homes, occupations, places } = towns.get('valley')!;
    const again = simulateFlows('valley', 3);
    expect(again.homes).toEqual(homes);
    expect(again.occupations).toEqual(occupations);
    expect(again.places).toEqual(places);
    expect(simulateFlows('valley', 4).homes).not.toEqual(homes);
  });

  // Published figures were measured in these towns.
  test('are those that they have been', () => {
    const fingerprints = [...towns].map(([name, { homes, occupations, places, living }]) => [
      name,
      fingerprintOf([homes, occupations, places, [...living]]),
    ]);
    expect(Object.fromEntries(fingerprints)).toEqual({
      sites: '9472638666aebf17',
      shops: '655fe1658635416d',
      valley: '81fef62c1013e8a5',
      villages: 'f4fb7a8b57b1cd11',
      quarters: '3e5b7f8b56a99fbb',
      plain: '683e2940f2726885',
      concentrated: '358e1859be700ab1',
      tagged: 'bcbab2f4a47ee93c',
    });
  });

  test('spread a census over dwellings that adds up to the people who live inside', () => {
    for (const { homes, living } of towns.values()) {
      const people = [...living.values()].reduce((sum, count) => sum + count, 0);
      expect(homes.length / 2).toBeGreaterThanOrEqual(INHABITANTS);
      expect(Math.abs(people / (homes.length / 2) - 1)).toBeLessThan(0.001);
    }
  });

  test('have panels of the wanted share, in the valley from the east rather than from the west', () => {
    const { homes, drawPanel } = towns.get('valley')!;
    const panel = drawPanel(0.05, new Random(1));
    expect(panel).toHaveLength(Math.round(homes.length / 2 / 20));
    const [middle] = flowTownPlane.toPosition([0, 0]);
    const panelFromEast = panel.filter(({ home }) => centreOf(home)[0] > middle).length / panel.length;
    const allFromEast = homes.filter((x, i) => i % 2 === 0 && x > 0).length / (homes.length / 2);
    expect(panelFromEast / (1 - panelFromEast)).toBeGreaterThan((1.5 * allFromEast) / (1 - allFromEast));
  });
});
