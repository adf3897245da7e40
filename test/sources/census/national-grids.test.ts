/** National censuses by the page of recipes, on made files in the offices' layouts, against GDAL. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CensusUnit } from '../../../tiles-builder/base/records.ts';
import { readCensus } from '../../../tiles-builder/sources/census/census.ts';
import { nestSquares } from '../../../tiles-builder/sources/census/nest-squares.ts';
import type { UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';
import { type CensusConfig, type Config, readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { describeWithGdal, gdal } from '../../support/files/ogr.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { projectFolder } from '../../support/processes/run-command.ts';

const page = readFileSync(join(projectFolder, 'src/web/docs/recipes.md'), 'utf8');
const folder = temporaryFolder();

const cannotUnzip = spawnSync('unzip', ['-v']).error !== undefined;
if (cannotUnzip) process.stdout.write('Skipped: the recipes of countries with archives (no unzip)\n');

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, own]) => own!);

const sectionOf = (country: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(`${country}\n`))!;

function configOf(json: string): Config {
  write('region.json', [json]);
  return readConfig(join(folder, 'region.json'));
}

const inSection = (country: string): readonly CensusConfig[] =>
  configOf(blocksOf(sectionOf(country), 'json')[0]!).census!;

function inRow(country: string): CensusConfig {
  const row = page.split('\n').find((line) => line.startsWith(`| ${country} |`))!;
  const [, json] = /`(\{.*\})` \|$/.exec(row)!;
  return configOf(`{ "name": "row", "roads": { "file": "roads.osm.pbf" }, "census": ${json} }`).census![0]!;
}

const read = (census: CensusConfig): Promise<UnitTable> => readCensus(census, () => {});

function follow(country: string, text = ''): void {
  for (const commands of blocksOf(sectionOf(country), 'sh').filter((own) => own.includes(text)))
    execFileSync('sh', ['-e'], { cwd: folder, input: commands, stdio: ['pipe', 'ignore', 'inherit'] });
}

const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

function zip(archive: string, ...files: readonly string[]): void {
  execFileSync('python3', ['-m', 'zipfile', '-c', archive, ...files], { cwd: folder });
  for (const file of files) rmSync(join(folder, file));
}

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
  test.skipIf(cannotUnzip)('the Netherlands: squares of 100 m, and the rest of those of 500 m', async () => {
    writePolygons('cbs_vk100_2024_v1.gpkg', 'EPSG:28992', 100, [
      [[85_000, 463_000], { crs28992res100m: 'E0850N4630', aantal_inwoners: 15, aantal_mannen: -99997 }],
      [[85_100, 463_000], { crs28992res100m: 'E0851N4630', aantal_inwoners: -99997, aantal_mannen: -99997 }],
      [[85_200, 463_400], { crs28992res100m: 'E0852N4634', aantal_inwoners: 10, aantal_mannen: 5 }],
    ]);
    writePolygons('cbs_vk500_2024_v1.gpkg', 'EPSG:28992', 500, [
      [[85_000, 463_000], { crs28992res500m: 'E0850N4630', aantal_inwoners: 45 }],
      [[85_500, 463_000], { crs28992res500m: 'E0855N4630', aantal_inwoners: -99997 }],
      [[86_000, 463_000], { crs28992res500m: 'E0860N4630', aantal_inwoners: 5 }],
    ]);
    zip('2025-cbs_vk100_2024_v1.zip', 'cbs_vk100_2024_v1.gpkg');
    zip('2025-cbs_vk500_2024_v1.zip', 'cbs_vk500_2024_v1.gpkg');
    follow('Netherlands');
    const [census] = inSection('Netherlands');
    const units = await read(census!);
    const { units: nested, nested_people } = nestSquares('squares.csv', units);
    expect(nested_people).toBe(25);
    expectUnits(
      [...nested].filter(({ square }) => square?.size_m === 100),
      'EPSG:28992',
      [
        [[85_000, 463_000], 15],
        [[85_200, 463_400], 10],
      ],
    );
    expect([...nested].map(({ people }) => people).sort((a, b) => a - b)).toEqual([5, 10, 15, 20]);
    expectUnits(
      [...units].filter(({ square }) => square?.size_m === 500),
      'EPSG:28992',
      [
        [[85_000, 463_000], 45],
        [[86_000, 463_000], 5],
      ],
    );
  });

  test('Germany: out of its archive', async () => {
    const coarse =
      'GITTER_ID_1km;x_mp_1km;y_mp_1km;Einwohner\nCRS3035RES1000mN2691000E4341000;4341500;2691500;15';
    write('Zensus2022_Bevoelkerungszahl_100m-Gitter.csv', CENSUS_2022);
    write('Zensus2022_Bevoelkerungszahl_1km-Gitter.csv', [coarse]);
    write('Datensatzbeschreibung.xlsx', ['']);
    const names = ['100m', '1km'].map((side) => `Zensus2022_Bevoelkerungszahl_${side}-Gitter.csv`);
    zip('Zensus2022_Bevoelkerungszahl.zip', ...names, 'Datensatzbeschreibung.xlsx');
    const [census] = inSection('Germany');
    expectUnits(await read(census!), 'EPSG:3035', [
      [[4_341_100, 2_691_700], 4],
      [[4_341_200, 2_692_400], 11],
    ]);
  });

  test('Germany: a dash for no number, in either encoding, stops the build until it is named', async () => {
    const rows = [...CENSUS_2022, 'CRS3035RES100mN2692500E4341200;4341250;2692550;–'];
    for (const encoding of ['utf8', 'latin1'] as const) {
      const text = rows.join('\r\n').replace('–', encoding === 'latin1' ? '\x96' : '–');
      const file = join(folder, `${encoding}.csv`);
      writeFileSync(file, Buffer.from(text, encoding));
      const census = { file, square: 'GITTER_ID_100m', population: 'Einwohner' };
      await expect(read(census)).rejects.toThrow(/line 4: Einwohner "–" is not a number/);
      const named = await read({ ...census, suppressed: { text: '–', people: 1 } });
      expect([...named.people].sort((a, b) => a - b)).toEqual([1, 4, 11]);
    }
  });

  test('Germany in 2011: short names, and -1 for nobody', async () => {
    const [, json] = /`("suppressed": \{[^`]*)`/.exec(sectionOf('Germany'))!;
    write('2011.csv', [
      'Gitter_ID_100m;x_mp_100m;y_mp_100m;Einwohner',
      '100mN26840E43341;4334150;2684050;-1',
      '100mN26865E43357;4335750;2686550;8',
    ]);
    const file = join(folder, '2011.csv');
    const census = { file, square: 'Gitter_ID_100m', population: 'Einwohner' };
    await expect(read(census)).rejects.toThrow(/"-1" is below 0/);
    expectUnits(await read({ ...census, ...JSON.parse(`{${json}}`) }), 'EPSG:3035', [
      [[4_334_100, 2_684_000], 0],
      [[4_335_700, 2_686_500], 8],
    ]);
  });

  test('Switzerland: 3 stands for 1 to 3', async () => {
    write('STATPOP2023.csv', [
      'E_KOORD;N_KOORD;RELI;BBTOT;BB11',
      '2600000;1200000;60001200;3;3',
      '2600100;1200000;60011200;41;30',
    ]);
    write('STATPOP2023_NOLOC.csv', ['E_KOORD;N_KOORD;RELI;BBTOT', '2600100;1200000;60011200;4']);
    zip('ag-b-00.03-vz2023statpop.zip', 'STATPOP2023.csv', 'STATPOP2023_NOLOC.csv');
    const [census] = inSection('Switzerland');
    await expect(read({ ...census!, population: 'B21BTOT' })).rejects.toThrow(
      /2023statpop\.zip\/STATPOP2023\.csv, line 1: has no column B21BTOT/,
    );
    expectUnits(await read(census!), 'EPSG:2056', [
      [[2_600_000, 1_200_000], 2],
      [[2_600_100, 1_200_000], 41],
    ]);
  });

  test.skipIf(cannotUnzip)('Great Britain: output areas joined to their people', async () => {
    const areas = [
      [[530_000, 180_000], { OA21CD: 'E00000001', LSOA21CD: 'E01000001' }],
      [[530_100, 180_000], { OA21CD: 'E00000003', LSOA21CD: 'E01000001' }],
    ] as const;
    writePolygons('Output_Areas_2021_EW_BFC_V8_-9054797207862162063.gpkg', 'EPSG:27700', 100, areas);
    write('census2021-ts001-oa.csv', [
      'date,geography,geography code,Residence type: Total; measures: Value,Residence type: Lives in a household; measures: Value,Residence type: Lives in a communal establishment; measures: Value',
      '2021,E00000003,E00000003,254,250,4',
      '2021,E00000001,E00000001,176,176,0',
    ]);
    zip('census2021-ts001.zip', 'census2021-ts001-oa.csv');
    follow('Great Britain', 'census2021');
    writePolygons('OutputArea2022_MHW.shp', 'EPSG:27700', 100, [
      [[447_000, 1_141_000], { code: 'S00135307', HHcount: 40, Popcount: 80 }],
      [[447_100, 1_141_000], { code: 'S00135308', HHcount: 42, Popcount: 99 }],
    ]);
    const parts = ['shp', 'shx', 'dbf', 'prj'].map((ending) => `OutputArea2022_MHW.${ending}`);
    zip('output-area-2022-mhw.zip', ...parts);
    const table = ['OutputArea2022,UsualResidentPopulation', 'S00135307,88', 'S00135308,99'];
    write('outputarea2022_usualresidentpopulation.csv', table);
    follow('Great Britain', 'scotland');
    const [south, north] = inSection('Great Britain');
    expectUnits(await read(south!), 'EPSG:27700', [
      [[530_000, 180_000], 176],
      [[530_100, 180_000], 254],
    ]);
    expectUnits(await read(north!), 'EPSG:27700', [
      [[447_000, 1_141_000], 88],
      [[447_100, 1_141_000], 99],
    ]);
  });

  test.skipIf(cannotUnzip)('Spain: one year, both sexes and all ages of a table by section', async () => {
    const sections = [
      [[269_000, 4_806_000], { CUSEC: '3302401001', NMUN: 'Gijón' }],
      [[269_100, 4_806_000], { CUSEC: '3302401002', NMUN: 'Gijón' }],
      [[440_000, 4_474_000], { CUSEC: '2807901001', NMUN: 'Madrid' }],
    ] as const;
    const rows = ([section, name, people]: readonly string[]): string[] => {
      const of = `33 Asturias;33024 Gijón;${section} ${name}`;
      return [
        `${of};Total;Todas las edades;2025;${people}`,
        `${of};Total;Todas las edades;2024;1`,
        `${of};Total;De 0 a 4 años;2025;2`,
        `${of};Hombres;Todas las edades;2025;3`,
      ];
    };
    const table = [
      '\ufeffProvincias;Municipios;Secciones;Sexo;Edad;Periodo;Total',
      '33 Asturias;;;Total;Todas las edades;2025;1.012.117',
      '33 Asturias;33024 Gijón;;Total;Todas las edades;2025;270.000',
      ...rows(['3302401001', 'Gijón sección 01001', '1.129']),
    ];
    const [census] = inSection('Spain');
    const asGiven = async (lines: readonly string[]): Promise<UnitTable> => {
      writePolygons('SECC_CE_20250101.shp', 'EPSG:25830', 100, sections);
      const parts = ['shp', 'shx', 'dbf', 'prj'].map((ending) => `SECC_CE_20250101.${ending}`);
      zip('seccionado_2025.zip', ...parts);
      write('69113.csv', lines);
      follow('Spain');
      return read(census!);
    };
    await expect(asGiven(table)).rejects.toThrow(/people is blank/);
    for (const name of ['SECC_CE_20250101.shp', 'joined.gpkg', 'secciones.gpkg']) rmSync(join(folder, name));
    expectUnits(
      await asGiven([...table, ...rows(['3302401002', 'Gijón sección 01002', '984'])]),
      'EPSG:25830',
      [
        [[269_000, 4_806_000], 1129],
        [[269_100, 4_806_000], 984],
      ],
    );
  });

  test('Ireland: small areas joined to their people', async () => {
    writePolygons(
      'Small_Area_National_Statistical_Boundaries_2022_Ungeneralised_view.gpkg',
      'EPSG:2157',
      100,
      [
        [
          [715_000, 734_000],
          { SA_GUID_2022: '4c07d11e-0f60-851d-e053-ca3ca8c0ca7f', SA_PUB2022: '268130008' },
        ],
      ],
    );
    write('SAPS_2022_Small_Area_UR_171024.csv', [
      '\ufeffGUID,GEOGID,GEOGDESC,T1_1AGE0M,T1_1AGETT',
      '4c07d11e-0f60-851d-e053-ca3ca8c0ca7f,268130008,268130008,2,311',
      'IE0,IE0,Ireland,1,5149139',
    ]);
    follow('Any country', 'ireland.gpkg');
    expectUnits(await read(inRow('Ireland')), 'EPSG:2157', [[[715_000, 734_000], 311]]);
  });

  test('Europe in 2011: squares that two countries list', async () => {
    write('GEOSTAT_grid_POP_1K_2011_V2_0_1.csv', [
      'GRD_ID,TOT_P,CNTR_CODE,METHD_CL,YEAR,DATA_SRC,TOT_P_CON_DT',
      '1kmN2689E4337,8,DE,A,2011,DE,',
      '1kmN2690E4337,5,DE,A,2011,DE,',
      '1kmN2689E4337,12,AT,A,2011,AT,',
    ]);
    const columns = { square: 'GRD_ID', population: 'TOT_P' };
    const given = { file: join(folder, 'GEOSTAT_grid_POP_1K_2011_V2_0_1.csv'), ...columns };
    await expect(read(given)).rejects.toThrow(/line 4: square 1kmN2689E4337 is on line 2 already/);
    follow('Any country', 'GEOSTAT_grid');
    expectUnits(await read({ file: join(folder, 'squares-2011.csv'), ...columns }), 'EPSG:3035', [
      [[4_337_000, 2_689_000], 20],
      [[4_337_000, 2_690_000], 5],
    ]);
  });

  test('northern countries and Portugal', async () => {
    writePolygons('befolkning_1km_2024.gpkg', 'EPSG:3006', 1_000, [
      [[394_000, 6_133_000], { rutid_inspire: 'SE_CRS3006RES1000mN6133000E394000', rutid_scb: '3940006133000', rutstorl: 1000, beftotalt: 7 }],
    ]); // biome-ignore format: a line
    expectUnits(await read(inRow('Sweden')), 'EPSG:3006', [[[394_000, 6_133_000], 7]]);
    write('population-1km-2023.csv', ['SSBID1000M;pop_tot;pop_ave2', '19700006740000;12;41,5']);
    expectUnits(await read(inRow('Norway')), 'EPSG:25833', [[[-30_000, 6_740_000], 12]]);
    const properties = { id_nro: 1, grd_id: '1kmN6672E0385', vaesto: 3, miehet: -1, ika_0_14: -1 };
    const geometry = { type: 'Polygon', coordinates: [] };
    write('vaki2023_1km.geojson', [JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] })]); // biome-ignore format: a line
    expectUnits(await read(inRow('Finland')), 'EPSG:3067', [[[385_000, 6_672_000], 3]]);
    writePolygons('BGRI2021_1312.gpkg', 'EPSG:3763', 100, [
      [[-40_000, 164_000], { BGRI2021: '13120100101', N_INDIVIDUOS: 57 }],
    ]);
    expectUnits(await read(inRow('Portugal')), 'EPSG:3763', [[[-40_000, 164_000], 57]]);
  });
});

test('every source of a recipe tells its year and whom to credit', () => {
  const configs = blocksOf(page, 'json').map((json) => JSON.parse(json));
  const rows = [...page.matchAll(/^\| (?:Sweden|Norway|Finland|Ireland|Portugal) \|.*`(\{.*\})` \|$/gm)];
  const sources = configs.flatMap(({ roads, buildings, census, workplaces = [], schools = [] }) =>
    [roads, buildings, census, workplaces, schools].flat(),
  );
  expect(sources.length).toBeGreaterThan(25);
  for (const source of [...sources, ...rows.map(([, json]) => JSON.parse(json!))])
    expect(source, JSON.stringify(source)).toMatchObject({
      vintage: expect.anything(),
      attribution: expect.any(String),
    });
});
