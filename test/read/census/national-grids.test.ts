/** National censuses by the page on sources, against GDAL. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CensusConfig } from '../../../tiles-builder/config/config.ts';
import { readCensus } from '../../../tiles-builder/read/census/census.ts';
import type { UnitTable } from '../../../tiles-builder/read/census/unit-table.ts';
import { describeWithGdal, gdal } from '../../support/files/ogr.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { projectFolder } from '../../support/processes/run-command.ts';

const page = readFileSync(join(projectFolder, 'src/web/docs/recipes.md'), 'utf8');
const folder = temporaryFolder();

function configured(country: string): CensusConfig {
  const row = page.split('\n').find((line) => line.startsWith(`| ${country} |`))!;
  const [, json] = /`(\{.*\})` \|$/.exec(row)!;
  const census = JSON.parse(json!) as CensusConfig;
  return { ...census, file: join(folder, census.file) };
}

const read = (country: string): Promise<UnitTable> => readCensus(configured(country), () => {});

function follow(text: string): void {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, own]) => own!);
  const [found] = blocks.filter((own) => own.includes(text));
  execFileSync('sh', ['-e'], { cwd: folder, input: found, stdio: ['pipe', 'ignore', 'inherit'] });
}

function degreesOf(projection: string, x: number, y: number): number[] {
  const line = gdal(
    'gdaltransform',
    ['-s_srs', projection, '-t_srs', 'OGC:CRS84', '-output_xy'],
    `${x} ${y}\n`,
  );
  return line.trim().split(' ').map(Number);
}

/** @param corners south-west, in metres */
function expectCorners(
  units: UnitTable,
  projection: string,
  corners: readonly (readonly [number, number])[],
): void {
  const found = [...units].map(({ outline }) => outline[0]![0]![0]!);
  for (const [east_m, north_m] of corners) {
    const [lon, lat] = degreesOf(projection, east_m, north_m);
    const nearest_m = Math.min(
      ...found.map(([x, y]) => Math.hypot((x - lon!) * Math.cos((lat! * Math.PI) / 180), y - lat!) * 111_195),
    );
    expect(nearest_m).toBeLessThan(5);
  }
}

const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

function writePolygons(
  name: string,
  projection: string,
  [east_m, north_m]: readonly [number, number],
  attributes: readonly Record<string, string | number>[],
): void {
  const features = attributes.map((properties, i) => {
    const [west, east, south, north] = [east_m + 100 * i, east_m + 100 * (i + 1), north_m, north_m + 100];
    const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a line
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  write('drawn.geojson', [JSON.stringify({ type: 'FeatureCollection', features })]);
  gdal('ogr2ogr', ['-a_srs', projection, join(folder, name), join(folder, 'drawn.geojson')]);
}

interface Recipe {
  readonly country: string;
  readonly polygons: string;
  readonly projection: string;
  /** South-west, in metres. */
  readonly corner: readonly [number, number];
  readonly attributes: readonly Record<string, string>[];
  readonly table: string;
  readonly lines: readonly string[];
  readonly people: readonly number[];
}

describeWithGdal('the census of', () => {
  test('the Netherlands', async () => {
    writePolygons('cbs_vk100_2023.gpkg', 'EPSG:28992', [155_000, 463_000], [
      { crs28992res100m: 'E1550N4630', aantal_inwoners: 15, aantal_mannen: -99997 },
      { crs28992res100m: 'E1551N4630', aantal_inwoners: -99997, aantal_mannen: -99997 },
      { crs28992res100m: 'E1552N4630', aantal_inwoners: -99995, aantal_mannen: -99995 },
    ]); // biome-ignore format: a table
    const units = await read('Netherlands');
    expect([...units.people]).toEqual([15, 2, 0]);
    expectCorners(units, 'EPSG:28992', [[155_000, 463_000], [155_100, 463_000], [155_200, 463_000]]); // biome-ignore format: a line
  });

  test('Germany', async () => {
    write('Zensus2022_Bevoelkerungszahl_100m-Gitter.csv', [
      'GITTER_ID_100m;x_mp_100m;y_mp_100m;Einwohner',
      'CRS3035RES100mN2691700E4341100;4341150;2691750;4',
      'CRS3035RES100mN2692400E4341200;4341250;2692450;11',
    ]);
    const units = await read('Germany');
    expect([...units.people]).toEqual([4, 11]);
    expectCorners(units, 'EPSG:3035', [[4_341_100, 2_691_700], [4_341_200, 2_692_400]]); // biome-ignore format: a line
  });

  test('Switzerland', async () => {
    write('STATPOP2023.csv', [
      'RELI;E_KOORD;N_KOORD;BBTOT;BB11',
      '60001200;2600000;1200000;3;3',
      '60011200;2600100;1200000;41;30',
    ]);
    const units = await read('Switzerland');
    expect([...units.people]).toEqual([3, 41]);
    expectCorners(units, 'EPSG:2056', [[2_600_000, 1_200_000], [2_600_100, 1_200_000]]); // biome-ignore format: a line
  });

  test.each<Recipe>([
    {
      country: 'Great Britain',
      polygons: 'Output_Areas_2021_EW_BGC_V2.gpkg',
      projection: 'EPSG:27700',
      corner: [530_000, 180_000],
      attributes: [{ OA21CD: 'E00000001' }, { OA21CD: 'E00000003' }],
      table: 'census2021-ts001-oa.csv',
      lines: [
        'date,geography,geography code,Residence type: Total; measures: Value,Residence type: Lives in a household; measures: Value',
        '2021,E00000003,E00000003,254,254',
        '2021,E00000001,E00000001,176,170',
      ],
      people: [176, 254],
    },
    {
      country: 'Spain',
      polygons: 'SECC_CE_20240101.shp',
      projection: 'EPSG:25830',
      corner: [440_000, 4_474_000],
      attributes: [{ CUSEC: '2807901001' }, { CUSEC: '2807901002' }],
      table: 'poblacion-secciones.csv',
      lines: [
        'Secciones;Sexo;Total',
        '2807901001;Total;1.129',
        '2807901001;Hombres;555',
        '2807901002;Total;984',
      ],
      people: [984, 1129],
    },
  ])('$country, polygons and a table', async (recipe) => {
    const { country, polygons, projection, corner, attributes, table, lines, people } = recipe;
    writePolygons(polygons, projection, corner, attributes);
    write(table, lines);
    follow(polygons);
    const units = await read(country);
    expect([...units.people].sort((a, b) => a - b)).toEqual(people);
    expectCorners(units, projection, [corner, [corner[0] + 100, corner[1]]]);
  });
});
