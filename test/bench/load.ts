/**
 * Benchmark of an isolate under mixed callers: waits and refusals by kind of call. Time is the thread's processor time plus
 * waits for reads and timers, so that other load of the machine does not count.
 */
import type { Hono } from 'hono';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Position } from '../../src/geo/positions.ts';
import { CALLS_PER_KEY, RATE_PERIOD_S } from '../../src/limits.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Progress } from '../../tiles-builder/base/records.ts';
import { GOTHENBURG } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { datasetInBucket } from '../support/datasets/dataset-files.ts';
import { VirtualClock } from '../support/servers/virtual-clock.ts';
import { combZone } from '../support/zones/comb-zone.ts';
import { median } from './measures.ts';
import { EMPTY_CACHES, platformOver } from './memory-platform.ts';

const SERVICE = 'http://count.test';
const APP = '../../src/app.ts';
const READ_MS = 40;
const MISS_MS = 5;
const CALLERS = 21;
const SCENARIO_S = 10;
const SEED = 20_261_128;
/** A call that fits alone is answered within this time. */
const PROMISED_MS = 10_000;
/** Of what the isolate can compute, that callers within their limits ask for. */
const SHARE_OF_ISOLATE = 0.4;

type Fetch = Parameters<Hono['fetch']>;
type App = { fetch(...parameters: Fetch): Promise<Response> };

/** Paths of calls, each asked once. */
type PathOf = (index: number) => string;

const isochrone =
  (endpoint: string, travel: string, time_s: number): PathOf =>
  (index) => {
    const [lon, lat] = placeOf(index);
    return `/api/v1/${endpoint}?lon=${lon}&lat=${lat}&travel=${travel}&time=${time_s}`;
  };

const KINDS = {
  walk: isochrone('livingcount', 'pedestrian', 600),
  drive: isochrone('workingcount', 'motorized', 1_200),
  widest: isochrone('workingcount', 'motorized', 3_600),
  comb: (index) =>
    `/api/v1/workingcount?zone=${combZone(placeOf(index), { width_km: 7, tooth_degrees: 1e-5 })}`,
} as const satisfies Record<string, PathOf>;
type Kind = keyof typeof KINDS;

/** Distinct places at most 100 m from the centre. */
function placeOf(index: number): Position {
  const [lon, lat] = GOTHENBURG.centre;
  return [lon + 2e-5 * (index % 80), lat + 2e-5 * Math.floor(index / 80)].map((degrees) =>
    Number(degrees.toFixed(5)),
  ) as unknown as Position;
}

/** Calls of one kind from one caller or several. */
interface Stream {
  readonly kind: Kind;
  /** Keys, asked in turn. */
  readonly callers: readonly number[];
  readonly calls_per_min: number;
  /** Regular, or at random (a Poisson process). */
  readonly isRegular?: boolean;
  /** Asks at a key's limit; the promise does not hold for it. */
  readonly isHostile?: boolean;
}

interface Scenario {
  readonly name: string;
  /** Of the Workers cache; a slow one makes calls wait while they hold their load. */
  readonly miss_ms?: number;
  readonly streams: readonly Stream[];
}

export interface StreamFigures {
  readonly kind: Kind;
  readonly hostile: boolean;
  readonly asked: number;
  readonly answered: number;
  /** 503. */
  readonly busy: number;
  /** 429. */
  readonly limited: number;
  /** Of answers and 503. */
  readonly median_ms: number;
  readonly worst_ms: number;
}

export interface ScenarioFigures {
  readonly scenario: string;
  /** Share of the time in which the thread computed. */
  readonly used: number;
  readonly streams: readonly StreamFigures[];
}

export interface LoadFigures {
  readonly cpu_ms: Readonly<Record<Kind, number>>;
  readonly scenarios: readonly ScenarioFigures[];
  /** Calls of callers within their limit that were not answered in time. */
  readonly broken: number;
}

/** @param folder of the demo's dataset */
export async function benchLoad(folder: string, progress: Progress): Promise<LoadFigures> {
  const isolate = await LoadedIsolate.open(folder);
  progress('Time each kind of call alone');
  const cpu_ms = await isolate.timeKinds();
  console.log(
    `alone: ${Object.entries(cpu_ms)
      .map(([kind, ms]) => `${kind} ${ms} ms`)
      .join(', ')}`,
  );
  const scenarios: ScenarioFigures[] = [];
  for (const scenario of scenariosFor(cpu_ms)) {
    progress(scenario.name);
    const figures = await isolate.run(scenario);
    scenarios.push(figures);
    console.log(describe(figures));
  }
  const broken = scenarios
    .flatMap(({ streams }) => streams)
    .filter(({ hostile }) => !hostile)
    .reduce(
      (sum, { asked, answered, worst_ms }) => sum + (worst_ms > PROMISED_MS ? 1 : 0) + asked - answered,
      0,
    );
  return { cpu_ms, scenarios, broken };
}

const HOSTILE = 0;
const OTHERS = Array.from({ length: CALLERS - 1 }, (_, index) => index + 1);

function scenariosFor(cpu_ms: Record<Kind, number>): Scenario[] {
  const combs = (calls_per_min: number): Stream => ({
    ...{ kind: 'comb', callers: [HOSTILE], calls_per_min, isRegular: true, isHostile: true },
  });
  const mixed = (['walk', 'drive', 'widest', 'comb'] as const).map((kind): Stream => {
    const calls_per_min = (SHARE_OF_ISOLATE / 4) * (60_000 / cpu_ms[kind]);
    return { kind, callers: OTHERS, calls_per_min };
  });
  return [
    {
      name: 'walks next to 240 combs a minute',
      streams: [{ kind: 'walk', callers: [1], calls_per_min: 120, isRegular: true }, combs(240)],
    },
    {
      name: 'one hour drive every 10 s among a walk every 50 ms, with a slow cache',
      miss_ms: 150,
      streams: [
        { kind: 'walk', callers: [1, 2], calls_per_min: 1_200, isRegular: true },
        { kind: 'widest', callers: [3], calls_per_min: 6, isRegular: true },
      ],
    },
    {
      name: '20 callers at 40 %, next to 600 combs a minute',
      streams: [...mixed, combs(CALLS_PER_KEY)],
    },
  ];
}

class LoadedIsolate {
  readonly #clock = new VirtualClock();
  readonly #platform: { readonly bindings: Fetch[1]; readonly context: Fetch[2] };
  readonly #createApp: () => App;
  #asked: Record<Kind, number> = { walk: 0, drive: 0, widest: 0, comb: 0 };
  /** Times at which each key was counted. */
  #counted = new Map<string, number[]>();

  private constructor(
    read: (key: string) => Uint8Array | undefined,
    keys: ReadonlyMap<string, Uint8Array>,
    createApp: () => App,
  ) {
    const { bindings, context } = platformOver(read, keys);
    const late = (bucket: { get(key: string): Promise<unknown> }): object => ({
      get: async (key: string) => {
        await this.#clock.wait(READ_MS);
        return bucket.get(key);
      },
    });
    const { TILES, KEYS } = bindings as Record<string, { get(key: string): Promise<unknown> }>;
    const CALLS_PER_KEY = {
      limit: async ({ key }: { key: string }) => ({ success: this.#isWithinRate(key) }),
    };
    this.#platform = {
      bindings: { ...(bindings as object), TILES: late(TILES), KEYS: late(KEYS), CALLS_PER_KEY } as Fetch[1],
      context,
    };
    this.#createApp = createApp;
  }

  static async open(folder: string): Promise<LoadedIsolate> {
    const { objects, current } = await datasetInBucket(folder);
    const entries = Array.from({ length: CALLERS }, (_, index) =>
      keyEntry(`key${index}`, 'bench', ['secret']),
    );
    const keys = await keyObjects(await Promise.all(entries));
    const { createApp } = (await import(APP)) as { createApp: () => App };
    return new LoadedIsolate((key) => (key === CURRENT_KEY ? current : objects.get(key)), keys, createApp);
  }

  /** @returns median processor time of a warm isolate */
  async timeKinds(): Promise<Record<Kind, number>> {
    return this.#onClock(async (app) => {
      const medians: [string, number][] = [];
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const cpu_ms: number[] = [];
        for (let call = 0; call < (kind === 'walk' ? 60 : 8); call++) {
          const before = process.threadCpuUsage();
          const { status } = await this.#ask(app, kind, HOSTILE);
          if (status !== 200) throw new Error(`${kind}: ${status}`);
          const { user, system } = process.threadCpuUsage();
          cpu_ms.push((user + system - before.user - before.system) / 1_000);
        }
        medians.push([kind, Math.round(median(cpu_ms.slice(cpu_ms.length / 2)))]);
      }
      return Object.fromEntries(medians) as Record<Kind, number>;
    });
  }

  async run({ name, miss_ms = MISS_MS, streams }: Scenario): Promise<ScenarioFigures> {
    return this.#onClock(async (app) => {
      for (let call = 0; call < 3; call++) for (const caller of OTHERS) await this.#ask(app, 'walk', caller);
      this.#counted = new Map();
      const random = new Random(SEED);
      const before = process.threadCpuUsage();
      const started_ms = this.#clock.now_ms;
      const figures = await Promise.all(
        streams.map((stream) => this.#send(app, stream, arrivalsOf(stream, random))),
      );
      const { user, system } = process.threadCpuUsage();
      const cpu_ms = (user + system - before.user - before.system) / 1_000;
      const used = Math.round((100 * cpu_ms) / (this.#clock.now_ms - started_ms)) / 100;
      return { scenario: name, used, streams: figures };
    }, miss_ms);
  }

  async #send(
    app: App,
    { kind, callers, isHostile = false }: Stream,
    arrivals_ms: readonly number[],
  ): Promise<StreamFigures> {
    const started_ms = this.#clock.now_ms;
    const answers = await Promise.all(
      arrivals_ms.map(async (arrival_ms, index) => {
        await this.#clock.wait(started_ms + arrival_ms - this.#clock.now_ms);
        const { status } = await this.#ask(app, kind, callers[index % callers.length]);
        return { status, ms: Math.round(this.#clock.now_ms - started_ms - arrival_ms) };
      }),
    );
    const withStatus = (status: number): number =>
      answers.filter((answer) => answer.status === status).length;
    const waits_ms = answers.filter(({ status }) => status !== 429).map(({ ms }) => ms);
    return {
      ...{ kind, hostile: isHostile, asked: answers.length, answered: withStatus(200) },
      ...{ busy: withStatus(503), limited: withStatus(429) },
      ...{ median_ms: median(waits_ms), worst_ms: Math.max(...waits_ms) },
    };
  }

  async #ask(app: App, kind: Kind, caller: number): Promise<{ readonly status: number }> {
    const path = KINDS[kind](this.#asked[kind]++);
    const headers = { Authorization: `Basic ${btoa(`key${caller}:secret`)}` };
    const request = new Request(`${SERVICE}${path}`, { headers });
    const response = await app.fetch(request, this.#platform.bindings, this.#platform.context);
    await response.arrayBuffer();
    return response;
  }

  #isWithinRate(key: string): boolean {
    const now_ms = this.#clock.now_ms;
    const counted = (this.#counted.get(key) ?? []).filter((at_ms) => now_ms - at_ms < 1_000 * RATE_PERIOD_S);
    const isWithin = counted.length < CALLS_PER_KEY;
    if (isWithin) counted.push(now_ms);
    this.#counted.set(key, counted);
    return isWithin;
  }

  /** Runs on the virtual clock, which all timers and clocks of the code show meanwhile. */
  async #onClock<T>(run: (app: App) => Promise<T>, miss_ms = MISS_MS): Promise<T> {
    const { setTimeout, clearTimeout, caches } = globalThis as unknown as Record<string, unknown>;
    const { now } = Date;
    const { info, error } = console;
    const performanceNow = performance.now;
    const cleared = new Set<object>();
    Object.assign(globalThis, {
      setTimeout: (end: () => void, ms = 0): object => {
        const timer = {};
        const run = (): unknown => cleared.delete(timer) || end();
        this.#clock.wait(Math.max(ms, TIMER_MS)).then(run, run);
        return timer;
      },
      clearTimeout: (timer: object) => cleared.add(timer),
      caches: lateCaches(this.#clock, miss_ms),
    });
    Date.now = () => EPOCH_MS + this.#clock.now_ms;
    performance.now = () => this.#clock.now_ms;
    Object.assign(console, { info: () => {}, error: () => {} });
    try {
      return (await this.#clock.time(() => run(this.#createApp()))).value;
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout, caches });
      Date.now = now;
      performance.now = performanceNow;
      Object.assign(console, { info, error });
    }
  }
}

const EPOCH_MS = 1_800_000_000_000;
/** Shortest timer. */
const TIMER_MS = 0.1;

const lateCaches = (clock: VirtualClock, miss_ms: number): object => ({
  open: async () => {
    const cache = await EMPTY_CACHES.open();
    return {
      ...cache,
      match: async () => {
        await clock.wait(miss_ms);
        return cache.match();
      },
    };
  },
});

function arrivalsOf({ calls_per_min, isRegular }: Stream, random: Random): number[] {
  const mean_ms = 60_000 / calls_per_min;
  const arrivals_ms: number[] = [];
  let at_ms = mean_ms / 2;
  while (at_ms < 1_000 * SCENARIO_S) {
    arrivals_ms.push(at_ms);
    at_ms += isRegular ? mean_ms : -mean_ms * Math.log(1 - random.between(0, 1));
  }
  return arrivals_ms;
}

const describe = ({ scenario, used, streams }: ScenarioFigures): string =>
  [
    `${scenario}: ${Math.round(100 * used)} % of the thread`,
    ...streams.map(
      ({ kind, hostile, asked, answered, busy, limited, median_ms, worst_ms }) =>
        `  ${hostile ? 'hostile ' : ''}${kind}: ${answered} of ${asked} answered, ${busy} busy, ${limited} limited; median ${median_ms} ms, worst ${worst_ms} ms`,
    ),
  ].join('\n');
