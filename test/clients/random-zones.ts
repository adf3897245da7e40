/** Zones that overlays must cope with. */
import type { Position, Zone } from '../../src/geo/positions.ts';
import { readZone } from '../../src/zone/read-zone.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';

/** On coarse grids vertices coincide, edges run along each other, and rings touch. */
export const GRIDS_DEGREES = [1e-6, 0.002, 0.005];

/** @returns for each grid `runs` sets of four stars that overlap */
export const starsOnGrids = (seed: number, runs: number, grids = GRIDS_DEGREES): Zone[][] =>
  grids.flatMap((grid) => {
    const random = new Random(seed);
    return Array.from({ length: runs }, () =>
      Array.from({ length: 4 }, () => star(random, grid, random.integer(4, 24))),
    );
  });

function star(random: Random, grid: number, vertices: number): Zone {
  const [x, y] = [random.unit() * 0.02, random.unit() * 0.02];
  const onGrid = (degrees: number): number => Math.round(degrees / grid) * grid;
  const ring = Array.from({ length: vertices }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / vertices;
    const reach = 0.02 * (0.3 + 0.7 * random.unit());
    return [onGrid(11 + x + reach * Math.cos(angle)), onGrid(57 + y + reach * Math.sin(angle))];
  });
  return [[[...ring, ring[0]]]];
}

/** Why the service would refuse polygons. */
export const faultsOf = (zone: Zone): string[] =>
  zone.flatMap((coordinates) => {
    const read = readZone(JSON.stringify({ type: 'Polygon', coordinates }));
    return read.ok || read.failure.kind !== 'bad-request' ? [] : [read.failure.message];
  });
