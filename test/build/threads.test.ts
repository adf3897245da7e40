/** Streets with houses and a census where three areas meet: what is built does not depend on how many threads build it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellToBoundary } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt } from '../../tiles-builder/areas/areas.ts';
import { buildDataset, buildShare } from '../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { ledgerFolderOf, readLedger } from '../../tiles-builder/dataset/ledger.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import {
  osmFeature,
  polygonGeometry,
  writeConfig,
  writeFeatures,
} from '../../tiles-builder/simulate/write-sources.ts';
import { SharesMissing } from '../../tiles-builder/steps/run-steps.ts';
import { bytesOfFiles } from '../support/dataset-files.ts';
import { rectanglesOn } from '../support/rectangle.ts';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
afterAll(() => rmSync(folder, { recursive: true }), 60_000);
const at = (name: string): string => join(folder, name);
const progress = (): void => {};

const HALF_M = 1_500;
const STREETS = 8;

function writeTown(): string {
  const [lat, lon] = cellToBoundary(areaAt(2.35, 48.85))[0];
  const plane = localPlane([lon, lat]);
  const rectangle = rectanglesOn(plane);
  const random = new Random(3);
  const step_m = (2 * HALF_M) / STREETS;
  const line = (from: [number, number], to: [number, number]): Position[] => [
    plane.toPosition(from),
    plane.toPosition(to),
  ];
  const roads = Array.from({ length: STREETS + 1 }, (_, i) => {
    const off_m = -HALF_M + i * step_m;
    return [line([off_m, -HALF_M], [off_m, HALF_M]), line([-HALF_M, off_m], [HALF_M, off_m])];
  }).flatMap((lines, i) =>
    lines.map((coordinates, j) =>
      osmFeature(
        `way/${2 * i + j}`,
        { highway: 'residential' },
        { type: 'LineString', coordinates: coordinates.map((corner) => [...corner]) },
      ),
    ),
  );
  const houses = Array.from({ length: 400 }, (_, i) => {
    const west_m = (2 * random.unit() - 1) * HALF_M;
    const south_m = (2 * random.unit() - 1) * HALF_M;
    const side_m = 8 + 12 * random.unit();
    const ring = rectangle(west_m, south_m, side_m, side_m);
    return osmFeature(`way/${1_000 + i}`, { building: 'yes' }, polygonGeometry([ring]));
  });
  const units = Array.from({ length: STREETS * STREETS }, (_, i) => {
    const west_m = -HALF_M + (i % STREETS) * step_m;
    const south_m = -HALF_M + Math.floor(i / STREETS) * step_m;
    return {
      type: 'Feature' as const,
      id: `unit ${i}`,
      properties: { people: random.integer(0, 90) },
      geometry: polygonGeometry([rectangle(west_m, south_m, step_m, step_m)]),
    };
  });
  writeFeatures(folder, 'streets.geojson', roads);
  writeFeatures(folder, 'houses.geojson', houses);
  writeFeatures(folder, 'census.geojson', units);
  return writeConfig(folder, {
    name: 'corner',
    cut_isochrones: 'answer',
    roads: { file: 'streets.geojson' },
    buildings: { file: 'houses.geojson' },
    census: { file: 'census.geojson', population: 'people' },
  });
}

/** What is published, and what lies beside it: the ledger and the weights. */
function bytesOf(name: string): Map<string, Buffer> {
  const ledger = ledgerFolderOf(at(name));
  const files = readdirSync(ledger).filter((file) => file !== 'ledger.json');
  return new Map([
    ...bytesOfFiles(at(name)),
    ...files.map((file): [string, Buffer] => [file, readFileSync(join(ledger, file))]),
    ['weights', readFileSync(at(`${name}.weights.json`))],
  ]);
}

let config: ReturnType<typeof readConfig>;
beforeAll(async () => {
  config = readConfig(writeTown());
  await buildDataset(config, at('1'), { progress, threads: 1 });
}, 60_000);

test('the town lies in three areas, each with people', () => {
  const { areas } = readLedger(ledgerFolderOf(at('1')));
  const peopled = areas.filter((area) => bytesOf('1').get(`${area}.gifts`)!.length > 0);
  expect(peopled).toHaveLength(3);
});

test.each([2, 4])(
  '%i threads build the same',
  async (threads) => {
    await buildDataset(config, at(`${threads}`), { progress, threads });
    expect(bytesOf(`${threads}`)).toEqual(bytesOf('1'));
  },
  60_000,
);

test('three shares build the same, and each makes parts of the living', async () => {
  const made = Array.from({ length: 3 }, () => new Set<string>());
  const rest = new Set([0, 1, 2]);
  for (let turn = 0; rest.size > 0 && turn < 30; turn++) {
    for (const index of rest) {
      const noting = (step: string): void => void made[index].add(step.replace(/^\[.*\] /, ''));
      const options = { progress: noting, share: { index, of: 3 }, wait_ms: 0, threads: 1 };
      try {
        await buildShare(config, at('shared'), options);
        rest.delete(index);
      } catch (error) {
        expect(error).toBeInstanceOf(SharesMissing);
      }
    }
  }
  expect(bytesOf('shared')).toEqual(bytesOf('1'));
  for (const label of ['See where people may live', 'Spread the census', 'Count the living']) {
    expect(
      made.every((own) => own.has(label)),
      label,
    ).toBe(true);
  }
}, 120_000);

test('a census that lists a polygon twice is refused', async () => {
  const census = JSON.parse(readFileSync(at('census.geojson'), 'utf8'));
  census.features.push({ ...census.features[3], id: 'unit 3 again' });
  writeFileSync(at('twice.geojson'), JSON.stringify(census));
  const twice = { ...config, census: [{ ...config.census![0], file: at('twice.geojson') }] };
  await expect(buildDataset(twice, at('twice'), { progress })).rejects.toThrow(
    /twice\.geojson.*unit 3.* is the same polygon as .*unit 3/,
  );
  expect(existsSync(at('twice'))).toBe(false);
}, 60_000);
