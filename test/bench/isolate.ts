/**
 * Benchmark of the heaviest calls: live memory, processor time, answer size. Runs in Node, as the local runtime has no limits.
 */
import { execSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundingBoxOf, type Position, ringOfBox } from '../../src/geo/positions.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { examineCut } from '../../tiles-builder/pipeline/examine-cut.ts';
import { GOTHENBURG } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { prepareDataset } from '../../tiles-builder/simulate/demo/prepare-dataset.ts';
import { parseGridSquare, squareOutline } from '../../tiles-builder/sources/census/grid-square.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { combZone } from '../support/zones/comb-zone.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { askWorkerd } from './isolate-workerd.ts';
import { mosaicIn } from './mosaic-files.ts';

/** A small young generation is collected often. */
const COLLECTING = ['--max-semi-space-size=1', '--expose-gc'];
const DEMO = join(import.meta.dirname, '../../.demo');

/** Of 128 MB, besides buffers. */
const WORKERD_HEAP_MB = 48;

export interface CallsWanted {
  readonly folders: readonly string[];
  /** Usual calls made first. */
  readonly before: number;
  readonly centre: Position;
  /** Called at once. */
  readonly paths: readonly string[];
  /** Memory of an idle process. */
  readonly empty_bytes: number;
}

export interface CallsTaken {
  readonly live_mb: number;
  readonly cpu_ms: number;
  readonly statuses: readonly number[];
  /** Of the longest answer. */
  readonly body_bytes: number;
}

export interface IsolateFigures extends CallsTaken {
  readonly call: string;
}

export const BUDGET = { live_mb: 110, cpu_ms: 4_000, body_bytes: 2_000_000 };

export interface IsolateOptions {
  readonly short: boolean;
  /** Of a metropolis' dataset, built if missing. */
  readonly folder: string;
  readonly progress: Progress;
}

/** @returns figures by row, and what exceeds the budget */
export async function benchIsolate(options: IsolateOptions): Promise<{
  readonly live_mb: number;
  readonly calls: readonly IsolateFigures[];
  readonly beyond: readonly string[];
}> {
  const folder = await prepareDataset(DEMO, options.progress);
  const all = demoRows(folder);
  const rows = options.short ? all.slice(2) : all;
  const metropolis = options.short ? null : await metropolisIn(options.folder, options.progress);
  if (metropolis !== null) {
    rows.push(...metropolisRows(metropolis));
    rows.push(...quarterRows(await quartersIn(options.folder, options.progress)));
  }
  const calls: IsolateFigures[] = [];
  const beyond: string[] = [];
  for (const [call, wanted] of rows) {
    options.progress(call);
    const { cpu_ms } = measured(wanted, []);
    const taken = { call, ...measured(wanted, COLLECTING), cpu_ms };
    calls.push(taken);
    console.log(
      `${call}: ${taken.live_mb} MB in use, ${cpu_ms} ms, ${taken.body_bytes} bytes, ${taken.statuses.join(' ')}`,
    );
    const allowed_ms = BUDGET.cpu_ms * wanted.paths.length;
    if (taken.live_mb > BUDGET.live_mb) beyond.push(`${call}: ${taken.live_mb} of ${BUDGET.live_mb} MB`);
    if (cpu_ms > allowed_ms) beyond.push(`${call}: ${cpu_ms} of ${allowed_ms} ms`);
    if (taken.body_bytes > BUDGET.body_bytes) beyond.push(`${call}: ${taken.body_bytes} bytes`);
    if (taken.statuses.some((status) => status !== 200)) beyond.push(`${call}: ${taken.statuses.join(' ')}`);
  }
  if (metropolis !== null) {
    options.progress('the same in workerd');
    const drives = ['livingcount', 'workingcount'].map((endpoint) =>
      isochrone(endpoint, METROPOLIS, 'motorized', 3_600),
    );
    const statuses = await askWorkerd(metropolis, WORKERD_HEAP_MB, drives);
    console.log(`in workerd, with a heap of ${WORKERD_HEAP_MB} MB: ${statuses.join(' ')}`);
    if (statuses.some((status) => status !== 200)) beyond.push(`workerd: ${statuses.join(' ')}`);
  }
  const live_mb = Math.max(...calls.map((call) => call.live_mb));
  console.log(`at most ${live_mb} of ${BUDGET.live_mb} MB`);
  for (const line of beyond) console.log(`beyond the budget: ${line}`);
  return { live_mb, calls, beyond };
}

type Row = readonly [call: string, wanted: Omit<CallsWanted, 'empty_bytes'>];

function demoRows(folder: string): Row[] {
  const folders = [folder];
  const { centre } = GOTHENBURG;
  const drive = isochrone('workingcount', centre, 'motorized', 1_500);
  const zone = combPath(centre, 7);
  return [
    ['demo, workingcount, drive of 1,500 s', { folders, before: 72, centre, paths: [drive] }],
    ['demo, workingcount, zone of 1,990 km', { folders, before: 203, centre, paths: [zone] }],
    ['demo, the same zone alone', { folders, before: 0, centre, paths: [zone] }],
    ['demo, both at once', { folders, before: 300, centre, paths: [drive, zone] }],
  ];
}

const METROPOLIS: Position = [-8.4298, 41.7076];

function metropolisRows(folder: string): Row[] {
  const centre = METROPOLIS;
  const drive = (endpoint: string, time_s: number): string =>
    isochrone(endpoint, centre, 'motorized', time_s);
  const row = (before: number, ...paths: string[]): Row[1] => ({ folders: [folder], before, centre, paths });
  const zone = combPath(centre, 40);
  return [
    ['metropolis, workingcount, drive of 1,800 s', row(0, drive('workingcount', 1_800))],
    ['metropolis, workingcount, drive of 2,700 s', row(0, drive('workingcount', 2_700))],
    ['metropolis, workingcount, drive of 3,600 s', row(0, drive('workingcount', 3_600))],
    ['metropolis, livingcount, drive of 3,600 s', row(0, drive('livingcount', 3_600))],
    ['metropolis, workingcount, zone of 1,990 km', row(0, zone)],
    [
      'metropolis, livingcount and workingcount, drives of 3,600 s at once',
      row(300, drive('livingcount', 3_600), drive('workingcount', 3_599)),
    ],
    ['metropolis, drive of 3,600 s and zone at once', row(300, drive('workingcount', 3_600), zone)],
    ['metropolis, livingcount, 48 zones of 1 km² at once', row(0, ...smallZones(centre))],
  ];
}

/** The same land in four regions that meet where the drives start. */
function quarterRows(folders: readonly string[]): Row[] {
  const drive = (time_s: number): string => isochrone('livingcount', METROPOLIS, 'motorized', time_s);
  const zone = combPath(METROPOLIS, 40);
  const row = (before: number, ...paths: string[]): Row[1] => ({
    folders,
    before,
    centre: METROPOLIS,
    paths,
  });
  return [
    ['four quarters, livingcount, drive of 3,600 s', row(0, drive(3_600))],
    ['four quarters, workingcount, zone of 1,990 km', row(0, zone)],
    ['four quarters, livingcount, two drives of 3,600 s at once', row(300, drive(3_600), drive(3_599))],
    ['four quarters, drive of 3,600 s and zone at once', row(300, drive(3_600), zone)],
  ];
}

/** In 48 places: hardly two read the same packs first. */
const smallZones = ([lon, lat]: Position): string[] =>
  Array.from({ length: 48 }, (_, index) => {
    const [west, south] = [lon - 0.2 + 0.05 * (index % 8), lat - 0.15 + 0.05 * Math.floor(index / 8)];
    const ring = rectangle(west, south, west + 0.01, south + 0.01);
    return `/api/v1/livingcount?zone=${JSON.stringify({ type: 'Polygon', coordinates: [ring] })}`;
  });

const isochrone = (endpoint: string, [lon, lat]: Position, travel: string, time_s: number): string =>
  `/api/v1/${endpoint}?lon=${lon}&lat=${lat}&travel=${travel}&time=${time_s}`;

const combPath = (centre: Position, width_km: number): string =>
  `/api/v1/workingcount?zone=${combZone(centre, width_km)}`;

const COPIES = 9;
const MIN_STAFF = 1_000;

/** Nine linked copies of Porto with census, and workplaces for two fifths of the people. */
async function metropolisIn(folder: string, progress: Progress): Promise<string> {
  const dataset = join(folder, 'dataset');
  if (existsSync(dataset)) return dataset;
  const { configFile } = mosaicIn(folder, { extract: 'porto-people', copies: COPIES });
  const config = JSON.parse(readFileSync(configFile, 'utf8'));
  const squares = readFileSync(config.census.file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id, people] = line.split(',');
      const square = parseGridSquare(id);
      if (typeof square === 'string') throw new Error(square);
      return { id, people: Number(people), outline: squareOutline(square) };
    });
  const sites = squares.filter(({ people }) => 0.4 * people >= MIN_STAFF);
  const rows = sites.map(
    ({ id, people, outline }) => `${id},${outline[0].join(',')},${Math.round(0.4 * people)}`,
  );
  writeFileSync(join(folder, 'jobs.csv'), `id,lon,lat,staff\n${rows.join('\n')}\n`);
  const box = ringOfBox(boundingBoxOf(squares.map(({ outline }) => outline)));
  writeFileSync(join(folder, 'coverage.geojson'), JSON.stringify({ type: 'Polygon', coordinates: [box] }));
  config.census = { ...config.census, at_home: 0.5, coverage: 'coverage.geojson' };
  config.cut_isochrones = 'answer';
  config.workplaces = {
    file: 'jobs.csv',
    people: 'staff',
    id: 'id',
    attribution: 'made up',
    vintage: '2026',
  };
  const own = join(folder, 'metropolis.json');
  writeFileSync(own, JSON.stringify(config));
  await buildDataset(readConfig(own), dataset, { progress });
  return dataset;
}

/** Four datasets of the metropolis, each from the extract that `doctor` says how to cut. */
async function quartersIn(folder: string, progress: Progress): Promise<string[]> {
  const config = JSON.parse(readFileSync(join(folder, 'metropolis.json'), 'utf8'));
  const whole = boundingBoxOf(JSON.parse(readFileSync(join(folder, 'coverage.geojson'), 'utf8')).coordinates);
  const [lon, lat] = METROPOLIS;
  const boxes = [{ north: lat }, { south: lat }].flatMap((half) =>
    [{ east: lon }, { west: lon }].map((quarter) => ({ ...whole, ...half, ...quarter })),
  );
  const datasets: string[] = [];
  for (const [index, box] of boxes.entries()) {
    const name = `quarter-${index}`;
    const dataset = join(folder, name);
    datasets.push(dataset);
    if (existsSync(dataset)) continue;
    const zone = [[ringOfBox(box)]];
    const osm = join(folder, `${name}.osm.pbf`);
    const { command } = await examineCut(osm, zone);
    execSync(`${command.replace('LARGER.osm.pbf', config.roads.file)} --overwrite`);
    const coverage = join(folder, `${name}.geojson`);
    writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: zone[0] }));
    const own = Object.fromEntries(
      ['roads', 'buildings', 'census', 'workplaces'].map((source) => [
        source,
        { ...config[source], coverage },
      ]),
    );
    for (const source of ['roads', 'buildings']) own[source].file = osm;
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...config, ...own, name }));
    await buildDataset(readConfig(file), dataset, { progress });
  }
  return datasets;
}

const EMPTY = 'gc(); const { heapUsed, external } = process.memoryUsage(); console.log(heapUsed + external)';
const empty_bytes = Number(
  spawnSync(process.execPath, ['--expose-gc', '--eval', EMPTY], { encoding: 'utf8' }).stdout,
);

function measured(wanted: Row[1], flags: readonly string[]): CallsTaken {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...flags, join(import.meta.dirname, 'isolate-calls.ts'), JSON.stringify({ ...wanted, empty_bytes })],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) throw new Error('The calls were not answered');
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as CallsTaken;
}
