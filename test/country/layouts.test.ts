/**
 * Each source of the catalogue, from made files to units, sites and footprints, against GDAL. Their layouts are those of the pages
 * that the catalogue names in `read_in`; no file of a publisher was read.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Polygon } from 'geojson';
import { beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import {
  type Download,
  readCatalogue,
  type SquareCensus,
  sourcesOf,
  type UnitCensus,
} from '../../tiles-builder/country/catalogue.ts';
import { fileNameOf } from '../../tiles-builder/country/fetch-sources.ts';
import { listFootprintTiles, prepareFootprints } from '../../tiles-builder/country/footprints.ts';
import { type Country, filesOf, findCountry, sourceOf } from '../../tiles-builder/country/plan.ts';
import { prepareSquares } from '../../tiles-builder/country/prepare-squares.ts';
import { prepareUnits } from '../../tiles-builder/country/prepare-units.ts';
import { prepareSites, sitesFileOf } from '../../tiles-builder/country/sites.ts';
import { writeCountryConfig } from '../../tiles-builder/country/write-config.ts';
import { type ListedSite, readRegister } from '../../tiles-builder/daytime/registers/read-register.ts';
import { squareAround } from '../../tiles-builder/simulate/local-plane.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { bandsOf } from '../../tiles-builder/sources/config/bands.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { temporaryFolder, temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { writeZip } from '../support/files/write-zip.ts';
import { filosofi2015, schoolsOfFrance, writeSirene } from '../support/servers/publish-france.ts';

type Unit = readonly [east_m: number, north_m: number, people: number, at_home?: number];

interface Layout {
  readonly country: string;
  /** Content by name of the downloaded file. */
  readonly files: Readonly<Record<string, () => Uint8Array>>;
  readonly projection: string;
  /** In a box that leaves out some of the file. */
  readonly units: readonly Unit[];
  readonly only?: string;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

const zipOf = (members: Readonly<Record<string, readonly string[] | Uint8Array>>): Uint8Array =>
  writeZip(
    Object.fromEntries(
      Object.entries(members).map(([name, content]) => [
        name,
        content instanceof Uint8Array ? content : `${content.join('\r\n')}\r\n`,
      ]),
    ),
  );

const root = temporaryFolder();

/**
 * @param size in the CRS's unit, as corners
 * @param rows corner, and properties
 * @returns files by name
 */
function drawn(
  name: string,
  crs: string,
  size: number,
  rows: readonly (readonly [number, number, object])[],
): Record<string, Uint8Array> {
  const features = rows.map(([x, y, properties]) => {
    const ring = [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]; // biome-ignore format: a line
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const folder = mkdtempSync(join(root, 'drawn-'));
  writeFileSync(join(folder, 'drawn.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  gdal('ogr2ogr', ['-a_srs', crs, join(folder, name), join(folder, 'drawn.geojson')]);
  rmSync(join(folder, 'drawn.geojson'));
  return Object.fromEntries(readdirSync(folder).map((each) => [each, readFileSync(join(folder, each))]));
}

/** Made by bsdtar, packed by LZMA, of a CSV file with the columns that INSEE documents. */
const FILOSOFI_2019_7Z =
  'N3q8ryccAAOQfN3crAAAAAAAAACEAAAAAAAAALINqpwANJkIkHASPbQnC+9+Ycenk9lJ/CU+YkdBYqxne2SohFnG7zMfhptX/899Q6zGDHayCvkrrAwzvDB1Z3GrqiUMCYan4ek5Y1BNlcD9He07xcmb5LC9krzxbDp1Ltl6mGkPZaRVBsUjdwzWhIENlo4L9Bi+U54yFEiVMp03+il6d0u/u2xgf6lfIB1t4M5pchtE1Elk0se/RvZh/f7ue4PZw80WhVq4//9KoeAAAQQGAAEJgKwABwsBAAEjAwEBBV0AAIAADIGmAAgKAYYVYBYAAAUBES0AYwBhAHIAcgBlAGEAdQB4AF8AMgAwADAAbQBfAG0AZQB0AC4AYwBzAHYAAAAUCgEAIsf8uUB/3QESCgEAIsf8uUB/3QETCgEA4ir8uUB/3QEVBgEAIICkgQAA';
const LAYOUTS: Readonly<Record<string, Layout>> = {
  'cbs-2024': {
    country: 'Netherlands',
    files: {
      '2025-cbs_vk100_2024_v1.zip': () =>
        zipOf(
          drawn('cbs_vk100_2024_v1.gpkg', 'EPSG:28992', 100, [
            [85_000, 463_000, { crs28992res100m: 'E0850N4630', aantal_inwoners: 15, aantal_mannen: -99997 }],
            [85_100, 463_000, { crs28992res100m: 'E0851N4630', aantal_inwoners: -99997 }],
            [285_100, 463_000, { crs28992res100m: 'E2851N4630', aantal_inwoners: 70 }],
          ]),
        ),
      '2025-cbs_vk500_2024_v1.zip': () =>
        zipOf(
          drawn('cbs_vk500_2024_v1.gpkg', 'EPSG:28992', 500, [
            [85_000, 463_000, { crs28992res500m: 'E0850N4630', aantal_inwoners: 45 }],
            [85_500, 463_000, { crs28992res500m: 'E0855N4630', aantal_inwoners: -99997 }],
          ]),
        ),
    },
    projection: 'EPSG:28992',
    units: [
      [85_000, 463_000, 15],
      [85_000, 463_000, 45],
    ],
    box: [4.3, 52, 4.7, 52.3],
  },
  'zensus-2022': {
    country: 'Germany',
    files: {
      'Zensus2022_Bevoelkerungszahl.zip': () =>
        zipOf({
          'Zensus2022_Bevoelkerungszahl_10km-Gitter.csv': ['GITTER_ID_10km;x_mp_10km;y_mp_10km;Einwohner'],
          'Zensus2022_Bevoelkerungszahl_100m-Gitter.csv': [
            'GITTER_ID_100m;x_mp_100m;y_mp_100m;Einwohner',
            'CRS3035RES100mN2691700E4341100;4341150;2691750;4',
            'CRS3035RES100mN2692400E4341200;4341250;2692450;11',
            'CRS3035RES100mN3392400E4341200;4341250;3392450;9',
          ],
        }),
    },
    projection: 'EPSG:3035',
    units: [
      [4_341_100, 2_691_700, 4],
      [4_341_200, 2_692_400, 11],
    ],
    box: [10, 47, 10.6, 47.6],
  },
  'statpop-2023': {
    country: 'Switzerland',
    files: {
      'ag-b-00.03-vz2023statpop.zip': () =>
        zipOf({
          'ag-b-00.03-vz2023statpop/STATPOP2023_NOLOC.csv': [
            'RELI;E_KOORD;N_KOORD;BBTOT',
            '60011200;2600100;1200000;4',
          ],
          'ag-b-00.03-vz2023statpop/STATPOP2023.csv': [
            'STATYEAR;STATPOP;RELI;E_KOORD;N_KOORD;BBTOT;BB11',
            '2023;1;60001200;2600000;1200000;3;3',
            '2023;1;60011200;2600100;1200000;41;30',
            '2023;1;72001100;2720000;1110000;41;30',
          ],
        }),
    },
    projection: 'EPSG:2056',
    units: [
      [2_600_000, 1_200_000, 2],
      [2_600_100, 1_200_000, 41],
    ],
    box: [7.2, 46.8, 7.6, 47.1],
  },
  'filosofi-2019': {
    country: 'France',
    files: {
      'Filosofi2019_carreaux_200m_csv.zip': () =>
        zipOf({ 'Filosofi2019_carreaux_200m_csv.7z': Buffer.from(FILOSOFI_2019_7Z, 'base64') }),
    },
    projection: 'EPSG:3035',
    units: [
      [3_763_200, 2_893_400, 2818.5, 0.39],
      [3_762_200, 2_890_000, 12, 0.39],
    ],
    box: [2, 48.5, 2.6, 49],
  },
  'filosofi-2015': {
    country: 'France',
    files: {
      'Filosofi2015_carreaux_200m_csv.zip': () =>
        filosofi2015([{ id: 'CRS3035RES200mN2893400E3763200', people: 2818.5 }]),
    },
    projection: 'EPSG:3035',
    units: [[3_763_200, 2_893_400, 2818.5, 0.39]],
    box: [2, 48.5, 2.6, 49],
  },
  'eurostat-2021': {
    country: 'Liechtenstein',
    files: {
      'Eurostat_Census-GRID_2021_V3.zip': () =>
        zipOf({
          'Eurostat_Census-GRID_2021_V3/ESTAT_Census_2021_V3.csv': [
            'GRD_ID,T,M,F,Y_LT15,Y_1564,Y_GE65,EMP,NAT,EU_OTH,OTH,SAME,CHG_IN,CHG_OUT,LAND_SURFACE,POPULATED,CNTR_ID',
            'CRS3035RES1000mN2684000E4285000,25,14,12,6,18,3,2,22,0,1,23,0,0,0.903667,1,AT-CH-LI',
            'CRS3035RES1000mN2683000E4286000,116,63,53,-8888,79,18,54,96,9,11,106,7,0,0.9899,1,AT-LI',
            'CRS3035RES1000mN2683000E4285000,-8888,-8888,-8888,0,0,0,0,0,0,0,0,0,0,0.9,1,AT-CH-LI',
            'CRS3035RES1000mN1683000E4285000,7,3,4,1,5,1,2,6,1,0,7,0,0,1,1,IT',
            'FR_unallocated,1234,600,634,200,800,234,500,1000,100,134,1200,20,14,,,FR',
          ],
        }),
    },
    projection: 'EPSG:3035',
    units: [
      [4_285_000, 2_684_000, 25, 0.68],
      [4_286_000, 2_683_000, 116, 0.4],
      [4_285_000, 2_683_000, 2, 0.4],
    ],
    box: [9.47, 47.04, 9.64, 47.28],
  },
  'bgri-2021': {
    country: 'Portugal',
    files: {
      'BGRI21_CONT.zip': () =>
        zipOf(
          drawn('BGRI21_CONT.gpkg', 'EPSG:3763', 100, [
            [-88_000, -105_000, { SUBSECCAO: '11065500101', N_INDIVIDUOS: 212, N_NUCLEOS_FAMILIARES: 60 }],
            [-87_900, -105_000, { SUBSECCAO: '11065500102', N_INDIVIDUOS: 0, N_NUCLEOS_FAMILIARES: 0 }],
            [-40_000, 165_000, { SUBSECCAO: '13125500101', N_INDIVIDUOS: 99, N_NUCLEOS_FAMILIARES: 30 }],
          ]),
        ),
    },
    projection: 'EPSG:3763',
    units: [
      [-88_000, -105_000, 212],
      [-87_900, -105_000, 0],
    ],
    box: [-9.3, 38.6, -9, 38.9],
  },
  'secciones-2021': {
    country: 'Spain',
    files: {
      'Cartografia_secc.zip': () =>
        zipOf(
          drawn('SECC_CE_20210101.shp', 'EPSG:25830', 300, [
            [440_000, 4_474_000, { CUSEC: '2807901001', CUMUN: '28079', NMUN: 'Madrid' }],
            [440_300, 4_474_000, { CUSEC: '2807901002', CUMUN: '28079', NMUN: 'Madrid' }],
            [930_000, 4_595_000, { CUSEC: '0801901001', CUMUN: '08019', NMUN: 'Barcelona' }],
          ]),
        ),
      'C2021_Indicadores.csv': () =>
        Buffer.from(
          'ccaa,cpro,cmun,dist,secc,t1_1,t2_1\n13,28,079,01,001,1344,0.52\n13,28,079,01,002,987,0.5\n9,8,019,01,001,1500,0.5\n',
        ),
    },
    projection: 'EPSG:25830',
    units: [
      [440_000, 4_474_000, 1344],
      [440_300, 4_474_000, 987],
    ],
    box: [-3.8, 40.3, -3.6, 40.5],
  },
  'blocks-2020': {
    country: 'United States',
    only: 'District of Columbia',
    files: {
      'tl_2022_11_tabblock20.zip': () =>
        zipOf(
          drawn('tl_2022_11_tabblock20.shp', 'EPSG:4269', 0.001, [
            [-77.03, 38.9, { STATEFP20: '11', GEOID20: '110010001011000', HOUSING20: 40, POP20: 83 }],
            [-77.029, 38.9, { STATEFP20: '11', GEOID20: '110010001011001', HOUSING20: 0, POP20: 0 }],
            [-75.03, 38.9, { STATEFP20: '11', GEOID20: '110010001011002', HOUSING20: 4, POP20: 8 }],
          ]),
        ),
    },
    projection: 'EPSG:4269',
    units: [
      [-77.03, 38.9, 83],
      [-77.029, 38.9, 0],
    ],
    box: [-77.1, 38.8, -77, 39],
  },
};

const catalogue = readCatalogue();
const chosen = (name: string, census: string | null, only: string | null = null): Country =>
  findCountry(name, catalogue, { only, census });

const filesAt = (folder: string) => ({
  extract: join(folder, 'roads.osm.pbf'),
  extractDate: 'Thu, 26 Nov 2026 21:21:00 GMT',
  polygon: join(folder, 'extract.geojson'),
  census: join(folder, 'squares.csv'),
  footprints: null,
  border: null,
  workplaces: null,
  schools: null,
});

const optionsAt = (folder: string, box: Layout['box'], out = 'out') => {
  const [west, south, east, north] = box;
  return { box: { west, south, east, north }, scratch: folder, out: join(folder, out), progress: () => {} };
};

const fileIn =
  (folder: string, source: Parameters<typeof sourceOf>[0], { codes }: Country) =>
  (file: Download): string =>
    join(folder, fileNameOf(sourceOf(source, file, codes)));

/** Of the units' corners, by GDAL. */
const placesOf = ({ projection, units }: Layout): Position[] =>
  gdal(
    'gdaltransform',
    ['-s_srs', projection, '-t_srs', 'OGC:CRS84', '-output_xy'],
    units.map(([east, north]) => `${east} ${north}`).join('\n'),
  )
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [number, number]);

const distance_m = ([x, y]: Position, [lon, lat]: Position): number =>
  Math.hypot((x - lon) * Math.cos((lat * Math.PI) / 180), y - lat) * 111_195;

test('every census but rasters has its layout here', () => {
  const ids = catalogue.flatMap(({ census }) =>
    census.filter(({ kind }) => kind !== 'raster').map(({ id }) => id),
  );
  expect(ids.sort()).toEqual(Object.keys(LAYOUTS).sort());
});

test('a page of the publisher is named for each source', () => {
  const siteOf = (address: string): string => new URL(address).hostname.split('.').slice(-2).join('.');
  for (const { source } of catalogue.flatMap(sourcesOf)) {
    const sites = source.read_in.map(siteOf);
    for (const { address } of filesOf(source)) expect(sites, source.id).toContain(siteOf(address));
  }
});

describeWithGdal('the census', () => {
  test.each(Object.entries(LAYOUTS))('%s becomes its units, where they lie', async (id, layout) => {
    const folder = temporaryFolderOfTest();
    const country = chosen(layout.country, id, layout.only);
    const { census } = country;
    const files = filesOf(census).map(fileIn(folder, census, country));
    expect(files.map((file) => basename(file))).toEqual(Object.keys(layout.files));
    for (const [name, content] of Object.entries(layout.files)) writeFileSync(join(folder, name), content());
    const isSquares = census.kind === 'squares';
    const options = optionsAt(folder, layout.box, isSquares ? 'squares.csv' : 'units.geojsonl');
    const written = await (isSquares
      ? prepareSquares(census, fileIn(folder, census, country), options)
      : prepareUnits(census as UnitCensus, fileIn(folder, census, country), options));
    expect(written).toBe(layout.units.length);
    writeCountryConfig(country, { ...filesAt(folder), census: options.out }, folder);
    const [config] = readConfig(join(folder, 'region.json')).census!;
    expect(config).toMatchObject({ attribution: census.attribution, vintage: String(census.vintage) });
    const units = [...(await readCensus(config!, () => {}))];
    expect(units).toHaveLength(layout.units.length);
    for (const [i, place] of placesOf(layout).entries()) {
      const [, , people, share] = layout.units[i]!;
      const near = units.filter(({ outline }) =>
        outline[0]![0]!.some((corner) => distance_m(corner, place) < 5),
      );
      expect(near.map((unit) => unit.people)).toContain(people);
      if (share === undefined) continue;
      const rows = readFileSync(options.out, 'utf8').split('\n');
      const { at_home } = config!;
      expect(typeof at_home === 'number' ? at_home : Number(rows[i + 1]!.split(',')[2])).toBe(share);
    }
  });

  test('a unit that the table lacks is named, and none counts twice or is drawn twice', async () => {
    const folder = temporaryFolderOfTest();
    const census = chosen('Spain', 'secciones-2021').census as UnitCensus;
    const zip = zipOf(
      drawn('SECC_CE_20210101.shp', 'EPSG:25830', 300, [
        [440_000, 4_474_000, { CUSEC: '2807901001' }],
        [440_300, 4_474_000, { CUSEC: '2807901002' }],
        [440_900, 4_474_000, { CUSEC: '2807901001' }],
      ]),
    );
    writeFileSync(join(folder, 'Cartografia_secc.zip'), zip);
    const table = join(folder, 'C2021_Indicadores.csv');
    const options = optionsAt(folder, [-3.8, 40.3, -3.6, 40.5]);
    const prepare = (layout = census) =>
      prepareUnits(layout, (file) => join(folder, fileNameOf(file)), options);
    writeFileSync(table, 'cpro,cmun,dist,secc,t1_1\n28,79,1,1,1344\n');
    await expect(prepare()).rejects.toThrow(/2807901002.*has no row in the table/);
    writeFileSync(table, 'cpro,cmun,dist,secc,t1_1\n28,79,1,1,1344\n28,079,01,001,7\n');
    await expect(prepare()).rejects.toThrow(/lists the unit 2807901001 again/);
    writeFileSync(table, 'cpro,cmun,dist,secc,t1_1\n28,79,1,1,1344\n28,79,1,2,7\n');
    await expect(prepare()).rejects.toThrow(/draws the unit 2807901001 again/);
    const peopleAlone = { ...census, table: { ...census.table!, lists_people_alone: true } };
    await expect(prepare(peopleAlone)).rejects.toThrow(/draws the unit 2807901001 again/);
  });
});

test('a census whose layout has changed names the column that is missing', async () => {
  const census = chosen('Germany', 'zensus-2022').census as SquareCensus;
  const file = join(root, 'changed.zip');
  writeFileSync(
    file,
    zipOf({ 'Zensus2022_Bevoelkerungszahl_100m-Gitter.csv': ['Gitter_ID;Insgesamt', 'x;1'] }),
  );
  const options = optionsAt(root, [10, 47, 11, 48]);
  await expect(prepareSquares(census, () => file, options)).rejects.toThrow(
    /changed\.zip\/Zensus2022_Bevoelkerungszahl_100m-Gitter\.csv: has no column GITTER_ID_100m; it has Gitter_ID, Insgesamt/,
  );
});

test.each([
  ['a member that leads out of the folder', writeZip({ '../../evil.csv': 'x' }), /invalid relative path/],
  [
    'a member that is larger than it says',
    writeZip({ 'Zensus2022_Bevoelkerungszahl_100m-Gitter.csv': new Uint8Array(10_000_000) }, 1_000),
    /Gitter\.csv is damaged/,
  ],
  [
    'another archive',
    writeZip({ 'other.csv': 'x' }),
    /has no member Zensus2022_Bevoelkerungszahl_100m-Gitter\.csv; it has other\.csv/,
  ],
])('an archive with %s is refused', async (name, bytes, message) => {
  const census = chosen('Germany', 'zensus-2022').census as SquareCensus;
  const file = join(root, `${basename(name).replaceAll(' ', '-')}.zip`);
  writeFileSync(file, bytes);
  const options = optionsAt(root, [10, 47, 11, 48]);
  await expect(prepareSquares(census, () => file, options)).rejects.toThrow(message);
});

test('a raster of WorldPop covers the country, or its cells where the border is not whole', () => {
  const folder = temporaryFolderOfTest();
  const country = chosen('Andorra', null);
  const files = { ...filesAt(folder), census: join(folder, 'and.tif') };
  writeCountryConfig(country, { ...files, border: join(folder, 'border.geojson') }, folder);
  expect(JSON.parse(readFileSync(join(folder, 'region.json'), 'utf8'))).toMatchObject({
    ...{ name: 'andorra', timezone: 'Europe/Andorra' },
    roads: {
      coverage: 'extract.geojson',
      vintage: '2026-11-26',
      attribution: '© OpenStreetMap contributors, ODbL',
    },
    census: { file: 'and.tif', coverage: 'border.geojson', vintage: 2025 },
  });
  writeCountryConfig(country, files, folder);
  expect(readConfig(join(folder, 'region.json')).census![0]).toMatchObject({ nodata: 'unknown' });
});

test('Sirene and the list of schools become sites with their people, in the box and with staff', async () => {
  const folder = temporaryFolderOfTest();
  const country = chosen('France', null);
  const [stock, places] = country.workplaces!.files.map(fileIn(folder, country.workplaces!, country));
  const box = [2, 44, 3, 45] as const;
  const sites = Array.from({ length: 500 }, (_, i) => ({
    siret: String(10_000_000_000_000 + i),
    band: ['NN', '00', '01', '11', '31'][i % 5]!,
    state: i % 7 === 0 ? 'F' : 'A',
    place: i % 11 === 0 ? null : ([i % 3 === 0 ? 5 : 2.5, 44.3] as const),
  }));
  writeSirene(sites, stock!, places!);
  const { out } = optionsAt(folder, box, 'workplaces.csv');
  await prepareSites(
    country.workplaces!,
    fileIn(folder, country.workplaces!, country),
    optionsAt(folder, box, 'workplaces.csv'),
  );
  const expected = sites
    .filter(({ band, state, place }) => state === 'A' && !['NN', '00'].includes(band) && place?.[0] === 2.5)
    .map(({ siret, band }) => `"${siret}","${band}",2.5,44.3`);
  expect(expected.length).toBeGreaterThan(100);
  expect(readFileSync(out, 'utf8').trim().split('\n').slice(1)).toEqual(expected);

  const list = join(folder, 'fr-en-annuaire-education.csv');
  writeFileSync(
    list,
    schoolsOfFrance([
      { id: '0120001A', name: '"École; des Prés"', place: [2.5, 44.3], pupils: 140 },
      { id: '0120002B', name: 'Collège', place: [2.5, 44.31], pupils: null },
      { id: '0130001C', name: 'Ailleurs', place: [5.4, 43.3], pupils: 90 },
      { id: '9990001D', name: 'Sans lieu', place: null, pupils: 12 },
    ]),
  );
  const schools = join(folder, 'schools.csv');
  await prepareSites(
    country.schools!,
    fileIn(folder, country.schools!, country),
    optionsAt(folder, box, 'schools.csv'),
  );
  expect(readFileSync(schools, 'utf8').replaceAll('"', '').trim().split('\n')).toEqual([
    'id;pupils;lon;lat',
    '0120001A;140;2.5;44.3',
    '0120002B;;2.5;44.31',
  ]);

  writeCountryConfig(country, { ...filesAt(folder), workplaces: out, schools }, folder);
  const config = readConfig(join(folder, 'region.json'));
  const leastOf = bandsOf('sirene');
  const read = { staff: 0, pupils: 0, places: 0 };
  for (const [role, [register]] of Object.entries({
    workplaces: config.workplaces!,
    schools: config.schools!,
  })) {
    const isSchool = role === 'schools';
    const names = Object.keys(leastOf);
    const take = ({ people, band, place }: ListedSite): void => {
      read.places += Number(JSON.stringify(place) === '[2.5,44.3]');
      if (isSchool) read.pupils += people;
      else read.staff += leastOf[names[band!]!]![0];
    };
    await readRegister(register!, { isSchool, firstBand: 0 }, folder, take, () => {});
  }
  const least = { '01': 1, '11': 10, '31': 200 } as Record<string, number>;
  const staff = expected.reduce((sum, row) => sum + least[row.split('"')[3]!]!, 0);
  expect(read).toEqual({ staff, pupils: 140, places: expected.length + 1 });
});

describeWithGdal('the United States', () => {
  const folder = temporaryFolder();
  const state = chosen('usa', null, 'Colorado');
  const prepare = async (role: 'workplaces' | 'schools'): Promise<string> => {
    const register = state[role]!;
    const options = optionsAt(folder, [-105.1, 39.6, -104.9, 39.8], sitesFileOf(role, register));
    await prepareSites(register, fileIn(folder, register, state), options);
    return options.out;
  };
  const wac = (...rows: string[]): void =>
    writeFileSync(
      join(folder, 'co_wac_S000_JT01_2021.csv.gz'),
      gzipSync(['w_geocode,C000,CA01,createdate', ...rows, ''].join('\n')),
    );
  /** Ids of Colorado begin with 0, which numbers lose. */
  const ROWS = ['80310001001000,120,20,20231016', '080310001001003,7,1,20231016'];
  const page = (offset: number, schools: readonly (readonly [string, number, number])[], extra = {}): void =>
    writeFileSync(
      join(folder, `schools-co-${offset}.json`),
      JSON.stringify({
        ...{ displayFieldName: 'SCH_NAME', ...extra },
        features: schools.map(([NCESSCH, TOTAL, LONCOD]) => ({
          attributes: { NCESSCH, TOTAL, LATCOD: 39.7, LONCOD },
        })),
      }),
    );
  const offsets = Array.from({ length: 7 }, (_, i) => 2_000 * i);

  beforeAll(() => {
    const zip = zipOf(
      drawn('tl_2022_08_tabblock20.shp', 'EPSG:4269', 0.001, [
        [-105, 39.7, { GEOID20: '080310001001000', POP20: 83 }],
        [-104.999, 39.7, { GEOID20: '080310001001001', POP20: 40 }],
        [-102.5, 39.7, { GEOID20: '080310001001003', POP20: 8 }],
      ]),
    );
    writeFileSync(join(folder, 'tl_2022_08_tabblock20.zip'), zip);
    wac(...ROWS);
    for (const offset of offsets) page(offset, []);
    page(0, [['080336001', 410, -105], ['080336002', -1, -105.01]], { exceededTransferLimit: true }); // biome-ignore format: a line
    page(2_000, [['080336003', 90, -104.95], ['080336004', 55, -102.5]]); // biome-ignore format: a line
  });

  test('blocks of LODES and pages of schools become sites in the box', async () => {
    writeCountryConfig(state, { ...filesAt(folder), workplaces: await prepare('workplaces'), schools: await prepare('schools') }, folder); // biome-ignore format: a line
    const config = readConfig(join(folder, 'region.json'));
    const read = async (role: 'workplaces' | 'schools'): Promise<ListedSite[]> => {
      const sites: ListedSite[] = [];
      const take = (site: ListedSite): void => void sites.push(site);
      await readRegister(
        config[role]![0]!,
        { isSchool: role === 'schools', firstBand: 0 },
        folder,
        take,
        () => {},
      );
      return sites;
    };
    const workplaces = await read('workplaces');
    expect(workplaces.map(({ people, present }) => [people, present])).toEqual([[120, 0.82]]);
    const corners = (workplaces[0]!.place as Position[][][]).flat(2);
    expect(corners.some((corner) => distance_m(corner, [-105, 39.7]) < 3)).toBe(true);
    expect((await read('schools')).map(({ name, people, place }) => [name, people, place])).toEqual([
      ['080336001', 410, [-105, 39.7]],
      ['080336003', 90, [-104.95, 39.7]],
    ]);
  });

  test('a row without a block and a last page that is not the last stop the build', async () => {
    wac(...ROWS, '80310001001009,5,1,20231016');
    await expect(prepare('workplaces')).rejects.toThrow(/080310001001009: has no polygon/);
    page(12_000, [], { exceededTransferLimit: true });
    await expect(prepare('schools')).rejects.toThrow(/A page is missing/);
    writeFileSync(join(folder, 'schools-co-12000.json'), '{"error":{"code":400}}');
    await expect(prepare('schools')).rejects.toThrow(/A page has no features/);
  });

  test('a state without a file of workplaces has no registers', () => {
    expect(chosen('usa', null, 'Alaska')).toMatchObject({ workplaces: undefined, schools: undefined });
    expect(() => chosen('usa', 'blocks-2020')).toThrow(/has no census/);
  });
});

/** Quadkeys of Valletta and New York were computed from https://learn.microsoft.com/bingmaps/articles/bing-maps-tile-system. */
test('footprints are those of the tiles and of the extract', async () => {
  const folder = temporaryFolderOfTest();
  const country = findCountry('Malta', catalogue, { only: null, census: null, footprints: true });
  const linksFile = join(folder, 'dataset-links.csv');
  const links = ['Malta,122012102', 'Italy,122012102', 'Italy,122012103', 'UnitedStates,32010110'].map(
    (row, i) => `${row},https://buildings.example/part-0000${i}.csv.gz,1.5MB,2025-01-01`,
  );
  writeFileSync(linksFile, ['Location,QuadKey,Url,Size,UploadDate', ...links, ''].join('\n'));
  const around = ([lon, lat]: Position): Polygon => ({
    type: 'Polygon',
    coordinates: [squareAround([lon, lat], 500) as [number, number][]],
  });
  const namesAt = async (place: Position) =>
    (await listFootprintTiles(country.footprints!, linksFile, around(place))).map(({ name }) => name!);
  const valletta: Position = [14.5136, 35.899];
  const names = await namesAt(valletta);
  expect(names).toEqual(['122012102-malta.geojsonl.gz', '122012102-italy.geojsonl.gz']);
  expect(await namesAt([-74.006, 40.7128])).toEqual(['032010110-unitedstates.geojsonl.gz']);
  await expect(namesAt([0, 0])).rejects.toThrow('has no footprints here');
  const rowAt = (place: Position): string =>
    JSON.stringify({ type: 'Feature', properties: { height: -1, confidence: -1 }, geometry: around(place) });
  const files = names.map((name) => join(folder, name));
  writeFileSync(files[0]!, gzipSync(`${rowAt(valletta)}\n${rowAt([14.2, 36])}\n`));
  writeFileSync(files[1]!, gzipSync(`${rowAt([14.515, 35.9])}\n`));
  const options = optionsAt(folder, [14.5, 35.8, 14.6, 36], 'footprints.geojsonl');
  await prepareFootprints(files, options);
  expect(readFileSync(options.out, 'utf8').trim().split('\n')).toHaveLength(2);
  writeCountryConfig(country, { ...filesAt(folder), footprints: options.out }, folder);
  expect(readConfig(join(folder, 'region.json')).buildings).toMatchObject({
    ...{ file: options.out, coverage: join(folder, 'extract.geojson') },
    ...{ vintage: '2024', attribution: country.footprints!.attribution },
  });
});
