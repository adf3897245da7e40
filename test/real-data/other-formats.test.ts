import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type TileSetEntry, tileSetsOf } from '../../src/format/manifest.ts';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { BuiltUpSpill } from '../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { readFeatures } from '../../tiles-builder/sources/read-features.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { boxRing, feature, madeStreets } from './made-streets.ts';

const folder = temporaryFolder();
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);
const quiet = (): void => {};

function writeJson(name: string, json: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(json));
  return name;
}

const writeStreets = (name: string, box: BoundingBox, count: number): string =>
  writeJson(name, { type: 'FeatureCollection', features: madeStreets(box, count) });

function writeCensus(name: string, box: BoundingBox, count: number): string {
  const random = new Random(17);
  const [width, height] = [(box.east - box.west) / count, (box.north - box.south) / count];
  const features = Array.from({ length: count * count }, (_, i) => {
    const west = box.west + (i % count) * width;
    const south = box.south + Math.floor(i / count) * height;
    const ring = boxRing({ west, south, east: west + width, north: south + height });
    return feature({ type: 'Polygon', coordinates: [ring] }, { people: random.integer(5, 90) });
  });
  return writeJson(name, { type: 'FeatureCollection', features });
}

const OLEMPS: BoundingBox = { west: 2.51, south: 44.31, east: 2.58, north: 44.37 };

describeOnRealData('builds from other formats', () => {
  describeWithGdal('Olemps', () => {
    test('has the same tiles from a Shapefile, a GeoPackage and a FlatGeobuf, in any order', async () => {
      const roads = writeStreets('olemps-streets.geojson', OLEMPS, 20);
      const census = writeCensus('olemps-census.geojson', OLEMPS, 12);
      const shuffled = (file: string, order: string, ...options: string[]): string => {
        gdal('ogr2ogr', [
          join(folder, file),
          inFormats('olemps.gpkg'),
          ...[
            '-sql',
            `SELECT * FROM batiment ORDER BY ${order}`,
            '-dialect',
            'SQLITE',
            '-nln',
            'batiment',
            '-lco',
            'SPATIAL_INDEX=NO',
            ...options,
          ],
        ]);
        return file;
      };
      const plain = shuffled('zipped.shp', 'HAUTEUR DESC, ID');
      execFileSync('python3', ['-m', 'zipfile', '-c', 'zipped.zip', ...['shp', 'dbf', 'prj'].map((ending) => plain.replace('shp', ending))], { cwd: folder }); // biome-ignore format: a line
      const sources: Record<string, object> = {
        original: { file: inFormats('olemps.gpkg'), layer: 'batiment' },
        geopackage: { file: shuffled('olemps.gpkg', 'substr(ID, 18), ID') },
        shapefile: { file: shuffled('olemps.shp', 'HAUTEUR, ID') },
        zipped: { file: 'zipped.zip' },
        flatgeobuf: { file: shuffled('olemps.fgb', 'ID DESC', '-nlt', 'PROMOTE_TO_MULTI') },
      };
      const sets: Record<string, Record<string, TileSetEntry | null>> = {};
      for (const [name, buildings] of Object.entries(sources)) {
        const config = writeJson(`${name}.json`, {
          name: 'olemps',
          roads: { file: roads },
          buildings,
          census: { file: census, population: 'people' },
        });
        const { manifest, examination } = await buildDataset(
          readConfig(join(folder, config)),
          join(folder, name),
          {
            progress: quiet,
          },
        );
        expect(examination.buildings).toBe(2273);
        sets[name] = tileSetsOf(manifest);
      }
      for (const name of Object.keys(sources)) expect(sets[name], name).toEqual(sets.original);
    });
  });

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
