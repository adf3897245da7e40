import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BuiltUpSpill } from '../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);
const quiet = (): void => {};

describeOnRealData('buildings and people of other formats', () => {
  describeWithGdal('compared with GDAL', () => {
    test('attributes of BD TOPO reach the records of buildings', async () => {
      const taken = new BuiltUpSpill(join(folder, 'records'));
      const source = { file: inFormats('BATIMENT.shp') };
      await readFeatures(source, [taken.takesBuildings], { progress: quiet, scratch: folder });
      taken.finish();
      const found = { buildings: 0, dwellings: 0, withDwellings: 0, withHeight: 0, residential: 0 };
      for (const area of taken.partitions()) {
        const buildings = taken.buildingsOf(area);
        for (let i = 0; i < buildings.count; i++) {
          if (buildings.isOwned[i] === 0) continue;
          found.buildings++;
          found.residential += buildings.isDwelling[i];
          if (buildings.height_m[i] > 0) found.withHeight++;
          if (Number.isNaN(buildings.dwellings[i])) continue;
          found.withDwellings++;
          found.dwellings += buildings.dwellings[i];
        }
      }
      const [count, dwellings, withDwellings, withHeight, residential] = gdal('ogr2ogr', [
        ...['-f', 'CSV', '/vsistdout/', source.file, '-dialect', 'SQLITE', '-sql'],
        `SELECT count(*), sum(NB_LOGTS), count(NB_LOGTS), sum(HAUTEUR > 0), sum(USAGE1 = 'Résidentiel') FROM BATIMENT`,
      ])
        .trim()
        .split('\n')[1]
        .replaceAll('"', '')
        .split(',')
        .map(Number);
      expect(found).toEqual({ buildings: count, dwellings, withDwellings, withHeight, residential });
    });
  });
});
