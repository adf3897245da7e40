/** The demo: simulated people on the real streets of Gothenburg. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import { PlatformProblem } from '../failures/problem.ts';
import type { Progress } from '../records.ts';
import { simulateTown, type Town, type TownOptions } from '../simulate/simulate-town.ts';
import { writeTown } from '../simulate/write-town.ts';

/**
 * The box of the query that the streets came from: every way in the file touches it, so every street in it is complete.
 * Ways that leave it stand there whole and are no sign of complete streets beyond.
 */
const WEST = 11.8847;
const SOUTH = 57.667;
const EAST = 12.0456;
const NORTH = 57.744;

export const GOTHENBURG: TownOptions = {
  seed: 20_161_227,
  /** Brunnsparken, the middle of the town. */
  centre: [11.9675, 57.7068],
  coverage: [
    [
      [WEST, SOUTH],
      [EAST, SOUTH],
      [EAST, NORTH],
      [WEST, NORTH],
      [WEST, SOUTH],
    ],
  ],
  persons: 60_000,
  /** Three weeks from Monday, 2 September 2024, 00:00 in Stockholm (UTC+2). */
  panel: { share: 0.05, firstMidnight_s: Date.UTC(2024, 8, 1, 22) / 1000, days: 21 },
  census_square_m: 1_000,
};

/** OpenStreetMap's road network of Gothenburg, in a test of the npm package geojson-path-finder. */
function streetsFile(): string {
  const module = createRequire(import.meta.url).resolve('geojson-path-finder');
  for (let folder = dirname(module); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'test/large-network.json');
    if (existsSync(file)) return file;
  }
  throw new PlatformProblem('the package geojson-path-finder is not installed', 'Run npm ci.');
}

/** OpenStreetMap's road network of Gothenburg and the file it is in. */
export function readGothenburgStreets(): { readonly file: string; readonly streets: FeatureCollection } {
  const file = streetsFile();
  return { file, streets: JSON.parse(readFileSync(file, 'utf8')) as FeatureCollection };
}

/**
 * Simulates the town and writes its sources.
 * @param panel share of all persons who carry a device
 * @returns the configuration's path
 */
export async function writeGothenburg(
  folder: string,
  progress: Progress,
  asked: { readonly panel?: number; readonly seed?: number } = {},
): Promise<string> {
  return (await settleGothenburg(folder, progress, asked)).config;
}

/** The same, with the town itself. */
export async function settleGothenburg(
  folder: string,
  progress: Progress,
  { panel = GOTHENBURG.panel.share, seed = GOTHENBURG.seed },
): Promise<{ readonly config: string; readonly town: Town; readonly options: TownOptions }> {
  progress('Simulate people on the streets of Gothenburg');
  const { file, streets } = readGothenburgStreets();
  const options = { ...GOTHENBURG, seed, panel: { ...GOTHENBURG.panel, share: panel } };
  const town = simulateTown(streets, options);
  progress('Write the simulated sources');
  const config = await writeTown(folder, town, options, {
    name: 'gothenburg',
    timezone: 'Europe/Stockholm',
    streets: {
      file,
      vintage: '2016-12-27',
      attribution: '© OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)',
    },
  });
  return { config, town, options };
}
