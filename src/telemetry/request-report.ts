/** Collects a request's id, timed phases, reads and failures: for its caller as Server-Timing, for the log as a line of JSON. */
import type { AreaOption, Endpoint } from '../endpoints.ts';
import type { reasonOf } from '../failures.ts';
import type { ReadWork } from '../storage/dataset-reader.ts';
import { traceOf, traceOfDefect } from './trace-failure.ts';

export type CacheUse = 'hit' | 'isochrone-hit' | 'miss';

/** `error` is a fault of the service, `warn` an answer despite a failure, and all else is `info`. */
export type Severity = 'info' | 'warn' | 'error';

/** The report contains no credentials and no positions. */
export class RequestReport {
  readonly requestId = crypto.randomUUID();
  callerName: string | null = null;
  endpoint: Endpoint | null = null;
  option: AreaOption | null = null;
  cache: CacheUse | null = null;
  failure: ReturnType<typeof reasonOf> | null = null;
  readonly works: ReadWork[] = [];
  readonly #phases_ms = new Map<string, number>();
  readonly #notes: string[] = [];

  /** In production the clock stands still but for reads and writes. */
  async phase<T>(name: string, run: () => T | Promise<T>): Promise<T> {
    const start_ms = performance.now();
    try {
      return await run();
    } finally {
      this.#phases_ms.set(name, (this.#phases_ms.get(name) ?? 0) + performance.now() - start_ms);
    }
  }

  note(where: string, cause: unknown): void {
    this.#notes.push(`${where}: ${traceOf(cause)}`);
  }

  noteDefect(cause: Error): void {
    this.#notes.push(...traceOfDefect(cause));
  }

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

  serverTiming(): string {
    return Array.from(this.#phases_ms, ([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');
  }

  severity(status: number): Severity {
    if (status >= 500) return 'error';
    return this.#notes.length > 0 ? 'warn' : 'info';
  }

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
