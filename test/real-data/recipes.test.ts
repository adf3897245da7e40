/** Follows the page on sources, on real files where at hand. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from 'chdb';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { countBySquare } from '../../tiles-builder/simulate/census-squares.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { boxRing, feature, madeStreets } from './made-streets.ts';

const page = readFileSync(join(projectFolder, 'src/web/docs/recipes.md'), 'utf8');
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);
const root = temporaryFolder();

let folder: string;
let random: Random;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'recipe-'));
  random = new Random(17);
});
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

function block(language: 'sh' | 'json', text: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, own]) => own,
  );
  const found = blocks.filter((own) => own.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0];
}

const cannotRun = ['sqlite3', 'unzip'].filter(
  (program) => spawnSync(program, ['-version']).error !== undefined,
);
if (cannotRun.length > 0)
  process.stdout.write(`Skipped: the recipes of France and the United States (no ${cannotRun.join(', ')})\n`);

const run = (commands: string): void => {
  execFileSync('sh', ['-e'], { cwd: folder, input: commands, stdio: ['pipe', 'ignore', 'inherit'] });
};
const zip = (archive: string, ...files: readonly string[]): void => {
  execFileSync('python3', ['-m', 'zipfile', '-c', archive, ...files], { cwd: folder });
  for (const file of files) rmSync(join(folder, file));
};

const writeFeatures = (name: string, features: readonly object[]): void =>
  writeFileSync(join(folder, name), JSON.stringify({ type: 'FeatureCollection', features }));
const writeBox = (name: string, box: BoundingBox): void =>
  writeFeatures(name, [feature({ type: 'Polygon', coordinates: [boxRing(box)] })]);
const within = ({ west, south, east, north }: BoundingBox): Position => [
  random.between(west, east),
  random.between(south, north),
];

function writeStreets(box: BoundingBox, count: number): string {
  writeFeatures('streets.geojson', madeStreets(box, count));
  return 'streets.geojson';
}

function writeHouses(places: readonly Position[]): string {
  const name = 'houses.geojson';
  const side = 0.00015;
  const houses = places.map(([west, south]) =>
    feature(
      { type: 'Polygon', coordinates: [boxRing({ west, south, east: west + side, north: south + side })] },
      { building: 'house' },
    ),
  );
  writeFeatures(name, houses);
  return name;
}

/** @param made replaces missing files */
async function follow(configuration: string, made: Readonly<Record<string, string>>): Promise<BuildSummary> {
  const config = JSON.parse(configuration);
  for (const [source, file] of Object.entries(made)) config[source].file = file;
  write('config.json', [JSON.stringify(config)]);
  const dataset = join(folder, 'dataset');
  mkdirSync(dataset);
  return buildDataset(readConfig(join(folder, 'config.json')), dataset, { progress: () => {} });
}

const peopleOf = ({ manifest }: BuildSummary): number => manifest.living!.total_millipersons / MILLIPERSONS;

function middlesOf(name: string): Position[] {
  const session = new Session();
  onTestFinished(() => session.cleanup());
  const file = join(folder, name);
  return session
    .query(
      `SELECT [(bbox.xmin + bbox.xmax) / 2, (bbox.ymin + bbox.ymax) / 2] FROM file('${file}', Parquet)`,
      'JSONCompactEachRow',
    )
    .trim()
    .split('\n')
    .map((row): Position => JSON.parse(row)[0]);
}

interface Establishment {
  readonly siret: number;
  readonly staff: number;
  readonly isOpen: boolean;
  readonly commune: string;
  readonly isPlaced: boolean;
}

/** As INSEE writes `trancheEffectifsEtablissement`. */
function bandOf(staff: number, establishment: number): string {
  if (staff === 0) return ['', 'NN', '00'][establishment % 3];
  const leasts = { '01': 1, '02': 3, '03': 6, 11: 10, 12: 20, 21: 50, 22: 100, 31: 200, 32: 250 };
  const below = Object.entries(leasts).filter(([, least]) => least <= staff);
  return below.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

const OLEMPS: BoundingBox = { west: 2.51, south: 44.31, east: 2.58, north: 44.37 };
const ZURICH: BoundingBox = { west: 8.505, south: 47.345, east: 8.58, north: 47.4 };
const PROVIDENCE: BoundingBox = { west: -71.44, south: 41.8, east: -71.4, north: 41.83 };
const ARUBA: BoundingBox = { west: -70.07, south: 12.41, east: -69.86, north: 12.63 };

const expectRounded = (figure: number, people: number): void =>
  expect(Math.abs(figure - people)).toBeLessThanOrEqual(1.5);

describeOnRealData('recipes', () => {
  describeWithGdal('of the page on sources', () => {
    test.skipIf(cannotRun.length > 0)('France: BD TOPO, Filosofi, SIRENE and schools', async () => {
      const names = `ID AS cleabs, NATURE AS nature, USAGE1 AS usage_1, USAGE2 AS usage_2, LEGER AS construction_legere,
        HAUTEUR AS hauteur, NB_ETAGES AS nombre_d_etages, NB_LOGTS AS nombre_de_logements`;
      gdal('ogr2ogr', [
        ...[
          join(folder, 'BDT_D012.gpkg'),
          inFormats('olemps.gpkg'),
          '-nln',
          'batiment',
          '-dialect',
          'SQLITE',
        ],
        ...['-sql', `SELECT ${names}, geom FROM batiment`],
      ]);
      const homes = gdal('ogr2ogr', [
        ...['-f', 'CSV', '/vsistdout/', inFormats('olemps.gpkg'), '-dialect', 'SQLITE', '-sql'],
        `SELECT ST_X(p) AS x, ST_Y(p) AS y, NB_LOGTS FROM (SELECT ST_Transform(ST_PointOnSurface(geom), 4326) AS p, NB_LOGTS
          FROM batiment WHERE NB_LOGTS > 0)`,
      ])
        .trim()
        .split('\n')
        .slice(1)
        .flatMap((row) => {
          const [x, y, dwellings] = row.replaceAll('"', '').split(',').map(Number);
          return Array.from({ length: 2 * dwellings }, (): Position => [x, y]);
        });
      const census = countBySquare(homes, 200);
      write('carreaux_200m_met.csv', [
        'idcar_200m,idcar_1km,i_est_200,lcog_geo,ind,men',
        ...Array.from(census, ([square, people]) => `${square},,0,12174,${people}.0,${people / 2}`),
      ]);
      const sites = Array.from({ length: 1_500 }, (_, i): Establishment => {
        const staff = i % 4 === 3 ? 0 : Math.min(400, Math.floor((1 - random.unit()) ** -0.8));
        const known = { isOpen: i % 9 !== 8, commune: i % 100 === 0 ? '75056' : '12174' };
        return { siret: 10_000_000_000_000 + i, staff, ...known, isPlaced: i < 1_450 };
      });
      write('StockEtablissement_utf8.csv', [
        'siren,nic,siret,trancheEffectifsEtablissement,denominationUsuelleEtablissement,codeCommuneEtablissement,etatAdministratifEtablissement',
        ...sites.map(({ siret, staff, isOpen, commune }, i) => {
          const name = `"Maison ""${i}"", père et fils"`;
          return `100000000,${i},${siret},${bandOf(staff, i)},${name},${commune},${isOpen ? 'A' : 'F'}`;
        }),
      ]);
      zip('StockEtablissement_utf8.zip', 'StockEtablissement_utf8.csv');
      const places = 'GeolocalisationEtablissement_Sirene_pour_etudes_statistiques_utf8';
      write(`${places}.csv`, [
        'siret;x;y;qualite_xy;epsg;plg_code_commune;y_latitude;x_longitude',
        ...sites.flatMap(({ siret, isPlaced }, i) => {
          const [x, y] = homes[i];
          return isPlaced ? [`${siret};0;0;11;2154;12174;${y};${x}`] : [];
        }),
      ]);
      zip(`${places}.zip`, `${places}.csv`);
      const [[x, y]] = homes;
      write('fr-en-annuaire-education.csv', [
        '"identifiant_de_l_etablissement";"nom_etablissement";"latitude";"longitude";"nombre_d_eleves"',
        `"0120001A";"École des Prés";"${y}";"${x}";"140"`,
        `"0120002B";"Collège";"${y}";"${x}";""`,
      ]);
      writeBox('department.geojson', OLEMPS);
      run(block('sh', 'sqlite3 sirene.db'));
      const roads = writeStreets(OLEMPS, 40);
      const built = await follow(block('json', 'BDT_D012.gpkg'), { roads });
      expect(peopleOf(built)).toBeCloseTo(homes.length, 0);
      expect(built.examination.buildings).toBe(2273);
      expectRounded(built.registers!.pupils, 140);
      const [workplaces, schools] = built.registers!.registers;
      const counted = sites.filter(
        ({ staff, isOpen, commune }) => staff > 0 && isOpen && commune.startsWith('12'),
      );
      const placed = counted.filter(({ isPlaced }) => isPlaced);
      expect(workplaces.rows).toBe(counted.length);
      expect(workplaces.without_place.sites).toBe(counted.length - placed.length);
      expect(schools.without_number).toBe(1);
      // The file has bands alone.
      const staff = placed.reduce((sum, own) => sum + own.staff, 0);
      expect(staff).toBeGreaterThan(3_000);
      expect(Math.abs(built.registers!.staff / staff - 1)).toBeLessThan(0.05);
      expect(built.registers!.at_home).toBeCloseTo(0.42 * homes.length, 0);
    });

    test('Europe: the squares of the census of 2021, with a share at home, and Overture', async () => {
      copyFileSync(inFormats('zurich_buildings.geoparquet'), join(folder, 'buildings.parquet'));
      const homes = middlesOf('buildings.parquet');
      const people = Array.from({ length: 20_000 }, () => homes[random.integer(0, homes.length - 1)]);
      const squares = Array.from(countBySquare(people, 1_000), ([square, inhabitants], i) => {
        if (i === 3) return { square, known: [-9_999, -9_999, -9_999], inhabitants: 2, share: 0.4 };
        const [employed, young] = [Math.floor(inhabitants / 2), Math.floor(inhabitants / 7)];
        if (i === 5) return { square, known: [inhabitants, employed, -9_999], inhabitants, share: 0.4 };
        const share = (inhabitants - employed - young) / inhabitants;
        return { square, known: [inhabitants, employed, young], inhabitants, share };
      });
      const inhabitants = squares.reduce((sum, { inhabitants }) => sum + inhabitants, 0);
      const atHome = squares.reduce((sum, { inhabitants, share }) => sum + inhabitants * share, 0);
      write('squares-of-eurostat.csv', [
        'GRD_ID,T,EMP,Y_LT15',
        ...squares.map(({ square, known }) => [square, ...known].join(',')),
      ]);
      gdal('ogr2ogr', [
        join(folder, 'ESTAT_Census_2021_V2.gpkg'),
        join(folder, 'squares-of-eurostat.csv'),
        ...['-nln', 'census_grid', '-oo', 'AUTODETECT_TYPE=YES'],
      ]);
      run(block('sh', 'ESTAT_Census_2021_V2.gpkg'));
      const rows = readFileSync(join(folder, 'squares.csv'), 'utf8').trim().split('\n').slice(1);
      for (const [i, row] of rows.entries())
        expect(Number(row.split(',')[2])).toBeCloseTo(squares[i].share, 6);
      writeBox('border.geojson', ZURICH);
      write('employers.csv', [
        'name,people,lon,lat',
        ...homes.slice(0, 40).map(([lon, lat], i) => `Employer ${i},20,${lon},${lat}`),
      ]);
      const config = {
        ...JSON.parse(block('json', 'buildings.parquet')),
        workplaces: { file: 'employers.csv', id: 'name', people: 'people', vintage: 2026 },
      };
      const built = await follow(JSON.stringify(config), { roads: writeStreets(ZURICH, 40) });
      // One of 5,541 is underground.
      expect(built.examination.buildings).toBe(5_540);
      expect(peopleOf(built)).toBeCloseTo(inhabitants, 0);
      expectRounded(built.registers!.staff, 800);
      // Some units share one fraction; the sum is exact.
      expect(Math.abs(built.registers!.at_home / atHome - 1)).toBeLessThan(0.005);
    });

    test.skipIf(cannotRun.length > 0)('the United States: blocks, jobs by block, and schools', async () => {
      const homes = Array.from({ length: 900 }, () => within(PROVIDENCE));
      const count = 12;
      const [width, height] = [PROVIDENCE.east - PROVIDENCE.west, PROVIDENCE.north - PROVIDENCE.south];
      const blocks = Array.from({ length: count ** 2 }, (_, i) => {
        const west = PROVIDENCE.west + ((i % count) * width) / count;
        const south = PROVIDENCE.south + (Math.floor(i / count) * height) / count;
        const box = { west, south, east: west + width / count, north: south + height / count };
        const isIn = ([lon, lat]: Position): boolean =>
          lon >= west && lon < box.east && lat >= south && lat < box.north;
        return { box, GEOID20: `44007000${String(1_000_000 + i)}`, POP20: 3 * homes.filter(isIn).length };
      });
      writeFeatures(
        'blocks.geojson',
        blocks.map(({ box, ...properties }) =>
          feature({ type: 'Polygon', coordinates: [boxRing(box)] }, properties),
        ),
      );
      const name = 'tl_2020_44_tabblock20';
      gdal('ogr2ogr', [join(folder, `${name}.shp`), join(folder, 'blocks.geojson'), '-a_srs', 'EPSG:4269']);
      zip(`${name}.zip`, ...['shp', 'dbf', 'prj', 'shx'].map((ending) => `${name}.${ending}`));
      const jobs = blocks.filter((_, i) => i % 3 === 0);
      write('ri_wac_S000_JT01_2021.csv', [
        'w_geocode,C000,CA01,CA02',
        ...jobs.map(({ GEOID20 }, i) => `${GEOID20},${5 + i},1,1`),
      ]);
      execFileSync('gzip', ['ri_wac_S000_JT01_2021.csv'], { cwd: folder });
      run(block('sh', 'jobs.gpkg'));
      const schools = homes.slice(0, 9).map(([lon, lat], i) => {
        const place = [`44000300${1_000 + i}`, '4400030', `School | ${i}`.replace('|', '"')];
        const address = '44|1 Main St|Providence|RI|02903|44|44007|Providence County|11';
        const rest = '39300|Providence-Warwick|1|148|Boston|4401|44001|44002|2024-2025';
        return { id: place[0], pupils: 100 + i, row: [...place, address, lat, lon, rest].join('|') };
      });
      write('EDGE_GEOCODE_PUBLICSCH_2425.TXT', [
        '340000100999|3400001|Elsewhere|34|||NJ||34|||11|40|-74|||||||||2024-2025',
        ...schools.map(({ row }) => row),
      ]);
      const members = 'ccd_sch_052_2425_l_1a_073025';
      write(`${members}.csv`, [
        'SCHOOL_YEAR,ST,SCH_NAME,NCESSCH,GRADE,RACE_ETHNICITY,SEX,STUDENT_COUNT,TOTAL_INDICATOR,DMS_FLAG',
        '2024-2025,NJ,Elsewhere,340000100999,No Category Codes,No Category Codes,No Category Codes,500,Education Unit Total,Reported',
        ...schools.flatMap(({ id, pupils }) => [
          `2024-2025,RI,"School, of ${id}",${id},Grade 1,White,Female,${pupils - 9},"Category Set A - By Race/Ethnicity; Sex; Grade",Reported`,
          `2024-2025,RI,"School, of ${id}",${id},No Category Codes,No Category Codes,No Category Codes,${pupils},Education Unit Total,Reported`,
        ]),
      ]);
      zip('EDGE_GEOCODE_PUBLICSCH_2425.zip', 'EDGE_GEOCODE_PUBLICSCH_2425.TXT');
      zip(`${members}.zip`, `${members}.csv`);
      run(block('sh', 'schools.db'));
      writeBox('state.geojson', PROVIDENCE);
      const made = { roads: writeStreets(PROVIDENCE, 40), buildings: writeHouses(homes) };
      const built = await follow(block('json', 'jobs.gpkg'), made);
      const listed = jobs.reduce((sum, _, i) => sum + 5 + i, 0);
      // Roads end at the outermost blocks.
      expect(Math.abs(peopleOf(built) / (3 * homes.length) - 1)).toBeLessThan(0.002);
      expect(Math.abs(built.registers!.staff / listed - 1)).toBeLessThan(0.02);
      const pupils = schools.reduce((sum, own) => sum + own.pupils, 0);
      expectRounded(built.registers!.pupils, pupils);
    });

    test('anywhere: a raster, and large employers typed in by hand', async () => {
      const raster = 'abw_ppp_2020_UNadj_constrained.tif';
      copyFileSync(inFormats(raster), join(folder, raster));
      writeBox('country.geojson', ARUBA);
      writeBox('town.geojson', { west: -70.06, south: 12.5, east: -70, north: 12.55 });
      write('employers.csv', [
        'name,people,lon,lat',
        'Hospital,900,-70.035,12.54',
        'Harbour,300,-70.04,12.52',
      ]);
      write('schools.csv', ['name,people,lon,lat', 'College,700,-70.03,12.52']);
      const homes = gdal('gdal_translate', ['-q', '-of', 'XYZ', inFormats(raster), '/vsistdout/'])
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number))
        .filter(([, , people]) => people > 0)
        .map(([lon, lat]): Position => [lon, lat]);
      const made = { roads: writeStreets(ARUBA, 30), buildings: writeHouses(homes) };
      const built = await follow(block('json', raster), made);
      expect(peopleOf(built)).toBeCloseTo(106_766, -1);
      expectRounded(built.registers!.staff, 1_200);
      expectRounded(built.registers!.pupils, 700);
    });
  });
});
