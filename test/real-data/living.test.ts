import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { evaluateLiving, type LivingEvaluation } from '../../tiles-builder/evaluate/living.ts';
import { evaluateShifts } from '../../tiles-builder/evaluate/shifted-units.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { writeCoarserCensus } from '../support/files/coarser-census.ts';
import { readBoundary } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { writeCountryConfig, writeRivieraConfig } from './real-datasets.ts';

const ALSO_2011 = process.env.LIVING_2011 === '1';
const LIECHTENSTEIN_RELATION = 1_155_955;
const quiet = (): void => {};

describeOnRealData('living counts from a coarser census', () => {
  const root = temporaryFolder();

  /** @param change to the coarser census's configuration */
  async function evaluate(name: string, configFile: string, size_m: number, change: object = {}) {
    const { file: _, locations: __, census, ...config } = readConfig(configFile);
    const coarse = join(root, `${name}.csv`);
    await writeCoarserCensus(coarse, census![0], size_m);
    const coarseConfig = join(root, `${name}.json`);
    writeFileSync(
      coarseConfig,
      JSON.stringify({ ...config, census: { ...census![0], file: coarse }, ...change }),
    );
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const evaluation = await evaluateLiving(readConfig(coarseConfig), census![0].file, { progress: quiet });
    log.mockRestore();
    const { rmse, mae, simple, interval_coverage } = evaluation;
    console.log(
      `${name}: RMSE ${rmse.toFixed(1)} (simple ${simple.rmse.toFixed(1)}), MAE ${mae.toFixed(1)} ` +
        `(${simple.mae.toFixed(1)}), interval coverage ${interval_coverage}`,
    );
    return evaluation;
  }
  /** More units, of which some buildings are missing. */
  const boxOfAllNodes = (name: 'rennes'): object => {
    const { buildings } = readConfig(writeCountryConfig(folder(name), name));
    const [west, south, east, north] = [-1.7800721, 48.0440545, -1.5507452, 48.2000163];
    const ring = rectangle(west, south, east, north);
    const coverage = join(root, `${name}-box.geojson`);
    writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    return { buildings: { ...buildings, coverage } };
  };
  const folder = (name: string): string => join(root, `${name}-sources`);
  const expectBetter = ({ rmse, mae, simple, bias, people }: LivingEvaluation, by: number): void => {
    expect(rmse).toBeLessThanOrEqual((1 - by) * simple.rmse);
    expect(mae).toBeLessThanOrEqual((1 - by) * simple.mae);
    // A cell across the edge may take a person.
    expect(Math.abs(bias) * people).toBeLessThan(Math.max(1, 0.005 * people));
  };
  const expectCalibrated = (
    { interval_coverage }: Pick<LivingEvaluation, 'interval_coverage'>,
    most = 0.98,
  ): void => {
    expect(interval_coverage).toBeGreaterThanOrEqual(0.85);
    // Errors average out over the 16 to 25 squares of a unit.
    expect(interval_coverage).toBeLessThanOrEqual(most);
  };

  test('Rennes is off by 25 % less than by the simple method', async () => {
    const evaluation = await evaluate(
      'rennes',
      writeCountryConfig(folder('rennes'), 'rennes'),
      4_000,
      boxOfAllNodes('rennes'),
    );
    expectBetter(evaluation, 0.25);
    expectCalibrated(evaluation);
  });

  test.runIf(ALSO_2011)('Rennes from the census of 2011, updated to the people of 2021', async () => {
    const config = readConfig(writeCountryConfig(folder('rennes-2011'), 'rennes'));
    const of2021 = config.census![0];
    const of2011 = { ...of2021, file: join(realDataFolder, 'census/geostat_1km_2011_rennes.csv') };
    const coarse = async (name: string, census: typeof of2021): Promise<Map<string, number>> => {
      const file = join(root, `${name}.csv`);
      await writeCoarserCensus(file, census, 4_000);
      const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
      return new Map(rows.map((row) => [row.split(',')[0], Number(row.split(',')[1])]));
    };
    const [earlier, later] = [await coarse('of-2011', of2011), await coarse('of-2021', of2021)];
    const scaled = [...earlier].map(([id, people]) => `${id},${people},${(later.get(id) ?? 0) / people}\n`);
    const census = join(root, 'scaled.csv');
    writeFileSync(census, `GRD_ID,TOT_P,growth\n${scaled.join('')}`);
    const evaluation = await evaluate('rennes from 2011', config.file, 4_000, {
      ...boxOfAllNodes('rennes'),
      census: { ...of2021, file: census, growth: 'growth' },
    });
    expectBetter(evaluation, 0.15);
  });

  test("the Riviera's error is at least 12 % below the simple method's", async () => {
    const evaluation = await evaluate('riviera', await writeRivieraConfig(folder('riviera'), true), 1_000);
    expectBetter(evaluation, 0.12);
    expectCalibrated(evaluation, 1);
  });

  test("Malta's error is at most half over four shifts, though most houses are unmapped", async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const [{ to_better, strata }] = await evaluateShifts(
      readConfig(writeCountryConfig(folder('malta'), 'malta')),
      { sizes_m: [4_000], shifts: 4, progress: quiet },
    );
    log.mockRestore();
    console.log(`malta: ${to_better.mean} ± ${to_better.standard_error} of the better simple method`);
    expect(to_better.mean).toBeLessThanOrEqual(0.5);
    expectCalibrated({ interval_coverage: strata[0].coverage });
  });

  test('Liechtenstein within its border is no worse', async () => {
    const configFile = writeCountryConfig(folder('liechtenstein'), 'liechtenstein');
    const { roads, buildings } = readConfig(configFile);
    const country = join(root, 'liechtenstein.geojson');
    const coordinates = await readBoundary(roads.file, LIECHTENSTEIN_RELATION);
    writeFileSync(country, JSON.stringify({ type: 'MultiPolygon', coordinates }));
    const evaluation = await evaluate('liechtenstein', configFile, 4_000, {
      buildings: { ...buildings, coverage: country },
    });
    expectBetter(evaluation, 0);
  });
});
