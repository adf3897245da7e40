/** Benchmark of isolate starts: deployed size, and time of workerd to its first count, against an empty Worker. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { PlatformProblem } from '../../tiles-builder/failures/problem.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { queryTextOf } from '../support/requests/query-text.ts';
import { median } from './measures.ts';

const STARTS = 7;
const COMPATIBILITY_DATE = /^compatibility_date = "(.+)"/m;
const CALLER = { key: 'pc_bench', secret: 'bench' };
const EMPTY_WORKER = 'export default { fetch: () => new Response("empty") };';

export interface StartFigures {
  readonly bundle_bytes: number;
  readonly gzip_bytes: number;
  /** From workerd's start; median. */
  readonly first_count_ms: number;
  /** With the same buckets. */
  readonly empty_worker_ms: number;
  /** Next count, from another place. */
  readonly second_count_ms: number;
}

export async function benchStart(progress: Progress): Promise<StartFigures> {
  const scratch = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    progress('Bundle the Worker');
    const compatibilityDate = readCompatibilityDate();
    const bundle = bundleInto(scratch, compatibilityDate);
    const platform: V4MiniflareOptions = {
      modules: true,
      script: EMPTY_WORKER,
      compatibilityDate,
      r2Buckets: ['TILES', 'KEYS'],
      resourcePersistencePath: join(scratch, 'buckets'),
      ratelimits: { CALLS_PER_KEY: { namespace_id: '1001', simple: { limit: 600, period: 60 } } },
      versionMetadata: 'CODE_VERSION',
      cf: false,
      handleStructuredLogs: () => {},
    };
    const calls = await publish(platform);
    const empty_ms: number[] = [];
    const first_ms: number[] = [];
    const second_ms: number[] = [];
    for (let start = 1; start <= STARTS; start++) {
      progress('Start workerd', start, STARTS);
      const [alone] = await answersOf(platform, [calls[0]]);
      empty_ms.push(alone);
      const [first, second] = await answersOf({ ...platform, script: bundle.toString() }, calls);
      first_ms.push(first);
      second_ms.push(second);
    }
    const figures: StartFigures = {
      bundle_bytes: bundle.byteLength,
      gzip_bytes: gzipSync(bundle).byteLength,
      first_count_ms: Math.round(median(first_ms)),
      empty_worker_ms: Math.round(median(empty_ms)),
      second_count_ms: Math.round(median(second_ms)),
    };
    console.log(describe(figures));
    return figures;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @returns calls from two places */
async function publish(platform: V4MiniflareOptions): Promise<[string, string]> {
  const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
  const runtime = new Miniflare(convertV4MiniflareOptions(platform));
  try {
    const tiles = await runtime.getR2Bucket('TILES');
    for (const [key, object] of town.objects) await tiles.put(key, object);
    await tiles.put(CURRENT_KEY, await currentInMemory([town]));
    const keys = await runtime.getR2Bucket('KEYS');
    const entries = await keyObjects([await keyEntry(CALLER.key, 'bench', [CALLER.secret])]);
    for (const [key, object] of entries) await keys.put(key, object);
  } finally {
    await runtime.dispose();
  }
  const callAt = (east_m: number): string => {
    const [lon, lat] = town.at([east_m, 0]);
    return queryTextOf({ lon, lat, travel: 'pedestrian', time: 300 });
  };
  return [callAt(0), callAt(150)];
}

/** @returns times, the first from the process's start */
async function answersOf(platform: V4MiniflareOptions, paths: readonly string[]): Promise<number[]> {
  const Authorization = `Basic ${btoa(`${CALLER.key}:${CALLER.secret}`)}`;
  let asked_ms = performance.now();
  const runtime = new Miniflare(convertV4MiniflareOptions(platform));
  try {
    const url = await runtime.ready;
    const times_ms: number[] = [];
    for (const path of paths) {
      const response = await fetch(new URL(path, url), { headers: { Authorization } });
      const body = await response.text();
      if (response.status !== 200)
        throw new PlatformProblem(`the Worker answers ${response.status}: ${body}`);
      const answered_ms = performance.now();
      times_ms.push(answered_ms - asked_ms);
      asked_ms = answered_ms;
    }
    return times_ms;
  } finally {
    await runtime.dispose();
  }
}

/** @returns Worker's code without the page */
function bundleInto(folder: string, compatibilityDate: string): Buffer {
  const wrangler = join(
    dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
    'bin/wrangler.js',
  );
  const config = join(folder, 'wrangler.toml');
  const main = join(projectFolder, 'src/index.ts');
  writeFileSync(
    config,
    `name = "start"\nmain = ${JSON.stringify(main)}\ncompatibility_date = "${compatibilityDate}"\n`,
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', folder],
    { cwd: projectFolder, encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } },
  );
  if (status !== 0) throw new PlatformProblem(`wrangler does not bundle the Worker: ${stderr.trim()}`);
  return readFileSync(join(folder, 'index.js'));
}

function readCompatibilityDate(): string {
  const [, date] = COMPATIBILITY_DATE.exec(readFileSync(join(projectFolder, 'wrangler.toml'), 'utf8')) ?? [];
  if (!date) throw new PlatformProblem('wrangler.toml has no compatibility_date');
  return date;
}

const describe = (figures: StartFigures): string =>
  `Worker: ${Math.round(figures.bundle_bytes / 1_000)} kB, ${Math.round(figures.gzip_bytes / 1_000)} kB compressed; ` +
  `first count of a fresh workerd after ${figures.first_count_ms} ms, an empty Worker's answer after ${figures.empty_worker_ms} ms, ` +
  `the second count within ${figures.second_count_ms} ms`;
