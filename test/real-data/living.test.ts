import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { evaluateShifts, type ShiftedEvaluation } from '../../tiles-builder/evaluate/shifted-units.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readBoundary } from '../support/files/read-extract.ts';
import { describeOnRealData, runsAllPlaces } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { writeCountryConfig, writeRivieraConfig } from './real-datasets.ts';

const LIECHTENSTEIN_RELATION = 1_155_955;
const quiet = (): void => {};

describeOnRealData('living counts from a coarser census', () => {
  const root = temporaryFolder();

  /** Makes the census of a configuration coarser, on one grid unless more shifts are asked for. */
  async function evaluate(
    name: string,
    config: Config,
    unit_m: number,
    shifts = 1,
  ): Promise<ShiftedEvaluation> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const [evaluation] = await evaluateShifts(config, { sizes_m: [unit_m], shifts, progress: quiet });
    log.mockRestore();
    const { to_better, strata } = evaluation;
    console.log(`${name}: ${to_better.mean} of the better simple method, coverage ${strata[0].coverage}`);
    return evaluation;
  }
  /** More units, of which some buildings are missing. */
  const boxOfAllNodes = (name: 'rennes'): Pick<Config, 'buildings'> => {
    const { buildings } = readConfig(writeCountryConfig(folder(name), name));
    const [west, south, east, north] = [-1.7800721, 48.0440545, -1.5507452, 48.2000163];
    const ring = rectangle(west, south, east, north);
    const coverage = join(root, `${name}-box.geojson`);
    writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    return { buildings: { ...buildings!, coverage } };
  };
  const folder = (name: string): string => join(root, `${name}-sources`);
  const expectCalibrated = ({ strata: [all] }: ShiftedEvaluation, most = 0.98): void => {
    expect(all.coverage).toBeGreaterThanOrEqual(0.85);
    // Errors average out over the 16 to 25 squares of a unit.
    expect(all.coverage).toBeLessThanOrEqual(most);
  };

  test.runIf(runsAllPlaces)('Rennes is off by 20 % less than by the better simple method', async () => {
    const config = readConfig(writeCountryConfig(folder('rennes'), 'rennes'));
    const evaluation = await evaluate('rennes', { ...config, ...boxOfAllNodes('rennes') }, 4_000);
    expect(evaluation.to_better.mean).toBeLessThanOrEqual(0.8);
    expectCalibrated(evaluation);
  });

  test("the Riviera's error is at least 12 % below the better simple method's", async () => {
    const { locations: _, ...config } = readConfig(await writeRivieraConfig(folder('riviera'), true));
    const evaluation = await evaluate('riviera', config, 1_000);
    expect(evaluation.to_better.mean).toBeLessThanOrEqual(0.88);
    expectCalibrated(evaluation, 1);
  });

  test.runIf(runsAllPlaces)("Malta's error is at most half, though most houses are unmapped", async () => {
    const config = readConfig(writeCountryConfig(folder('malta'), 'malta'));
    const evaluation = await evaluate('malta', config, 4_000, 4);
    expect(evaluation.to_better.mean).toBeLessThanOrEqual(0.5);
    expectCalibrated(evaluation);
  });

  test.runIf(runsAllPlaces)('Liechtenstein within its border is no worse', async () => {
    const config = readConfig(writeCountryConfig(folder('liechtenstein'), 'liechtenstein'));
    const country = join(root, 'liechtenstein.geojson');
    const coordinates = await readBoundary(config.roads.file, LIECHTENSTEIN_RELATION);
    writeFileSync(country, JSON.stringify({ type: 'MultiPolygon', coordinates }));
    const buildings = { ...config.buildings!, coverage: country };
    const evaluation = await evaluate('liechtenstein', { ...config, buildings }, 4_000);
    expect(evaluation.to_better.mean).toBeLessThanOrEqual(1);
  });
});
