/** Benchmark of the demo behind HTTP, in workerd: requests a second, processor time a call, and waits next to heavy calls. */
import { pathOf } from '../../src/endpoints.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { GOTHENBURG } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { basicOf, startHttpService } from '../support/servers/http-service.ts';
import { combZone } from '../support/zones/comb-zone.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { median } from './measures.ts';
import { cpuOf, treeOf } from './watch-command.ts';

const AT_ONCE = 8;
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

const placeOf = (index: number): Position => {
  const [lon, lat] = GOTHENBURG.centre;
  return [Number((lon + 2e-5 * index).toFixed(5)), lat];
};

const WALK: Kind = {
  call: 'walk10',
  requests: 100,
  query: ([lon, lat]) => ({ lon, lat, travel: 'pedestrian', time: 600 }),
};
/** A zone whose answer takes the most work that a call may ask for. */
const COMB = {
  call: 'comb',
  requests: 0,
  query: (place) => ({ zone: combZone(place, 7) }),
} satisfies Kind;
const COMBS_AT_ONCE = 2;
const WALKS_AMONG_COMBS = 20;

const KINDS: readonly Kind[] = [
  // A preflight: it passes the Worker and answers nothing.
  { call: 'empty', requests: 300, method: 'OPTIONS', query: () => ({}) },
  {
    call: 'cached',
    requests: 150,
    query: () => ({ lon: GOTHENBURG.centre[0], lat: GOTHENBURG.centre[1], travel: 'pedestrian', time: 599 }),
  },
  WALK,
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
  readonly walks_among_combs: { readonly median_ms: number; readonly worst_ms: number };
}

/** @param folder of the demo's dataset */
export async function benchServer(folder: string, progress: Progress): Promise<ServerFigures> {
  const kinds = await withDemo(folder, async (ask) => {
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
    return calls;
  });
  progress('walks among combs');
  // Another service, as combs use up the calls of a key.
  const walks = await withDemo(folder, async (ask) => {
    for (let index = 0; index < WARM; index++) await ask(WALK, WALKS_AMONG_COMBS + index);
    let isOver = false;
    const askCombs = async (): Promise<void> => {
      for (let index = 0; !isOver; index++) await ask(COMB, index);
    };
    const combs = Array.from({ length: COMBS_AT_ONCE }, askCombs);
    const waits_ms: number[] = [];
    for (let index = 0; index < WALKS_AMONG_COMBS; index++) {
      const started_ms = performance.now();
      await ask(WALK, index);
      waits_ms.push(Math.round(performance.now() - started_ms));
    }
    isOver = true;
    await Promise.all(combs);
    return { median_ms: median(waits_ms), worst_ms: Math.max(...waits_ms) };
  });
  console.table([{ call: 'walk10 among combs', ...walks.found }]);
  return { errors: kinds.errors + walks.errors, calls: kinds.found, walks_among_combs: walks.found };
}

type Ask = (kind: Kind, index: number) => Promise<void>;

/** @returns what `use` found, and how many of its calls failed */
async function withDemo<Found>(
  folder: string,
  use: (ask: Ask) => Promise<Found>,
): Promise<{ readonly found: Found; readonly errors: number }> {
  const service = await startHttpService('bench');
  try {
    await publishDataset(folder, service.bucket, () => {});
    const headers = { Authorization: basicOf(service.credentials) };
    let errors = 0;
    const ask: Ask = async ({ method, query }, index) => {
      const url = new URL(pathOf('livingcount'), service.url);
      for (const [name, value] of Object.entries(query(placeOf(index), index)))
        url.searchParams.set(name, String(value));
      const response = await fetch(url, { method: method ?? 'GET', headers });
      const body = await response.text();
      if (response.ok) return;
      errors++;
      console.error(`${response.status}: ${body}`);
    };
    return { found: await use(ask), errors };
  } finally {
    await service.close();
  }
}

/** Of all processes that this one has started: workerd alone works meanwhile. */
const serverCpu_ms = (): number =>
  1_000 *
  treeOf(process.pid)
    .slice(1)
    .reduce((sum, pid) => sum + cpuOf(pid), 0);

const rounded = (value: number): number => Math.round(10 * value) / 10;
