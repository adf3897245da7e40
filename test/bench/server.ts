/** Benchmark of the demo behind HTTP, in workerd: requests a second, and the server's processor time a call. */
import { readdirSync, readFileSync } from 'node:fs';
import { pathOf } from '../../src/endpoints.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { GOTHENBURG } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { basicOf, startHttpService } from '../support/servers/http-service.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const AT_ONCE = 8;
const TICKS_PER_S = 100;
const KM_PER_DEGREE = 111.195;
/** Of a million requests and of a million ms, beyond what is included: developers.cloudflare.com/workers/platform/pricing (August 2026). */
const USD = { requests: 0.3, cpu: 0.02 };

interface Kind {
  readonly call: string;
  /** All together count as less than a key's calls in a minute. */
  readonly requests: number;
  readonly method?: string;
  readonly query: (place: Position, index: number) => Readonly<Record<string, string | number>>;
}

const zoneOf = ([lon, lat]: Position, km2: number): string => {
  const half_lat = Math.sqrt(km2) / KM_PER_DEGREE / 2;
  const half_lon = half_lat / Math.cos((lat * Math.PI) / 180);
  const ring = rectangle(lon - half_lon, lat - half_lat, lon + half_lon, lat + half_lat);
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
};

const KINDS: readonly Kind[] = [
  // A preflight: it passes the Worker and answers nothing.
  { call: 'empty', requests: 300, method: 'OPTIONS', query: () => ({}) },
  {
    call: 'cached',
    requests: 150,
    query: () => ({ lon: GOTHENBURG.centre[0], lat: GOTHENBURG.centre[1], travel: 'pedestrian', time: 599 }),
  },
  {
    call: 'walk10',
    requests: 100,
    query: ([lon, lat]) => ({ lon, lat, travel: 'pedestrian', time: 600 }),
  },
  { call: 'drive20', requests: 40, query: ([lon, lat]) => ({ lon, lat, travel: 'motorized', time: 1_200 }) },
  { call: 'zone100', requests: 60, query: (place) => ({ zone: zoneOf(place, 100) }) },
];
const WARM = 5;

export interface ServerCallFigures {
  readonly call: string;
  readonly cpu_ms: number;
  readonly requests_per_s: number;
  /** For requests and CPU on Cloudflare, by the CPU of the whole local platform. */
  readonly usd_per_million: number;
}

export interface ServerFigures {
  /** Answers other than 200, or 204 to the preflight. */
  readonly errors: number;
  readonly calls: readonly ServerCallFigures[];
}

/** @param folder of the demo's dataset */
export async function benchServer(folder: string, progress: Progress): Promise<ServerFigures> {
  const service = await startHttpService('bench');
  try {
    await publishDataset(folder, service.bucket, () => {});
    const headers = { Authorization: basicOf(service.credentials) };
    let errors = 0;
    const ask = async ({ method, query }: Kind, index: number): Promise<void> => {
      const [lon, lat] = GOTHENBURG.centre;
      const place: Position = [Number((lon + 2e-5 * index).toFixed(5)), lat];
      const url = new URL(pathOf('livingcount'), service.url);
      for (const [name, value] of Object.entries(query(place, index)))
        url.searchParams.set(name, String(value));
      const response = await fetch(url, { method: method ?? 'GET', headers });
      await response.arrayBuffer();
      if (!response.ok) errors++;
    };
    const calls: ServerCallFigures[] = [];
    for (const kind of KINDS) {
      progress(kind.call);
      for (let index = 0; index < WARM; index++) await ask(kind, kind.requests + index);
      const cpuBefore_ms = serverCpu_ms();
      const started_ms = performance.now();
      let next = 0;
      const askInTurn = async (): Promise<void> => {
        while (next < kind.requests) await ask(kind, next++);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
      const cpu_ms = rounded((serverCpu_ms() - cpuBefore_ms) / kind.requests);
      const figures = {
        call: kind.call,
        cpu_ms,
        requests_per_s: rounded((1_000 * kind.requests) / (performance.now() - started_ms)),
        usd_per_million: Number((USD.requests + USD.cpu * cpu_ms).toFixed(2)),
      };
      calls.push(figures);
    }
    console.table(calls);
    return { errors, calls };
  } finally {
    await service.close();
  }
}

/** Of this process's descendants that are workerd. */
function serverCpu_ms(): number {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => statOf(pid)),
  );
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (processes.has(pid) && isOurs(processes.get(pid)!.parent));
  return [...processes]
    .filter(([pid, { name }]) => name === 'workerd' && isOurs(pid))
    .reduce((sum, [, { cpu_ms }]) => sum + cpu_ms, 0);
}

interface Process {
  readonly name: string;
  readonly parent: number;
  readonly cpu_ms: number;
}

/** As proc(5) lists its fields; none if it has ended. */
function statOf(pid: string): (readonly [pid: number, process: Process])[] {
  try {
    const [, name, fields] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
    const [, parent, ...rest] = fields.split(' ');
    const ticks = Number(rest[9]) + Number(rest[10]);
    return [[Number(pid), { name, parent: Number(parent), cpu_ms: (1_000 * ticks) / TICKS_PER_S }]];
  } catch {
    return [];
  }
}

const rounded = (value: number): number => Math.round(10 * value) / 10;
