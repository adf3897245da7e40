import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Building } from '../../tiles-builder/base/records.ts';
import {
  evaluateLiving,
  type LivingEvaluation,
  taggedBuildings,
} from '../../tiles-builder/evaluate/living.ts';
import { type Patches, patchyMap } from '../../tiles-builder/evaluate/patchy-map.ts';
import { evaluateShifts } from '../../tiles-builder/evaluate/shifted-units.ts';
import { EUROPEAN_GRID, gridPlaceOf } from '../../tiles-builder/sources/census/grid-square.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { writeCoarserCensus } from '../support/files/coarser-census.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';

const progress = (): void => {};

describe('evaluate living on the grid town', () => {
  const folder = temporaryFolder();
  const truth = join(folder, 'census.csv');
  const coarseConfig = join(folder, 'coarse.json');
  const map = join(folder, 'errors.svg');
  let town: GridTown;
  let printed = '';
  let evaluation: LivingEvaluation;

  beforeAll(async () => {
    town = await writeGridTown(folder);
    const { file, census, ...config } = readConfig(town.config);
    await writeCoarserCensus(join(folder, 'coarse.csv'), census![0], 200);
    writeFileSync(
      coarseConfig,
      JSON.stringify({ ...config, census: { ...census![0], file: join(folder, 'coarse.csv') } }),
    );
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
      printed += `${line}\n`;
    });
    evaluation = await evaluateLiving(readConfig(coarseConfig), truth, { json: true, map, progress });
    log.mockRestore();
  });

  test('every square of a coarse unit is compared, those without people too', () => {
    const units = readFileSync(join(folder, 'coarse.csv'), 'utf8').trim().split('\n').length - 1;
    expect(evaluation.squares).toBe(4 * units);
    expect(evaluation.people).toBe(town.people);
  });

  test('with one home a unit, buildings locate everybody and areas do not', () => {
    const squares = evaluation.squares;
    const homes = squares / 4;
    expect(evaluation.footprint.mae).toBeLessThan(1e-6 * town.people);
    expect(evaluation.simple).toEqual(evaluation.footprint);
    expect(evaluation.areal.mae).toBeCloseTo((1.5 * town.people) / squares, 6);
    expect(evaluation.areal.mape).toBeCloseTo(0.75, 6);
    expect(homes).toBe(12);
    expect(evaluation.mae).toBeLessThan(evaluation.areal.mae / 4);
    expect(Math.abs(evaluation.bias)).toBeLessThan(0.01);
  });

  test('intervals contain the true count of most unions of squares', () => {
    expect(evaluation.interval_coverage).toBeGreaterThan(0.85);
  });

  test('strata of intervals are printed: each property divides all zones', () => {
    const { strata } = evaluation;
    const zonesBy = new Map<string, number>();
    for (const { by, zones } of strata) zonesBy.set(by, (zonesBy.get(by) ?? 0) + zones);
    expect([...zonesBy.keys()]).toEqual(['all', 'density', 'completeness', 'size', 'whole units', 'shape']);
    expect(new Set(zonesBy.values())).toEqual(new Set([400]));
    for (const { stratum, zones } of strata) expect(printed).toMatch(new RegExp(`${stratum} +${zones} `));
  });

  test('the map has every square, and numbers those that are printed as the worst', () => {
    const drawn = readFileSync(map, 'utf8');
    expect(drawn.match(/<title>/g)).toHaveLength(evaluation.squares);
    expect(drawn.match(/<text /g)).toHaveLength(10);
    const worst = [...printed.matchAll(/^ *\d+\. (\S+): (\d+) counted, (\d+) true$/gm)];
    expect(worst).toHaveLength(10);
    for (const [, id, count, people] of worst) {
      expect(drawn).toContain(`<title>${id}: ${count} counted, ${people} true</title>`);
    }
  });

  test('the last line is the evaluation as JSON', () => {
    expect(JSON.parse(printed.trim().split('\n').at(-1)!)).toEqual(JSON.parse(JSON.stringify(evaluation)));
  });

  test('units on shifted grids are evaluated one after the other', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const [shifted, ...others] = await evaluateShifts(readConfig(town.config), {
      sizes_m: [200],
      shifts: 3,
      progress,
    });
    log.mockRestore();
    expect(others).toEqual([]);
    expect(shifted).toMatchObject({ unit_m: 200, shifts: 3 });
    expect(shifted!.learnt_share).toBeGreaterThan(0);
    expect(shifted!.learnt_share).toBeLessThanOrEqual(1);
    // A shifted grid has up to four homes a unit.
    expect(shifted!.rmse.livingcount.mean).toBeLessThan(shifted!.rmse.areal.mean / 2);
    expect(shifted!.rmse.livingcount.standard_error).toBeGreaterThan(0);
    expect(shifted!.units).toBeGreaterThan(5);
    const { livingcount, footprint, simple } = shifted!.rmse;
    expect(shifted!.to_better.mean).toBe(livingcount.mean / Math.min(footprint.mean, simple.mean));
    expect(livingcount.mean).toBeGreaterThan(0);
    await expect(
      evaluateShifts(readConfig(town.config), { sizes_m: [250], shifts: 1, progress }),
    ).rejects.toThrow('do not divide 250 m');
  });

  test('removes buildings by whole blocks', async () => {
    const config = readConfig(town.config);
    const buildingsOf = (own: Config): Promise<readonly Building[]> =>
      taggedBuildings(own, { progress, scratch: folder });
    const blockOf = ({ footprint }: Building): string =>
      gridPlaceOf(footprint[0]![0]![0]!, EUROPEAN_GRID)
        .map((at) => Math.floor(at / 200))
        .join();
    const patches = { mapped: 0.5, block_m: 200, seed: 3 };
    const mapOf = (own: Patches): Promise<Config> =>
      patchyMap(config, own, EUROPEAN_GRID, { progress, scratch: folder });
    const all = await buildingsOf(config);
    const mapped = await buildingsOf(await mapOf(patches));
    const blocks = new Set(mapped.map(blockOf));
    expect(mapped).toHaveLength(all.filter((building) => blocks.has(blockOf(building))).length);
    expect(mapped.length).toBeGreaterThan(0);
    expect(mapped.length).toBeLessThan(all.length);
    expect(await buildingsOf(await mapOf(patches))).toEqual(mapped);
    expect(await buildingsOf(await mapOf({ ...patches, seed: 4 }))).not.toEqual(mapped);
    expect(await buildingsOf(await mapOf({ ...patches, mapped: 1 }))).toHaveLength(all.length);

    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const [evaluated] = await evaluateShifts(config, { sizes_m: [200], shifts: 1, patches, progress });
    const [whole] = await evaluateShifts(config, { sizes_m: [200], shifts: 1, progress });
    log.mockRestore();
    expect(evaluated!.rmse.areal).toEqual(whole!.rmse.areal);
    expect(evaluated!.rmse.footprint.mean).toBeGreaterThan(whole!.rmse.footprint.mean + 1);
  });

  test('a truth that does not divide the census is refused', async () => {
    await expect(evaluateLiving(readConfig(town.config), truth, { progress })).rejects.toThrow(
      'do not divide those of',
    );
  });
});
