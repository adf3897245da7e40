/** Compares working counts of two kinds by tiles of 36 km². */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import { overviewName } from '../../src/format/object-keys.ts';
import { readOverviewTile } from '../../src/format/overview-tile.ts';
import { type Cell, cellFromKey, OVERVIEW_RESOLUTION } from '../../src/geo/cells.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import { whole } from '../numbers/whole-number.ts';

export interface MadeWorking {
  /** Of the tile set. */
  readonly folder: string;
  readonly layer: CountLayer;
}

interface ComparedPlace {
  readonly lon: number;
  readonly lat: number;
  readonly by_locations: number;
  readonly by_registers: number;
}

export interface WorkingComparison {
  readonly people_by_locations: number;
  readonly people_by_registers: number;
  readonly places: number;
  /** Half the sum of differences after scaling to equal totals, as a share. */
  readonly misplaced: number;
  /** Largest differences, in people. */
  readonly largest: readonly ComparedPlace[];
}

const LARGEST = 5;

export function compareWorking(locations: MadeWorking, registers: MadeWorking): WorkingComparison {
  const [one, other] = [peopleByTile(locations), peopleByTile(registers)];
  const [all, allOther] = [locations.layer, registers.layer].map(
    ({ total_millipersons }) => total_millipersons / MILLIPERSONS,
  );
  const places = [...new Set([...one.keys(), ...other.keys()])].sort().map((tile): ComparedPlace => {
    const [lon, lat] = centreOf(tile);
    return { lon, lat, by_locations: one.get(tile) ?? 0, by_registers: other.get(tile) ?? 0 };
  });
  const differenceOf = ({ by_locations, by_registers }: ComparedPlace): number =>
    Math.abs(by_locations - by_registers);
  return {
    people_by_locations: all,
    people_by_registers: allOther,
    places: places.length,
    misplaced:
      places.reduce(
        (sum, place) => sum + Math.abs(place.by_locations / all - place.by_registers / Math.max(1, allOther)),
        0,
      ) / 2,
    largest: places.toSorted((a, b) => differenceOf(b) - differenceOf(a)).slice(0, LARGEST),
  };
}

function peopleByTile({ folder, layer }: MadeWorking): Map<Cell, number> {
  const people = new Map<Cell, number>();
  for (const overview of layer.overviews) {
    const bytes = readFileSync(join(folder, overviewName(overview)));
    const { keys, tileResolution, runningTotals } = readOverviewTile('working', overview, layer.name, bytes);
    let before = 0;
    for (const [i, key] of keys.entries()) {
      const tile = cellFromKey(overview, OVERVIEW_RESOLUTION, key, tileResolution);
      people.set(tile, (runningTotals[i] - before) / MILLIPERSONS);
      before = runningTotals[i];
    }
  }
  return people;
}

export function describeComparison(comparison: WorkingComparison): string[] {
  const { people_by_locations, people_by_registers, places, misplaced, largest } = comparison;
  return [
    `  registers  would count ${whole(people_by_registers)} people working, where locations count ` +
      `${whole(people_by_locations)}; of all, they put ${(100 * misplaced).toFixed(1)} % elsewhere among ${places} places of some 36 km²:`,
    ...largest.map(
      ({ lon, lat, by_locations, by_registers }) =>
        `             around ${lon.toFixed(2)}, ${lat.toFixed(2)}: ${whole(by_registers)} by registers, ${whole(by_locations)} by locations`,
    ),
  ];
}
