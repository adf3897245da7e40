import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Building } from '../../tiles-builder/base/records.ts';
import { taggedBuildings } from '../../tiles-builder/evaluate/living.ts';
import { type Patches, patchyMap } from '../../tiles-builder/evaluate/patchy-map.ts';
import { evaluateShifts } from '../../tiles-builder/evaluate/shifted-units.ts';
import { EUROPEAN_GRID, gridPlaceOf } from '../../tiles-builder/sources/census/grid-square.ts';
import { type Config, readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type GridTown, writeGridTown } from '../support/towns/grid-town.ts';

const progress = (): void => {};

describe('evaluate shifts on the grid town', () => {
  const folder = temporaryFolder();
  let town: GridTown;

  beforeAll(async () => {
    town = await writeGridTown(folder);
  });

  test('units on shifted grids are evaluated one after the other', async () => {
    let printed = '';
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
      printed += `${line}\n`;
    });
    const [shifted, ...others] = await evaluateShifts(readConfig(town.config), {
      sizes_m: [200],
      shifts: 3,
      json: true,
      progress,
    });
    log.mockRestore();
    expect(JSON.parse(printed.trim().split('\n').at(-1)!)).toEqual(JSON.parse(JSON.stringify([shifted])));
    expect(others).toEqual([]);
    expect(shifted).toMatchObject({ unit_m: 200, shifts: 3 });
    expect(shifted!.learnt_share).toBeGreaterThan(0);
    expect(shifted!.learnt_share).toBeLessThanOrEqual(1);
    const [all, ...strata] = shifted!.strata;
    expect(all).toMatchObject({ by: 'all', zones: 1_200 });
    expect(all!.coverage).toBeGreaterThan(0.85);
    for (const property of ['size', 'whole units']) {
      const zones = strata.filter(({ by }) => by === property).map((stratum) => stratum.zones);
      expect(zones.reduce((sum, own) => sum + own, 0)).toBe(1_200);
    }
    for (const { stratum, zones } of strata) expect(printed).toMatch(new RegExp(`${stratum} +${zones} `));
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
    expect(evaluated!.units).toBe(whole!.units);
    expect(evaluated!.rmse.footprint.mean).toBeGreaterThan(whole!.rmse.footprint.mean + 1);
  });
});
