/** What is reported of a request: its id and phases to the caller, the rest to the log. */
import type { AreaOption, Endpoint } from '../endpoints.ts';
import type { Failure } from '../failures.ts';
import type { ReadWork } from '../storage/dataset-reader.ts';
import { traceOf, traceOfDefect } from './trace-failure.ts';

/** Where an answer came from. */
export type CacheUse = 'hit' | 'isochrone-hit' | 'miss';

/**
 * What a line of the log is sorted by: `error`, the call was not answered, by no fault of the caller; `warn`, it was
 * answered as it should although something failed inside; `info`, any other, refused calls among them.
 */
export type Severity = 'info' | 'warn' | 'error';

/** Collects what is reported of one request. Holds no credentials and no position. */
export class RequestReport {
  readonly requestId = crypto.randomUUID();
  callerName: string | null = null;
  endpoint: Endpoint | null = null;
  option: AreaOption | null = null;
  cache: CacheUse | null = null;
  failure: Failure['kind'] | null = null;
  /** What reading from each dataset has cost. */
  readonly works: ReadWork[] = [];
  readonly #phases_ms = new Map<string, number>();
  readonly #notes: string[] = [];

  /** Runs one phase and adds its duration. In production the clock stands still between reads and writes. */
  async phase<T>(name: string, run: () => T | Promise<T>): Promise<T> {
    const start_ms = performance.now();
    try {
      return await run();
    } finally {
      this.#phases_ms.set(name, (this.#phases_ms.get(name) ?? 0) + performance.now() - start_ms);
    }
  }

  /** Notes what went wrong inside: what kind of failure it is, and of what. */
  note(where: string, cause: unknown): void {
    this.#notes.push(`${where}: ${traceOf(cause)}`);
  }

  /** Notes a defect, with the places in the code where it arose. */
  noteDefect(cause: Error): void {
    this.#notes.push(...traceOfDefect(cause));
  }

  /** What reading from all datasets has cost; `null` where none was opened. */
  get work(): ReadWork | null {
    if (this.works.length === 0) return null;
    const sum: ReadWork = { tiles: 0, objects: 0, rounds: 0, bytes: 0 };
    for (const { tiles, objects, rounds, bytes } of this.works) {
      sum.tiles += tiles;
      sum.objects += objects;
      sum.rounds += rounds;
      sum.bytes += bytes;
    }
    return sum;
  }

  /** Value of the Server-Timing header. */
  serverTiming(): string {
    return Array.from(this.#phases_ms, ([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');
  }

  /** Milliseconds since the request came in, once it is answered. */
  get total_ms(): number {
    return this.#phases_ms.get('total') ?? 0;
  }

  /** How bad it is, by the status that it is answered with. */
  severity(status: number): Severity {
    if (status >= 500) return 'error';
    return this.#notes.length > 0 ? 'warn' : 'info';
  }

  /** The line for the log, without method. */
  line(status: number): Record<string, unknown> {
    return {
      level: this.severity(status),
      status,
      id: this.requestId,
      caller: this.callerName,
      endpoint: this.endpoint,
      option: this.option,
      cache: this.cache,
      failure: this.failure,
      phases_ms: Object.fromEntries(
        Array.from(this.#phases_ms, ([name, ms]) => [name, Math.round(ms * 10) / 10]),
      ),
      ...this.work,
      ...(this.#notes.length > 0 && { notes: this.#notes }),
    };
  }
}
