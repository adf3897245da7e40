import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CensusConfig } from '../../tiles-builder/config/config.ts';
import { readCensus } from '../../tiles-builder/read/census/census.ts';
import { type Recount, recountCensus, type UnitPeople } from '../../tiles-builder/recount/recount-census.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';
import { tiffOf } from '../support/files/write-tiff.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const scratch = scratchFolder();
const quiet = (): void => {};
const folder = join(scratch('folder', ''), '..');

type Units = { readonly id: string; readonly people: number }[];

async function recounted(
  config: CensusConfig,
  change: (units: Units) => Units = (units) => units,
): Promise<Recount> {
  const units = change(
    Array.from(await readCensus(config, quiet, folder), ({ id, people }) => ({ id, people })),
  );
  return recountCensus(config, (): UnitPeople => units, folder);
}

const UNITS = 300;
const peopleOf = (unit: number): string | number =>
  unit % 7 === 0 ? 'secret' : unit % 5 === 0 ? 0 : (unit * 37) % 1_000;
const features = Array.from({ length: UNITS }, (_, unit) => ({
  type: 'Feature',
  properties: { people: String(peopleOf(unit)), name: `}{"\\ Köping ${unit}`, factor: 1 + (unit % 3) / 10 },
  geometry: { type: 'Polygon', coordinates: [rectangle(10 + unit * 0.01, 50, 10.009 + unit * 0.01, 50.01)] },
}));
const collection = JSON.stringify({ type: 'FeatureCollection', name: 'units', features }, null, 1);
const config = { population: 'people', growth: 'factor', suppressed: { text: 'secret', people: 1.5 } };
const all = features.reduce(
  (sum, { properties: { people, factor } }) => sum + (people === 'secret' ? 1.5 : Number(people)) * factor,
  0,
);
const right = { units: UNITS, units_off: 0, differing_units: 0, differing: [] };

describe('GeoJSON has the people of the build', () => {
  test.each([
    ['whole', 'whole.geojson', collection],
    ['by line', 'lines.geojsonl', features.map((feature) => JSON.stringify(feature)).join('\n')],
    ['gzipped', 'whole.geojson.gz', gzipSync(collection)],
    ['of one feature', 'one.geojson', JSON.stringify(features[1])],
  ])('%s', async (_, name, content) => {
    const found = await recounted({ ...config, file: scratch(name, content) });
    if (name === 'one.geojson') expect(found).toEqual({ ...right, units: 1, people: 37 * 1.1 });
    else expect(found).toEqual({ ...right, people: expect.closeTo(all, 6) });
  });
});

test('a table of squares has the people of the build, in western text and between semicolons too', async () => {
  const rows = Array.from(
    { length: UNITS },
    (_, i) => `"Köping; ${i}";CRS3035RES1000mN${2_000_000 + i * 1_000}E4000000;${i},5`,
  );
  const text = ['namn;ruta;befolkning på natten', ...rows, ''].join('\r\n');
  const square = { square: 'ruta', population: 'befolkning på natten' };
  const people = (UNITS * UNITS) / 2;
  for (const encoding of ['utf8', 'latin1'] as const) {
    const file = scratch(`squares-${encoding}.csv`, Buffer.from(text, encoding));
    expect(await recounted({ ...square, file })).toEqual({ ...right, people });
  }
});

describeWithGdal('a file of GDAL has the people of the build', () => {
  test.each(['gpkg', 'shp', 'fgb', 'csv', 'zip'])('%s', async (ending) => {
    const source = scratch('units.geojson', collection);
    const file = join(folder, `units.${ending === 'zip' ? 'shp' : ending}`);
    const options = ending === 'csv' ? ['-lco', 'GEOMETRY=AS_WKT'] : [];
    gdal('ogr2ogr', ['-overwrite', ...options, file, source]);
    let own = file;
    if (ending === 'zip') {
      own = join(folder, 'units.zip');
      const parts = ['units.shp', 'units.dbf', 'units.prj'];
      execFileSync('python3', ['-m', 'zipfile', '-c', own, ...parts], { cwd: folder });
    }
    const crs = ending === 'csv' ? { crs: 'EPSG:4326' } : {};
    const found = await recounted({ ...config, ...crs, file: own });
    expect(found).toEqual({ ...right, people: expect.closeTo(all, 6) });
  });
});

describe('a unit that the build', () => {
  const file = (): string => scratch('changed.geojson', collection);
  const inhabited = 1;
  const id = `feature ${inhabited + 1}`;
  const people = 37 * 1.1;
  test.each<[string, (units: Units) => Units, Partial<Recount>]>([
    [
      'drops',
      (units) => units.filter((unit) => unit.id !== id),
      { units_off: 1, differing: [{ id, people_in_file: people, people_in_build: 0 }] },
    ],
    [
      'doubles',
      (units) => [...units, ...units.filter((unit) => unit.id === id)],
      { units_off: 1, differing: [{ id, people_in_file: people, people_in_build: 2 * people }] },
    ],
    [
      'scales',
      (units) => units.map((unit) => (unit.id === id ? { id, people: unit.people * 1.01 } : unit)),
      { units_off: 0, differing: [{ id, people_in_file: people, people_in_build: people * 1.01 }] },
    ],
  ])('%s is found', async (_, change, expected) => {
    expect(await recounted({ ...config, file: file() }, change)).toMatchObject({
      ...expected,
      differing_units: 1,
    });
  });

  test('lacks and nobody lives in is found by the number of units', async () => {
    const withoutOne = (units: Units): Units => units.filter((unit) => unit.id !== 'feature 6');
    const found = await recounted({ ...config, file: file() }, withoutOne);
    expect(found).toMatchObject({ units_off: 1, differing_units: 0 });
  });

  test('takes for another is found, though all people together are right', async () => {
    const swapped = (units: Units): Units =>
      units.map((unit) => ({
        ...unit,
        id: unit.id === id ? 'feature 3' : unit.id === 'feature 3' ? id : unit.id,
      }));
    const found = await recounted({ ...config, file: file() }, swapped);
    expect(found.differing.map((unit) => unit.id).sort()).toEqual([id, 'feature 3']);
  });
});

describe('a raster', () => {
  const [width, height] = [40, 30];
  const values = Array.from({ length: width * height }, (_, i) =>
    i % 3 === 0 ? -9 : i % 2 === 0 ? 0 : (i % 11) / 7,
  );
  const drawn = {
    ...{ width, height, values, nodata: '-9', geographic: 4326 },
    place: { tie: [0, 0, 0, 10, 50, 0], scale: [0.01, 0.01, 0] },
  };
  const read = { nodata: 'unknown' as const, growth: 1.5 };

  test.each([{ rows: 7 }, { tile: 16 }])('has the people of the build, in blocks of %j', async (blocks) => {
    const file = scratch('people.tif', tiffOf({ ...drawn, blocks, isLittle: false }));
    const found = await recounted({ ...read, file });
    const people = values.filter((value) => value > 0);
    expect(found).toEqual({
      ...right,
      units: people.length,
      people: expect.closeTo(1.5 * people.reduce((sum, own) => sum + own, 0), 6),
    });
  });

  test('of which one cell is scaled is found', async () => {
    const file = scratch('people.tif', tiffOf(drawn));
    const units = Array.from(await readCensus({ ...read, file }, quiet), ({ id, people }) => ({
      id,
      people,
    }));
    const cell = values.findIndex((value) => value > 0.5);
    const scaled = scratch(
      'scaled.tif',
      tiffOf({ ...drawn, values: values.with(cell, values[cell] * 1.01) }),
    );
    const found = await recountCensus({ ...read, file: scaled }, () => units, folder);
    expect(found.differing.map(({ id }) => id)).toEqual([
      `row ${Math.floor(cell / width) + 1} column ${(cell % width) + 1}`,
    ]);
  });
});

test('a file that is not there, or of another kind, is refused', async () => {
  const gone = { ...config, file: join(folder, 'gone.geojson') };
  await expect(recountCensus(gone, () => [], folder)).rejects.toThrow(/gone\.geojson: is not there/);
  const other = { ...config, file: scratch('other.docx', 'x') };
  await expect(recountCensus(other, () => [], folder)).rejects.toThrow(/is of no format that is known/);
  const wrong = { ...config, file: scratch('wrong.geojson', collection.replace('"37"', '"many"')) };
  await expect(recountCensus(wrong, () => [], folder)).rejects.toThrow(
    /feature 2: people "many" is not a number/,
  );
});
