import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { BuiltUpSpill } from '../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const folder = temporaryFolder();
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);
const quiet = (): void => {};

const feature = (geometry: object, properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry,
});

const boxRing = ({ west, south, east, north }: BoundingBox): Position[] =>
  rectangle(west, south, east, north);

function madeStreets({ west, south, east, north }: BoundingBox, count: number): object[] {
  const at = (low: number, high: number, i: number): number =>
    Number((low + ((high - low) * i) / count).toFixed(7));
  const steps = Array.from({ length: count + 1 }, (_, i) => i);
  return steps
    .flatMap((i) => [
      steps.map((j) => [at(west, east, j), at(south, north, i)]),
      steps.map((j) => [at(west, east, i), at(south, north, j)]),
    ])
    .map((coordinates) => feature({ type: 'LineString', coordinates }, { highway: 'residential' }));
}

function writeJson(name: string, json: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(json));
  return name;
}

const writeStreets = (name: string, box: BoundingBox, count: number): string =>
  writeJson(name, { type: 'FeatureCollection', features: madeStreets(box, count) });

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

    test('Aruba: the tiles have the people of all cells inside the coverage', async () => {
      const box: BoundingBox = { west: -70.07, south: 12.41, east: -69.86, north: 12.63 };
      const coverage = writeJson('aruba.geojson', feature({ type: 'Polygon', coordinates: [boxRing(box)] }));
      const file = inFormats('abw_ppp_2020_UNadj_constrained.tif');
      const config = writeJson('aruba.json', {
        name: 'aruba',
        accept: ['people-without-homes'],
        roads: { file: writeStreets('aruba-streets.geojson', box, 60), coverage },
        census: { file, coverage },
      });
      const { manifest } = await buildDataset(readConfig(join(folder, config)), join(folder, 'aruba'), {
        progress: quiet,
      });
      const units = await readCensus({ file, coverage: join(folder, coverage) }, quiet);
      const cells = gdal('gdal_translate', ['-q', '-of', 'XYZ', file, '/vsistdout/']).trim().split('\n');
      const people = cells.reduce((sum, cell) => sum + Math.max(0, Number(cell.split(' ')[2])), 0);
      const listed = [...units].every(({ outline }) =>
        outline
          .flat(2)
          .every(([lon, lat]) => lon > box.west && lon < box.east && lat > box.south && lat < box.north),
      );
      expect(listed).toBe(true);
      const counted = manifest.living!.total_millipersons / MILLIPERSONS;
      console.log(`Aruba: ${people} people in the raster, ${counted} in the tiles`);
      expect(Math.abs(counted - people)).toBeLessThan(0.001);
    }, 900_000);
  });
});
