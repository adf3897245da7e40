/** Squares of national censuses, on made files in the offices' layouts, against GDAL. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CensusUnit } from '../../../tiles-builder/base/records.ts';
import { readCensus } from '../../../tiles-builder/sources/census/census.ts';
import type { UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';
import type { CensusConfig } from '../../../tiles-builder/sources/config/config.ts';
import { describeWithGdal, gdal } from '../../support/files/ogr.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const folder = temporaryFolder();

const read = (census: CensusConfig): Promise<UnitTable> =>
  readCensus({ ...census, file: join(folder, census.file) }, () => {});

const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

type Corner = readonly [east_m: number, north_m: number];

function writePolygons(
  name: string,
  projection: string,
  side_m: number,
  units: readonly (readonly [Corner, Readonly<Record<string, string | number>>])[],
): void {
  const features = units.map(([[west, south], properties]) => {
    const [east, north] = [west + side_m, south + side_m];
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a line
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  write('drawn.geojson', [JSON.stringify({ type: 'FeatureCollection', features })]);
  gdal('ogr2ogr', ['-a_srs', projection, join(folder, name), join(folder, 'drawn.geojson')]);
}

/** @param expected people by south-west corner in metres */
function expectUnits(
  units: Iterable<CensusUnit>,
  projection: string,
  expected: readonly (readonly [Corner, number])[],
): void {
  const lines = gdal(
    'gdaltransform',
    ['-s_srs', projection, '-t_srs', 'OGC:CRS84', '-output_xy'],
    expected.map(([corner]) => corner.join(' ')).join('\n'),
  );
  const places = lines.trim().split('\n').map((line) => line.split(' ').map(Number)); // biome-ignore format: a line
  const found = [...units];
  expect(found).toHaveLength(expected.length);
  for (const [i, [corner, people]] of expected.entries()) {
    const [lon, lat] = places[i]!;
    const near = found.filter(({ outline }) => {
      const [x, y] = outline[0]![0]![0]!;
      return Math.hypot((x - lon!) * Math.cos((lat! * Math.PI) / 180), y - lat!) * 111_195 < 5;
    });
    expect(near.map((unit) => unit.people), `${corner}`).toEqual([people]); // biome-ignore format: a line
  }
}

const CENSUS_2022 = [
  'GITTER_ID_100m;x_mp_100m;y_mp_100m;Einwohner',
  'CRS3035RES100mN2691700E4341100;4341150;2691750;4',
  'CRS3035RES100mN2692400E4341200;4341250;2692450;11',
];

describeWithGdal('the census of', () => {
  test('Germany: a dash for no number, in either encoding, stops the build until it is named', async () => {
    const rows = [...CENSUS_2022, 'CRS3035RES100mN2692500E4341200;4341250;2692550;–'];
    for (const encoding of ['utf8', 'latin1'] as const) {
      const text = rows.join('\r\n').replace('–', encoding === 'latin1' ? '\x96' : '–');
      const file = `${encoding}.csv`;
      writeFileSync(join(folder, file), Buffer.from(text, encoding));
      const census = { file, square: 'GITTER_ID_100m', population: 'Einwohner' };
      await expect(read(census)).rejects.toThrow(/line 4: Einwohner "–" is not a number/);
      const named = await read({ ...census, suppressed: { text: '–', people: 1 } });
      expect([...named.people].sort((a, b) => a - b)).toEqual([1, 4, 11]);
    }
  });

  test('Germany in 2011: short names, and -1 for nobody', async () => {
    write('2011.csv', [
      'Gitter_ID_100m;x_mp_100m;y_mp_100m;Einwohner',
      '100mN26840E43341;4334150;2684050;-1',
      '100mN26865E43357;4335750;2686550;8',
    ]);
    const census = { file: '2011.csv', square: 'Gitter_ID_100m', population: 'Einwohner' };
    await expect(read(census)).rejects.toThrow(/"-1" is below 0/);
    expectUnits(await read({ ...census, suppressed: { text: '-1', people: 0 } }), 'EPSG:3035', [
      [[4_334_100, 2_684_000], 0],
      [[4_335_700, 2_686_500], 8],
    ]);
  });

  test('northern countries and Portugal', async () => {
    writePolygons('befolkning_1km_2024.gpkg', 'EPSG:3006', 1_000, [
      [[394_000, 6_133_000], { rutid_inspire: 'SE_CRS3006RES1000mN6133000E394000', rutid_scb: '3940006133000', rutstorl: 1000, beftotalt: 7 }],
    ]); // biome-ignore format: a line
    expectUnits(
      await read({ file: 'befolkning_1km_2024.gpkg', square: 'rutid_inspire', population: 'beftotalt' }),
      'EPSG:3006',
      [[[394_000, 6_133_000], 7]],
    );
    write('population-1km-2023.csv', ['SSBID1000M;pop_tot;pop_ave2', '19700006740000;12;41,5']);
    expectUnits(
      await read({
        file: 'population-1km-2023.csv',
        square: 'SSBID1000M',
        square_m: 1000,
        population: 'pop_tot',
      }),
      'EPSG:25833',
      [[[-30_000, 6_740_000], 12]],
    );
    const properties = { id_nro: 1, grd_id: '1kmN6672E0385', vaesto: 3, miehet: -1, ika_0_14: -1 };
    const geometry = { type: 'Polygon', coordinates: [] };
    write('vaki2023_1km.geojson', [JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] })]); // biome-ignore format: a line
    expectUnits(
      await read({
        file: 'vaki2023_1km.geojson',
        square: 'grd_id',
        projection: 'EPSG:3067',
        population: 'vaesto',
      }),
      'EPSG:3067',
      [[[385_000, 6_672_000], 3]],
    );
    writePolygons('BGRI2021_1312.gpkg', 'EPSG:3763', 100, [
      [[-40_000, 164_000], { BGRI2021: '13120100101', N_INDIVIDUOS: 57 }],
    ]);
    expectUnits(await read({ file: 'BGRI2021_1312.gpkg', population: 'N_INDIVIDUOS' }), 'EPSG:3763', [
      [[-40_000, 164_000], 57],
    ]);
  });
});
