/** Benchmark over local HTTP: cached answers against an empty Hono Worker, and uncached walks. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GOTHENBURG } from '../../tiles-builder/demo/gothenburg.ts';
import { prepareDataset } from '../../tiles-builder/demo/prepare-dataset.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';
import { takeTurns } from './callers.ts';
import { type Answer, type Call, figuresOf, type LoadRun, load, send } from './load.ts';
import { median } from './measures.ts';

const CONNECTIONS = 8;
/** Slices alternate; the median counts. */
const ROUNDS = 21;
const SLICE_MS = 750;
const WALKS_MS = 10_000;
const WALK_TIME_S = 900;
/** Within the demo's streets. */
const ORIGINS_WITHIN_DEGREES = { lon: 0.03, lat: 0.015 };
const HELLO: Call = { path: '/', headers: { Host: 'hello.test' } };

/** @returns number of wrong answers */
export async function benchServer(json: boolean, progress: Progress): Promise<{ readonly errors: number }> {
  const { folder } = await prepareDataset(join(import.meta.dirname, '../../.demo'), progress);
  progress('Start the service');
  const files = mkdtempSync(join(folderInMemory(), 'bench-server-'));
  process.env.TMPDIR = files;
  process.env.X_LOCAL_OBSERVABILITY = 'false';
  const service = await startHttpService('bench', [join(import.meta.dirname, 'hello/wrangler.toml')]);
  try {
    await publishDataset(folder, service.bucket, progress);
    return await measure(service, json, progress);
  } finally {
    await service.close();
    rmSync(files, { recursive: true, force: true });
  }
}

/** The local runtime writes rate limits to disk. */
function folderInMemory(): string {
  const shared = '/dev/shm';
  return statSync(shared, { throwIfNoEntry: false })?.isDirectory() ? shared : tmpdir();
}

async function measure(service: HttpService, json: boolean, progress: Progress): Promise<{ errors: number }> {
  const calls = await callsTo(service);
  const run = async (
    nextCall: () => Call,
    isRight: (answer: Answer) => boolean,
    duration_ms: number,
  ): Promise<LoadRun> => {
    const result = await load({ url: service.url, connections: CONNECTIONS, duration_ms, nextCall, isRight });
    service.clearLogs();
    return result;
  };
  const askHello = (): Promise<LoadRun> =>
    run(
      () => HELLO,
      ({ body }) => body === 'hello',
      SLICE_MS,
    );
  const askCached = (): Promise<LoadRun> => run(calls.cached, calls.isCached, SLICE_MS);

  progress('Warm up');
  await askHello();
  await askCached();
  const hello: LoadRun[] = [];
  const cached: LoadRun[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    progress('Cached answers beside an empty Worker', round, ROUNDS);
    hello.push(await askHello());
    cached.push(await askCached());
  }
  progress('Uncached walks');
  let unserved = 0;
  const isWalk = ({ status }: Answer): boolean => {
    if (status === 422) unserved++;
    return status === 200 || status === 422;
  };
  const walks = figuresOf([await run(calls.walk, isWalk, WALKS_MS)]);
  const figures = { hello: figuresOf(hello), cached: figuresOf(cached) };
  const [hello_rps, cached_rps] = [medianRate(hello), medianRate(cached)];
  const errors = figures.hello.errors + figures.cached.errors + walks.errors;
  const server = {
    hello_rps: rounded(hello_rps),
    cached_rps: rounded(cached_rps),
    ratio: Number((cached_rps / hello_rps).toFixed(3)),
    cached_p99_ms: rounded(figures.cached.p99_ms),
    uncached_walk_rps: rounded(walks.requests_per_s),
    errors,
  };
  console.log(
    [
      `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SLICE_MS / 1000} s each, the median round:`,
      `  empty Hono Worker  ${server.hello_rps} requests/s`,
      `  cached answers     ${server.cached_rps} requests/s, ${server.ratio} times that; median ${rounded(figures.cached.p50_ms)} ms, 99th percentile ${server.cached_p99_ms} ms; inside the Worker median ${rounded(median(calls.inside_ms))} ms`,
      `  uncached walks of ${WALK_TIME_S / 60} minutes  ${server.uncached_walk_rps} requests/s; median ${rounded(walks.p50_ms)} ms, 99th percentile ${rounded(walks.p99_ms)} ms; ${unserved} of ${walks.requests} without a road near`,
      `  answers that were wrong: ${errors}`,
    ].join('\n'),
  );
  if (json) console.log(JSON.stringify({ server }));
  return { errors };
}

const medianRate = (runs: readonly LoadRun[]): number =>
  median(runs.map((run) => figuresOf([run]).requests_per_s));

interface Calls {
  /** One question from all callers. */
  readonly cached: () => Call;
  readonly isCached: (answer: Answer) => boolean;
  /** By Server-Timing. */
  readonly inside_ms: readonly number[];
  readonly walk: () => Call;
}

async function callsTo(service: HttpService): Promise<Calls> {
  const nextCaller = await takeTurns(service);
  const callOf = (endpoint: string, query: Readonly<Record<string, string | number>>): Call => ({
    path: `/api/v1/${endpoint}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
    headers: { Authorization: nextCaller() },
  });
  const [lon, lat] = GOTHENBURG.centre;
  const cached = (): Call => callOf('livingcount', { lon, lat, travel: 'pedestrian', time: 600 });
  const first = await send(service.url, cached());
  if (first.status !== 200) throw new Error(`The first call is answered with ${first.status}: ${first.body}`);
  const inside_ms: number[] = [];
  const random = new Random(7);
  return {
    cached,
    isCached: ({ status, headers, body }) => {
      inside_ms.push(Number(/total;dur=([\d.]+)/.exec(String(headers['server-timing']))?.[1]));
      return status === 200 && body === first.body && headers['cache-status'] === 'PopulationCount; hit';
    },
    inside_ms,
    walk: () =>
      callOf('livingcount', {
        lon: lon + random.between(-1, 1) * ORIGINS_WITHIN_DEGREES.lon,
        lat: lat + random.between(-1, 1) * ORIGINS_WITHIN_DEGREES.lat,
        travel: 'pedestrian',
        time: WALK_TIME_S,
      }),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
