/** Damaged files end in a message: no trace, no hang, at most 1 GB. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { describeWithGdal, gdal } from '../support/files/ogr.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { DAMAGES, type Damage, damaged } from './damage.ts';
import type { HostileOutcome } from './read-hostile.ts';

/** `HOSTILE_FILES=2000` reads more. */
const FILES = Number(process.env.HOSTILE_FILES ?? 50);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() & 0x7fff_ffff);
const LONGEST_MS = 60_000;
const MOST_MB = 1_000;
/** A cut of these cannot be detected. */
const MAY_BE_CUT = ['.csv', '.tif'];

const folder = temporaryFolder();
const inFormats = (name: string): string => join(realDataFolder, 'formats', name);

function sources(): { readonly file: string; readonly part: string }[] {
  const whole = join(folder, 'whole');
  mkdirSync(whole);
  const shape = join(whole, 'BATIMENT.shp');
  for (const ending of ['shp', 'dbf', 'prj'])
    copyFileSync(inFormats(`BATIMENT.${ending}`), join(whole, `BATIMENT.${ending}`));
  const geojson = join(whole, 'communes.geojson');
  gdal('ogr2ogr', [
    '-f',
    'GeoJSON',
    geojson,
    inFormats('BATIMENT.shp'),
    '-t_srs',
    'EPSG:4326',
    '-limit',
    '300',
  ]);
  const zipped = join(whole, 'communes.geojson.gz');
  writeFileSync(zipped, gzipSync(readFileSync(geojson)));
  const archive = join(whole, 'communes.shz');
  gdal('ogr2ogr', ['-f', 'ESRI Shapefile', archive, inFormats('COMMUNE.shp')]);
  copyFileSync(archive, join(whole, 'communes.zip'));
  return [
    ...['shp', 'dbf', 'prj'].map((ending) => ({ file: shape, part: join(whole, `BATIMENT.${ending}`) })),
    ...[
      'olemps.gpkg',
      'zurich_buildings.geoparquet',
      'polys.parquet',
      'batiment_wkt.csv',
      'abw_ppp_2020_UNadj_constrained.tif',
    ].map((name) => ({ file: inFormats(name), part: inFormats(name) })),
    ...[geojson, zipped, join(whole, 'communes.zip')].map((file) => ({ file, part: file })),
  ];
}

interface HostileFile {
  readonly file: string;
  readonly damage: Damage;
}

function makeFiles(): HostileFile[] {
  const random = new Random(SEED);
  const kinds = sources();
  return Array.from({ length: FILES }, (_, i): HostileFile => {
    const { file, part } = kinds[i % kinds.length];
    const damage = DAMAGES[Math.floor(i / kinds.length) % DAMAGES.length];
    const own = join(folder, String(i));
    mkdirSync(own);
    if (file !== part || file.endsWith('.shp')) {
      for (const ending of ['shp', 'dbf', 'prj']) {
        copyFileSync(join(dirname(file), `BATIMENT.${ending}`), join(own, `BATIMENT.${ending}`));
      }
    }
    writeFileSync(join(own, basename(part)), damaged(readFileSync(part), damage, random));
    return { file: join(own, basename(file)), damage };
  });
}

async function readAll(files: readonly string[]): Promise<Map<string, HostileOutcome>> {
  const outcomes = new Map<string, HostileOutcome>();
  let left = [...files];
  while (left.length > 0) {
    const child = spawn(process.execPath, [
      '--max-old-space-size=700',
      join(import.meta.dirname, 'read-hostile.ts'),
    ]);
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(left.join('\n'));
    let hang = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(hang);
      hang = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
      const outcome = JSON.parse(line) as HostileOutcome;
      outcomes.set(outcome.file, outcome);
    }
    clearTimeout(hang);
    left = left.filter((file) => !outcomes.has(file));
    if (left.length === 0) break;
    const message = `the process ended or hung: ${errors.slice(-2_000)}`;
    outcomes.set(left[0], { file: left[0], outcome: 'crashed', count: 0, message, most_mb: 0 });
    left = left.slice(1);
  }
  return outcomes;
}

describeOnRealData('hostile files', () => {
  describeWithGdal(`of ${FILES}, seed ${SEED}`, () => {
    let made: HostileFile[];
    let outcomes: Map<string, HostileOutcome>;
    beforeAll(async () => {
      made = makeFiles();
      outcomes = await readAll(made.map(({ file }) => file));
    }, 3_600_000);

    test('none ends in a trace or a hang, or takes more than 1 GB', () => {
      const bad = [...outcomes.values()].filter(
        ({ outcome, most_mb, message }) => outcome === 'crashed' || most_mb > MOST_MB || /\n/.test(message),
      );
      expect(bad).toEqual([]);
      expect(outcomes.size).toBe(FILES);
    });

    test('each refusal names the file', () => {
      for (const { file, outcome, message } of outcomes.values()) {
        if (outcome === 'refused' && !file.endsWith('.zip')) expect(message).toContain(dirname(file));
      }
    });

    test('none that is cut is read as if it were whole', () => {
      const cut = made.filter(({ file, damage }) => damage === 'cut' && !MAY_BE_CUT.includes(extname(file)));
      expect(cut.map(({ file }) => outcomes.get(file)).filter((found) => found?.outcome === 'read')).toEqual(
        [],
      );
    });

    test('what is refused, and why', () => {
      const kinds = Map.groupBy(outcomes.values(), ({ file }) => extname(file));
      const lines = [...kinds].map(([kind, own]) => {
        const refused = own.filter(({ outcome }) => outcome === 'refused').length;
        return `${kind}: ${refused} of ${own.length} refused`;
      });
      console.log(
        `${lines.join(', ')}; ${Math.max(...[...outcomes.values()].map(({ most_mb }) => most_mb))} MB at most`,
      );
      expect([...kinds.keys()].sort()).toEqual(['.csv', '.geojson', '.geoparquet', '.gpkg', '.gz', '.parquet', '.shp', '.tif', '.zip']); // biome-ignore format: a line
    });
  });
});
