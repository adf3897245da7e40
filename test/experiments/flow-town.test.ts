import { describe, expect, test } from 'vitest';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { ROADSIDE_PERSONS } from '../../tiles-builder/working/parameters.ts';
import { fingerprintOf } from '../support/numbers/fingerprint.ts';
import { FLOW_TOWNS, INHABITANTS } from './flow-kinds.ts';
import { type FlowTown, flowTownPlane, simulateFlows } from './flow-town.ts';
import { UsesOnMap } from './map-uses.ts';

/** People away from home by square, descending. */
function squareSizes({ homes, occupations }: FlowTown, side_m: number): number[] {
  const bySquare = new Map<string, number>();
  for (let i = 0; i < homes.length; i += 2) {
    if (homes[i] === occupations[i] && homes[i + 1] === occupations[i + 1]) continue;
    const square = `${Math.floor(occupations[i] / side_m)},${Math.floor(occupations[i + 1] / side_m)}`;
    bySquare.set(square, (bySquare.get(square) ?? 0) + 1);
  }
  return [...bySquare.values()].sort((a, b) => b - a);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Share in the twenty fullest squares of 100 m. */
function lumpiness(town: FlowTown): number {
  const sizes = squareSizes(town, 100);
  return sum(sizes.slice(0, 20)) / sum(sizes);
}

/** Squares of 25 m with nine in ten people away from home. */
function squaresOfMost(town: FlowTown): number {
  const sizes = squareSizes(town, 25);
  let left = 0.9 * sum(sizes);
  return sizes.findIndex((size) => {
    left -= size;
    return left <= 0;
  });
}

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
      sites: '4a371767ea258794',
      shops: '2b9baff7b86d750a',
      valley: '58167c6bc857a0cb',
      villages: '1defa126b3990f92',
      quarters: 'd9afbffda24e41ba',
      plain: '0e555e04bef20898',
      concentrated: '8552f95459c07f8a',
      tagged: 'bcc795e4367d2b4c',
    });
  });

  test('have points in some buildings, whatever number of people are there', () => {
    const map = new UsesOnMap(new Random(7));
    const draw = (jobs: number) =>
      Array.from({ length: 3_000 }, (_, i) => map.workplace([10 * i, 7 * i], [jobs], null, true));
    const [few, many] = [40, 400].map(draw);
    const points = [few, many].map((drawn) => drawn.filter((place) => place.points.length > 0).length);
    expect(points[1] / points[0]).toBeGreaterThan(0.8);
    expect(points[1] / points[0]).toBeLessThan(1.25);
    const inhabitants = 3_000 * 2.5;
    const strays = Array.from({ length: 3_000 }, (_, i) => map.dwelling([10 * i, 0], 3, false));
    expect(strays.flatMap(({ points }) => points).length / inhabitants).toBeLessThan(0.01);
  });

  test('spread a census over dwellings that adds up to the people who live inside', () => {
    for (const { homes, living } of towns.values()) {
      const people = [...living.values()].reduce((sum, count) => sum + count, 0);
      expect(homes.length / 2).toBeGreaterThanOrEqual(INHABITANTS);
      expect(Math.abs(people / (homes.length / 2) - 1)).toBeLessThan(0.001);
    }
  });

  test('differ in how much of the work is in few places', () => {
    const [sites, shops, valley, villages] = FLOW_TOWNS.map((name) => lumpiness(towns.get(name)!));
    expect(sites).toBeGreaterThan(0.2);
    expect(valley).toBeGreaterThan(0.1);
    expect(valley).toBeLessThan(0.2);
    expect(villages).toBeLessThan(0.1);
    expect(shops).toBeLessThan(0.04);
  });

  test('have people at work in few buildings in the concentrated town, in many elsewhere', () => {
    const concentrated = squaresOfMost(towns.get('concentrated')!);
    for (const [name, town] of towns) {
      if (name !== 'concentrated' && name !== 'tagged')
        expect(squaresOfMost(town), name).toBeGreaterThan(2 * concentrated);
    }
  });

  test('differ in how far from home people work, and in how long the roads are where nothing is built', () => {
    const metresToWork = ({ homes, occupations }: FlowTown): number => {
      const away = homes
        .filter((_, i) => i % 2 === 0)
        .map((x, person) =>
          Math.hypot(x - occupations[2 * person], homes[2 * person + 1] - occupations[2 * person + 1]),
        )
        .filter((metres) => metres > 0)
        .sort();
      return away[Math.floor(away.length / 2)];
    };
    const roadside = ({ places }: FlowTown): number =>
      places.filter(([, size]) => size === ROADSIDE_PERSONS).length;
    for (const [name, town] of towns) {
      if (name !== 'quarters')
        expect(metresToWork(town)).toBeGreaterThan(2 * metresToWork(towns.get('quarters')!));
      if (name !== 'plain') expect(roadside(town)).toBeLessThan(roadside(towns.get('plain')!) / 2);
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
