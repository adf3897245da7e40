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
import { readJson } from '../../tiles-builder/base/files/read-json.ts';
import {
  type Download,
  readCatalogue,
  sourcesOf,
  type UnitCensus,
} from '../../tiles-builder/country/catalogue.ts';
import { fileNameOf } from '../../tiles-builder/country/fetch-sources.ts';
import { listFootprintTiles, prepareFootprints } from '../../tiles-builder/country/footprints.ts';
import {
  type Country,
  filesOf,
  findCountry,
  needsClickhouse,
  sourceOf,
} from '../../tiles-builder/country/plan.ts';
import { prepareSquares } from '../../tiles-builder/country/prepare-squares.ts';
import { prepareUnits } from '../../tiles-builder/country/prepare-units.ts';
import { prepareSites, sitesFileOf } from '../../tiles-builder/country/sites.ts';
import { writeCountryConfig } from '../../tiles-builder/country/write-config.ts';
import { type ListedSite, readRegister } from '../../tiles-builder/daytime/registers/read-register.ts';
import { squareAround } from '../../tiles-builder/simulate/local-plane.ts';
import { readCensus } from '../../tiles-builder/sources/census/census.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { temporaryFolder, temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { write7z } from '../support/files/write-7z.ts';
import { writeZip } from '../support/files/write-zip.ts';
import { hasChdb } from '../support/processes/chdb.ts';
import { schoolsOfFrance, writeSirene } from '../support/servers/publish-france.ts';

/** Squares or polygons, with properties. */
interface Drawn {
  readonly crs: string;
  /** In the CRS's unit, as the south-west corners of its rows. */
  readonly size: number;
  readonly rows: readonly (readonly [x: number, y: number, properties: object])[];
}

type Lines = readonly string[];
type Member =
  | Lines
  | Drawn
  | { readonly base64: string }
  | { readonly '7z': Readonly<Record<string, Lines>> };

interface Layout {
  readonly country: string;
  readonly only?: string;
  /** By name of the downloaded file. */
  readonly files: Readonly<Record<string, Lines | { readonly zip: Readonly<Record<string, Member>> }>>;
  readonly projection: string;
  /** In a box that leaves out some of the file: south-west corner, people, share at home. */
  readonly units: readonly (readonly [east: number, north: number, people: number, at_home?: number])[];
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

const LAYOUTS = readJson(join(import.meta.dirname, 'layouts.json')) as Readonly<Record<string, Layout>>;
const root = temporaryFolder();

const textOf = (lines: Lines): string => lines.map((line) => `${line}\r\n`).join('');

const zipOf = (members: Readonly<Record<string, Member>>): Uint8Array =>
  writeZip(
    Object.assign({}, ...Object.entries(members).map(([name, member]) => membersOf(name, member))) as Record<
      string,
      string | Uint8Array
    >,
  );

function membersOf(name: string, member: Member): Record<string, string | Uint8Array> {
  if ('rows' in member) return drawn(name, member);
  if ('base64' in member) return { [name]: Buffer.from(member.base64, 'base64') };
  if (!('7z' in member)) return { [name]: textOf(member) };
  const [[inner, lines]] = Object.entries(member['7z']) as [[string, Lines]];
  return { [name]: write7z(inner, textOf(lines)) };
}

/** @returns files by name: a Shapefile has several */
function drawn(name: string, { crs, size, rows }: Drawn): Record<string, Uint8Array> {
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
  test.for(Object.entries(LAYOUTS))(
    '%s becomes its units, where they lie',
    async ([id, layout], { skip }) => {
      const folder = temporaryFolderOfTest();
      const country = chosen(layout.country, id, layout.only);
      skip(!hasChdb && needsClickhouse({ ...country, workplaces: undefined, schools: undefined }));
      const { census } = country;
      const files = filesOf(census).map(fileIn(folder, census, country));
      expect(files.map((file) => basename(file))).toEqual(Object.keys(layout.files));
      for (const [name, content] of Object.entries(layout.files))
        writeFileSync(join(folder, name), 'zip' in content ? zipOf(content.zip) : textOf(content));
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
    },
  );

  test('a unit that the table lacks is named, and none counts twice or is drawn twice', async () => {
    const folder = temporaryFolderOfTest();
    const census = chosen('Spain', 'secciones-2021').census as UnitCensus;
    const zip = zipOf({
      'SECC_CE_20210101.shp': {
        crs: 'EPSG:25830',
        size: 300,
        rows: [
          [440_000, 4_474_000, { CUSEC: '2807901001' }],
          [440_300, 4_474_000, { CUSEC: '2807901002' }],
          [440_900, 4_474_000, { CUSEC: '2807901001' }],
        ],
      },
    });
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

test.skipIf(!hasChdb)(
  'Sirene and the list of schools become sites with their people, in the box and with staff',
  async () => {
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
  },
);

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
    const zip = zipOf({
      'tl_2022_08_tabblock20.shp': {
        crs: 'EPSG:4269',
        size: 0.001,
        rows: [
          [-105, 39.7, { GEOID20: '080310001001000', POP20: 83 }],
          [-104.999, 39.7, { GEOID20: '080310001001001', POP20: 40 }],
          [-102.5, 39.7, { GEOID20: '080310001001003', POP20: 8 }],
        ],
      },
    });
    writeFileSync(join(folder, 'tl_2022_08_tabblock20.zip'), zip);
    wac(...ROWS);
    for (const offset of offsets) page(offset, []);
    page(0, [['080336001', 410, -105], ['080336002', -1, -105.01]], { exceededTransferLimit: true }); // biome-ignore format: a line
    page(2_000, [['080336003', 90, -104.95], ['080336004', 55, -102.5]]); // biome-ignore format: a line
  });

  test.skipIf(!hasChdb)('blocks of LODES and pages of schools become sites in the box', async () => {
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

  test.skipIf(!hasChdb)(
    'a row without a block and a last page that is not the last stop the build',
    async () => {
      wac(...ROWS, '80310001001009,5,1,20231016');
      await expect(prepare('workplaces')).rejects.toThrow(/080310001001009: has no polygon/);
      page(12_000, [], { exceededTransferLimit: true });
      await expect(prepare('schools')).rejects.toThrow(/A page is missing/);
      writeFileSync(join(folder, 'schools-co-12000.json'), '{"error":{"code":400}}');
      await expect(prepare('schools')).rejects.toThrow(/A page has no features/);
    },
  );
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
