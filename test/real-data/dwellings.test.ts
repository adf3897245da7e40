/** Gain by numbers of dwellings without training: Olemps. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blendWeights } from '../../tiles-builder/living/blend-weights.ts';
import { sitesOf } from '../../tiles-builder/living/sites.ts';
import { peoplePerM2 } from '../../tiles-builder/living/weights.ts';
import { BuiltUpSpill } from '../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { gridPlaceOf } from '../../tiles-builder/sources/census/grid-square.ts';
import type { LayerSource } from '../../tiles-builder/sources/formats/layer.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { readOptions } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const SQUARE_M = 200;
const [IN_A_HOUSE, IN_A_FLAT] = [2.4, 1.8];
const olemps = { file: join(realDataFolder, 'formats/olemps.gpkg'), layer: 'batiment' };

describeOnRealData('Olemps without a census that teaches', () => {
  const root = temporaryFolder();

  async function squaresOf(source: LayerSource) {
    const spill = new BuiltUpSpill(mkdtempSync(join(root, 'spill-')));
    await readFeatures(source, [spill.takesBuildings], readOptions);
    spill.finish();
    const { weights } = blendWeights([]);
    const expected = new Map<string, number>();
    const byDwellings = new Map<string, number>();
    for (const area of spill.partitions()) {
      const sites = sitesOf(spill.of(area), true);
      const people_per_m2 = peoplePerM2(sites, weights);
      for (let site = 0; site < sites.count; site++) {
        const place = gridPlaceOf([sites.lon[site], sites.lat[site]], 'EPSG:3035');
        const square = place.map((at) => Math.floor(at / SQUARE_M)).join();
        const dwellings = sites.dwellings[site] > 0 ? sites.dwellings[site] : 0;
        const people = dwellings * (dwellings === 1 ? IN_A_HOUSE : IN_A_FLAT);
        expected.set(square, (expected.get(square) ?? 0) + people_per_m2[site] * sites.area_m2[site]);
        byDwellings.set(square, (byDwellings.get(square) ?? 0) + people);
      }
    }
    return { expected, byDwellings };
  }

  function misplaced(people: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>): number {
    const sum = (of: ReadonlyMap<string, number>): number =>
      [...of.values()].reduce((all, own) => all + own, 0);
    const [all, allTrue] = [sum(people), sum(truth)];
    let difference = 0;
    for (const square of new Set([...people.keys(), ...truth.keys()])) {
      difference += Math.abs((people.get(square) ?? 0) / all - (truth.get(square) ?? 0) / allTrue);
    }
    return difference / 2;
  }

  test('people go where the dwellings are: a tenth at most to another square, a quarter and more by footprints', async () => {
    const { expected, byDwellings } = await squaresOf(olemps);
    const plain = await squaresOf({ ...olemps, attributes: {} });
    expect([...byDwellings.values()].filter((people) => people > 0)).toHaveLength(122);
    const [known, unknown] = [expected, plain.expected].map((people) => misplaced(people, byDwellings));
    console.log(`misplaced with attributes ${known!.toFixed(3)}, without ${unknown!.toFixed(3)}`);
    expect(known).toBeLessThan(0.1);
    expect(unknown).toBeGreaterThan(0.25);
  });
});
