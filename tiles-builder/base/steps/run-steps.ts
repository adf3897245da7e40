/** Runs missing steps and parts of a build in dependency order: shards take them by round-robin, and wait for each other. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Problem } from '../failures/problem.ts';
import type { Progress } from '../records.ts';
import { inParallel } from '../threads/in-parallel.ts';
import { JobThreads } from '../threads/job-threads.ts';
import { fallsTo, type Shard } from './shard.ts';
import { type Step, type StepContext, stepsOf } from './step.ts';
import type { StepsFolder } from './steps-folder.ts';

const LOOK_EVERY_MS = 1_000;

export interface RunOptions {
  readonly shard: Shard;
  readonly wait_ms: number;
  /** Removes a step's result once no remaining step needs it. */
  readonly removesUsed: boolean;
  readonly nameOf: (step: Step) => string;
  /** Threads for partitions; by default the number of processors, if worthwhile. */
  readonly threads?: number | undefined;
  /**
   * Memory between steps above which {@link runSteps} stops early: V8 and the allocator return little. By default unlimited.
   */
  readonly maxRetained_bytes?: number | undefined;
  readonly progress: Progress;
  /** Receives `step 3 of 14`, or `step 3 of 14, 40 %` of its parts. */
  readonly tellStep: (step: string) => void;
}

/** This shard is done, and others are not. */
export class ShardsMissing extends Problem {
  override readonly name = 'ShardsMissing';
  override readonly exitCode = EXIT.waiting;
}

/**
 * @param last stays, as do the steps that it needs
 * @returns whether this shard is done: with one shard, `last` is complete. Otherwise the process has grown, after a step or
 *   part
 * @throws ShardsMissing after waiting for other shards
 */
export async function runSteps(last: Step, folder: StepsFolder, options: RunOptions): Promise<boolean> {
  const threads = new JobThreads(options.threads);
  try {
    return await runShard(new StepsRun(last, folder, options, threads), options);
  } finally {
    await threads.close();
  }
}

async function runShard(run: StepsRun, options: RunOptions): Promise<boolean> {
  if (options.removesUsed) run.removeUsed();
  let done = run.done();
  let waitsSince_ms = performance.now();
  for (;;) {
    if (!(await run.doOwn())) return false;
    if (!run.isLeftToShard()) return true;
    if (run.done() !== done) waitsSince_ms = performance.now();
    done = run.done();
    const left_ms = options.wait_ms - (performance.now() - waitsSince_ms);
    if (left_ms <= 0) throw run.shardsMissing();
    options.progress('Wait for other shards');
    await sleep(Math.min(LOOK_EVERY_MS, left_ms));
  }
}

class StepsRun {
  readonly #last: Step;
  readonly #all: readonly Step[];
  readonly #folder: StepsFolder;
  readonly #options: RunOptions;
  readonly #threads: JobThreads;
  /** Of steps with parts, once known. */
  readonly #parts = new Map<Step, readonly string[]>();
  #hasMade = false;

  constructor(last: Step, folder: StepsFolder, options: RunOptions, threads: JobThreads) {
    this.#threads = threads;
    this.#last = last;
    this.#all = stepsOf(last);
    this.#folder = folder;
    this.#options = options;
  }

  /** @returns `false` where the process has grown before the last */
  async doOwn(): Promise<boolean> {
    const ahead = this.#ahead();
    for (const step of this.#all) {
      if (!ahead.has(step) || !step.needs.every((need) => this.#isComplete(need))) continue;
      if (this.#hasGrown()) return false;
      await (step.parts ? this.#makeParts(step, step.parts) : this.#makePiece(step));
      if (this.#options.removesUsed && this.#isComplete(step)) this.removeUsed();
    }
    return true;
  }

  #hasGrown(): boolean {
    return this.#hasMade && process.memoryUsage.rss() > (this.#options.maxRetained_bytes ?? Infinity);
  }

  /** Complete steps of all shards, with fractions for those with parts. */
  done(): number {
    const left = this.#ahead();
    return this.#all.reduce((done, step) => done + (left.has(step) ? this.#shareOfParts(step) : 1), 0);
  }

  /** Removes steps of other runs, and those no longer needed. */
  removeUsed(): void {
    const used = new Set([this.#last, ...this.#ahead()].flatMap((step) => [step, ...step.needs]));
    const kept = new Set([...used].map(this.#options.nameOf));
    for (const name of this.#folder.names()) if (!kept.has(name)) this.#folder.remove(name);
  }

  shardsMissing(): ShardsMissing {
    const { index, of } = this.#options.shard;
    const missing = [...this.#ahead()].filter(({ needs }) => needs.every((need) => this.#isComplete(need)));
    return new ShardsMissing(
      `shard ${index}/${of} has done what it can, others still have to do theirs of ${missing.map(({ name }) => name).join(', ')}`,
      'Start it again when they have, or let it wait for them with --wait SECONDS.',
    );
  }

  isLeftToShard(): boolean {
    return [...this.#ahead()].some((step) => {
      if (!step.parts) return this.#fallsToShard(step, 0);
      const parts = this.#parts.get(step);
      return parts === undefined || this.#ownMissing(step, parts).length > 0;
    });
  }

  async #makePiece(step: Step): Promise<void> {
    if (!this.#fallsToShard(step, 0)) return;
    this.#tellStep(step);
    const make = await step.begin(this.#contextOf(step));
    this.#hasMade = true;
    await this.#folder.make(this.#options.nameOf(step), (folder) => make(folder, step.name));
  }

  async #makeParts(step: Step, partsOf: NonNullable<Step['parts']>): Promise<void> {
    this.#tellStep(step);
    const parts = this.#parts.get(step) ?? (await partsOf(this.#contextOf(step)));
    this.#parts.set(step, parts);
    const name = this.#options.nameOf(step);
    const missing = this.#ownMissing(step, parts);
    if (missing.length > 0) {
      this.#hasMade = true;
      const make = await step.begin(this.#contextOf(step));
      const atOnce = step.partsAtOnce === 'several' ? this.#threads.atOnce : 1;
      let begun = 0;
      await inParallel(missing, atOnce, (part) => {
        this.#tellStep(step);
        this.#options.progress(step.label ?? `Make ${step.name}`, begun++, missing.length);
        return this.#folder.makePart(name, part, (folder) => make(folder, part));
      });
    }
    if (this.#shareOfParts(step) === 1) this.#folder.completeParts(name, parts);
  }

  /** Gives each shard some of everything. */
  #fallsToShard(step: Step, part: number): boolean {
    return fallsTo(this.#options.shard, this.#all.indexOf(step) + part);
  }

  #ownMissing(step: Step, parts: readonly string[]): string[] {
    const there = this.#folder.partsIn(this.#options.nameOf(step));
    return parts.filter((part, i) => this.#fallsToShard(step, i) && !there.has(part));
  }

  #contextOf(step: Step): StepContext {
    const folderOf = (need: Step): string => {
      if (step.needs.includes(need)) return this.#folder.folderOf(this.#options.nameOf(need));
      throw new Error(`${step.name} does not say that it needs ${need.name}`);
    };
    const partsOf = (need: Step): string[] => {
      const folder = folderOf(need);
      return this.#folder.partsOf(this.#options.nameOf(need)).map((part) => join(folder, part));
    };
    return { folderOf, partsOf, threads: this.#threads, progress: this.#options.progress };
  }

  /** Counts steps, of parts every tenth. */
  #tellStep(step: Step): void {
    const place = `step ${this.#all.indexOf(step) + 1} of ${this.#all.length}`;
    const tenths = Math.floor(10 * this.#shareOfParts(step));
    this.#options.tellStep(tenths > 0 ? `${place}, ${10 * tenths} %` : place);
  }

  #isComplete(step: Step): boolean {
    return this.#folder.isComplete(this.#options.nameOf(step), step.parts !== undefined);
  }

  #shareOfParts(step: Step): number {
    const parts = this.#parts.get(step);
    if (!parts) return 0;
    const there = this.#folder.partsIn(this.#options.nameOf(step));
    return parts.length === 0 ? 1 : parts.filter((part) => there.has(part)).length / parts.length;
  }

  /** Remaining steps, without missing ones that none of them needs. */
  #ahead(step = this.#last, found = new Set<Step>()): Set<Step> {
    if (this.#isComplete(step) || found.has(step)) return found;
    found.add(step);
    for (const need of step.needs) this.#ahead(need, found);
    return found;
  }
}
