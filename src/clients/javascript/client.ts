/** JavaScript client of the service: counts people at places of any size, at many sites, and in the union of places. */
import { type Endpoint, pathOf } from '../../endpoints.ts';
import type { Details, LivingCount, WorkingCount, ZoneFeature } from '../../generated/api-types.ts';
import type { Zone } from '../../geo/positions.ts';
import {
  type CountFailed,
  endsBatch,
  failureOf,
  InvalidQuestion,
  MixedVersions,
  ServiceDefect,
  Unavailable,
} from './errors.ts';
import { type FittedZone, fitZone, polygonsIn, polygonText, USUAL_DEVIATION_M } from './fit-zone.ts';
import { unionOf } from './overlay.ts';
import { sleep } from './sleep.ts';

export type { Endpoint };
export type Travel = 'pedestrian' | 'motorized';

export interface Service {
  readonly url: string | URL;
  readonly key: string;
  readonly secret: string;
  /** Calls under way at the same time, 4 by default. */
  readonly atOnce?: number;
  /** Tries of a call at 429 and 503, 20 by default; waits as long as `Retry-After` says. */
  readonly tries?: number;
  readonly fetch?: typeof fetch;
}

export interface IsochronePlace {
  readonly lon: number;
  readonly lat: number;
  readonly travel: Travel;
  /** Seconds. */
  readonly time: number;
}
/** GeoJSON Polygon or MultiPolygon of any size, or a Feature of one. */
export interface ZonePlace {
  readonly zone: object;
}
/** Polygons without overlap, each within the limits of a call, as `fitZone` makes them. */
export interface PartsPlace {
  readonly parts: Zone;
}
export type Place = IsochronePlace | ZonePlace | PartsPlace;

/** A question of a batch, with what else the caller stores with it. */
export type Site = Place & { readonly endpoint: Endpoint };

export interface Options {
  readonly signal?: AbortSignal;
  /** Largest distance from a zone's boundary, 10 m by default; 0 only splits. */
  readonly within_m?: number;
}

export interface Interval {
  readonly low: number;
  /** `null` if an isochrone is cut. */
  readonly high: number | null;
}

export interface Count {
  readonly people: number;
  /** Interval that contains the true count nine times out of ten, summed over parts; `null` if a part has none. */
  readonly interval: Interval | null;
  /** An isochrone reached the edge of the road data, so that the count is a lower bound. */
  readonly isCut: boolean;
  /** The people are simulated. */
  readonly isSimulated: boolean;
  readonly area_m2: number;
  /** Who must be named for the number. */
  readonly sources: readonly string[];
  readonly isochrone: ZoneFeature | null;
  /** Zones of the grid in which presence was measured, for `workingcount`. */
  readonly gridZones: readonly ZoneFeature[];
  /** How far the zones counted are from the one given, at most. */
  readonly within_m: number;
  /** Details that the service gave, for each part of the zone. */
  readonly details: readonly Details[];
}

export interface Together {
  /** People in the union, each counted once. */
  readonly together: Count;
  /** `adds`: people that no place before it has. */
  readonly places: readonly { readonly count: Count; readonly adds: number }[];
}

export type SiteResult<S extends Site> =
  | { readonly site: S; readonly count: Count; readonly error: null }
  | { readonly site: S; readonly count: null; readonly error: CountFailed };

type Answer = LivingCount | WorkingCount;

/** Wait after a response without `Retry-After`. */
const DEFAULT_WAIT_S = 60;
const MAX_WAIT_S = 600;
/** Waits after a call that did not reach the service. */
const UNREACHED_WAITS_MS = [250, 1_000];
const TIMEOUT_MS = 120_000;
/** All parts are asked for again this often, while a region is being published. */
const VERSION_TRIES = 3;
/** Share of the quota that calls after a rest may take at once; the others are spaced over the window. */
const BURST_SHARE = 0.2;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
}

export class PopulationCount {
  readonly #service: Required<Omit<Service, 'key' | 'secret' | 'url'>>;
  readonly #url: string;
  readonly #authorization: string;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  /** When the calls so far are spaced out, Unix ms (generic cell rate algorithm). */
  #spaced_ms = 0;
  /** Pause between calls that count once towards the rate limit. */
  #pause_ms = 0;
  #burst_ms = 0;
  #resumes_ms = 0;

  constructor({ url, key, secret, atOnce = 4, tries = 20, fetch = globalThis.fetch }: Service) {
    this.#url = String(url).replace(/\/+$/, '');
    this.#service = { atOnce, tries, fetch };
    const credentials = String.fromCharCode(...new TextEncoder().encode(`${key}:${secret}`));
    this.#authorization = `Basic ${btoa(credentials)}`;
  }

  /** When calls go on after a 429, Unix ms; `null` unless they wait. */
  get resumes_ms(): number | null {
    return this.#resumes_ms > Date.now() ? this.#resumes_ms : null;
  }

  /**
   * Counts people at a place. A zone too large for one call takes several, whose counts are added up.
   * @throws CountFailed
   */
  async count(endpoint: Endpoint, place: Place, options: Options = {}): Promise<Count> {
    const fitted = fittedZone(place, options.within_m);
    if (fitted) return this.#countParts(endpoint, fitted.parts, fitted.within_m, options);
    const { lon, lat, travel, time } = place as IsochronePlace;
    return countOf([await this.#ask(endpoint, { lon, lat, travel, time }, options)], endpoint, 0);
  }

  /**
   * Counts at many sites, within the rate limit; yields answers as they come. A site without an answer stops no other.
   * After a break, ask for the sites that were not yielded.
   * @throws NotAuthorized, Unavailable: no site would be answered now
   */
  async *countSites<const S extends Site>(
    sites: Iterable<S>,
    options: Options = {},
  ): AsyncGenerator<SiteResult<S>, void> {
    const ended = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
    const underWay = new Map<S, Promise<SiteResult<S>>>();
    const ask = async (site: S): Promise<SiteResult<S>> => {
      try {
        return { site, count: await this.count(site.endpoint, site, { ...options, signal }), error: null };
      } catch (cause) {
        if (endsBatch(cause)) throw cause;
        return { site, count: null, error: cause as CountFailed };
      }
    };
    const left = sites[Symbol.iterator]();
    try {
      for (;;) {
        while (underWay.size < this.#service.atOnce) {
          const next = left.next();
          if (next.done) break;
          underWay.set(next.value, ask(next.value));
        }
        if (underWay.size === 0) return;
        const result = await Promise.race(underWay.values());
        underWay.delete(result.site);
        yield result;
      }
    } finally {
      ended.abort();
      await Promise.allSettled(underWay.values());
    }
  }

  /** Counts people in the union of places, each person once, and what each place adds to those before it. */
  async countTogether(
    endpoint: Endpoint,
    places: readonly Place[],
    options: Options = {},
  ): Promise<Together> {
    if (places.length === 0) throw new InvalidQuestion('no place is given');
    const { within_m: most_m = USUAL_DEVIATION_M } = options;
    const read = places.map((place) => fittedZone(place, most_m));
    const within_m = Math.max(...read.map((zone) => zone?.within_m ?? 0));
    const { counts, unions } = await this.#ofOneVersion(
      async () => {
        const counts = await Promise.all(
          places.map((place, i) => {
            const zone = read[i];
            return zone
              ? this.#countParts(endpoint, zone.parts, zone.within_m, options)
              : this.count(endpoint, place, options);
          }),
        );
        const zones = counts.map(({ isochrone }, i) => read[i]?.parts ?? polygonsIn(isochrone));
        const unions = await Promise.all(
          counts.map((count, i) =>
            i === 0
              ? count
              : this.#countParts(
                  endpoint,
                  fitZone(unionOf(...zones.slice(0, i + 1)), 0).parts,
                  within_m,
                  options,
                ),
          ),
        );
        return { counts, unions };
      },
      ({ counts, unions }) => [...counts, ...unions],
    );
    const last = unions.at(-1)!;
    return {
      together: counts.some(({ isCut }) => isCut) ? withoutEnd(last) : last,
      places: counts.map((count, i) => ({
        count,
        adds: i === 0 ? count.people : unions[i].people - unions[i - 1].people,
      })),
    };
  }

  #countParts(endpoint: Endpoint, parts: Zone, within_m: number, options: Options): Promise<Count> {
    const ask = async (): Promise<Count> => {
      const answers = await Promise.all(
        parts.map((part) => this.#ask(endpoint, { zone: polygonText(part) }, options)),
      );
      return countOf(answers, endpoint, within_m);
    };
    return this.#ofOneVersion(ask, (count) => [count]);
  }

  /** Asks again where answers that belong together come from two versions of a region. */
  async #ofOneVersion<T>(ask: () => Promise<T>, countsIn: (result: T) => readonly Count[]): Promise<T> {
    for (let tries = 1; tries <= VERSION_TRIES; tries++) {
      const result = await ask();
      const details = countsIn(result).flatMap((count) => count.details);
      if (renewedRegions(details).size === 0) return result;
    }
    throw new MixedVersions('data was published while parts of this count were asked: ask again');
  }

  async #ask(
    endpoint: Endpoint,
    parameters: Readonly<Record<string, string | number>>,
    { signal }: Options,
  ): Promise<Answer> {
    const query = new URLSearchParams({ details: 'true' });
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const answered = await this.get(`${pathOf(endpoint)}?${query}`, signal);
    return answerOf(answered, this.#url);
  }

  /**
   * Fetches a path of the service with the key, within the rate limit; waits and asks again at 429 and 503.
   * @throws Unavailable if nothing answers
   */
  async get(path: string, signal?: AbortSignal): Promise<Answered> {
    if (this.#underWay >= this.#service.atOnce)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    else this.#underWay++;
    try {
      for (let tries = 1; ; tries++) {
        const now_ms = Date.now();
        const start_ms = this.#spaced_ms - this.#burst_ms;
        this.#spaced_ms = Math.max(now_ms, this.#spaced_ms) + this.#pause_ms;
        await sleep(start_ms - now_ms, signal);
        while (this.resumes_ms !== null) await sleep(this.resumes_ms - Date.now(), signal);
        const { status, headers, body } = await this.#fetch(path, signal);
        this.#pace(headers.get('RateLimit-Policy') ?? '');
        const isRefused = status === 429 || status === 503;
        if (!isRefused || tries >= this.#service.tries) return { status, headers, body };
        const wait_s = Number(headers.get('Retry-After') ?? DEFAULT_WAIT_S);
        const wait_ms = 1_000 * Math.min(MAX_WAIT_S, wait_s >= 0 ? wait_s : DEFAULT_WAIT_S);
        if (status === 503) await sleep(wait_ms, signal);
        else this.#resumes_ms = Math.max(this.#resumes_ms, Date.now() + wait_ms);
      }
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    }
  }

  async #fetch(path: string, signal: AbortSignal | undefined): Promise<Answered> {
    // The browser's own credentials would open a dialog.
    const init = { headers: { Authorization: this.#authorization }, credentials: 'omit' } as const;
    // Browsers refuse `fetch` as a method of another object.
    const { fetch } = this.#service;
    for (let tries = 0; ; tries++) {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const response = await fetch(`${this.#url}${path}`, {
          ...init,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
      } catch (cause) {
        signal?.throwIfAborted();
        if (tries === UNREACHED_WAITS_MS.length) {
          const { message, cause: reason } = cause as Error;
          const said = (reason as { code?: string } | undefined)?.code ?? message;
          throw new Unavailable(`${this.#url} cannot be reached (${said})`, 0, '', { cause });
        }
        await sleep(UNREACHED_WAITS_MS[tries], signal);
      }
    }
  }

  /** Keeps calls apart by what `RateLimit-Policy` allows; a wide call counts more than once. */
  #pace(policy: string): void {
    const [, quota, window_s, calls = 1] =
      /q=(\d+);w=(\d+)(?:;.*calls=(\d+))?/.exec(policy)?.map(Number) ?? [];
    if (!quota) return;
    const burst = BURST_SHARE * quota;
    this.#pause_ms = (1_000 * window_s) / (quota - burst);
    this.#burst_ms = burst * this.#pause_ms;
    if (calls > 1) this.#spaced_ms += (calls - 1) * this.#pause_ms;
  }
}

/** Zones of the calls for a place; `null` for an isochrone. */
function fittedZone(place: Place, most_m?: number): FittedZone | null {
  if ('parts' in place) return { parts: place.parts, within_m: 0 };
  return 'zone' in place ? fitZone(polygonsIn(place.zone), most_m) : null;
}

/** @throws CountFailed unless the answer has a number */
function answerOf({ status, headers, body: bytes }: Answered, url: string): Answer {
  let body: Partial<Answer> | { readonly success: false; readonly error: string };
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ServiceDefect(`${url} answers HTTP ${status}, and no JSON`, status);
  }
  if (status === 200 && body.success === true && 'details' in body) return body as Answer;
  const said = body.error || `${url} answers HTTP ${status}, without a count`;
  throw failureOf(status, said, headers.get('Failure-Reason') ?? '');
}

function countOf(answers: readonly Answer[], endpoint: Endpoint, within_m: number): Count {
  const details = answers.map((answer) => answer.details!);
  const [first] = answers;
  return {
    people: sumOf(answers.map((answer) => (answer as unknown as Record<Endpoint, number>)[endpoint])),
    interval: sumOfIntervals(details.map(({ interval }) => interval)),
    isCut: details.some(({ cut }) => cut === true),
    isSimulated: details.some(({ datasets }) => datasets.some(({ simulated }) => simulated)),
    area_m2: sumOf(details.map(({ area_m2 }) => area_m2)),
    sources: sourcesOf(details),
    isochrone: first.isochrone ?? null,
    gridZones: answers.flatMap((answer) => ('workingcountzone' in answer ? [answer.workingcountzone] : [])),
    within_m,
    details,
  };
}

/** Adds up bounds, which are then wider than nine in ten; `null` if one is unknown. */
export function sumOfIntervals(intervals: readonly (Interval | null | undefined)[]): Interval | null {
  if (!intervals.every((interval) => interval)) return null;
  const highs = intervals.map((interval) => interval!.high);
  return {
    low: sumOf(intervals.map((interval) => interval!.low)),
    high: highs.every((high) => high !== null) ? sumOf(highs) : null,
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns the regions that answered from two versions, as one was published in between. */
export function renewedRegions(details: readonly Details[]): ReadonlySet<string> {
  const versions = new Map<string, string>();
  const renewed = new Set<string>();
  for (const { region, version } of details.flatMap(({ datasets }) => datasets)) {
    if ((versions.get(region) ?? version) !== version) renewed.add(region);
    versions.set(region, version);
  }
  return renewed;
}

/** Lists role, vintage and attribution of each source that must be named. */
export function sourcesOf(details: readonly Details[]): string[] {
  const sources = details.flatMap(({ datasets }) => datasets.flatMap((dataset) => dataset.sources));
  const named = sources.flatMap(({ role, vintage, attribution }) =>
    attribution ? [[role, vintage, attribution].filter((part) => part !== null).join(' ')] : [],
  );
  return [...new Set(named)];
}

/** A union with an isochrone that is cut has an unknown end, too. */
const withoutEnd = (count: Count): Count => ({
  ...count,
  isCut: true,
  interval: count.interval && { ...count.interval, high: null },
});
