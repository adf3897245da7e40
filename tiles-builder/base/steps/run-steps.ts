/** Runs the missing steps of a build in dependency order; of a step with parts, only those parts that do not exist yet. */
import { join } from 'node:path';
import type { Progress } from '../records.ts';
import { inParallel } from '../threads/in-parallel.ts';
import { JobThreads } from '../threads/job-threads.ts';
import { type Step, type StepContext, stepsOf } from './step.ts';
import type { StepsFolder } from './steps-folder.ts';

export interface RunOptions {
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

/**
 * @param last stays, as do the steps that it needs
 * @returns whether `last` is complete: otherwise the process has grown after a step
 */
export async function runSteps(last: Step, folder: StepsFolder, options: RunOptions): Promise<boolean> {
  const threads = new JobThreads(options.threads);
  try {
    return await new StepsRun(last, folder, options, threads).run();
  } finally {
    await threads.close();
  }
}

class StepsRun {
  readonly #last: Step;
  readonly #all: readonly Step[];
  readonly #folder: StepsFolder;
  readonly #options: RunOptions;
  readonly #threads: JobThreads;

  constructor(last: Step, folder: StepsFolder, options: RunOptions, threads: JobThreads) {
    this.#threads = threads;
    this.#last = last;
    this.#all = stepsOf(last);
    this.#folder = folder;
    this.#options = options;
  }

  async run(): Promise<boolean> {
    if (this.#options.removesUsed) this.#removeUsed();
    const remaining = this.#remaining();
    let hasMade = false;
    for (const step of this.#all.filter((step) => remaining.has(step))) {
      if (hasMade && process.memoryUsage.rss() > (this.#options.maxRetained_bytes ?? Infinity)) return false;
      hasMade = true;
      await (step.parts ? this.#makeParts(step, step.parts) : this.#makePiece(step));
      if (this.#options.removesUsed) this.#removeUsed();
    }
    return true;
  }

  /** Removes steps of other runs, and those no longer needed. */
  #removeUsed(): void {
    const used = new Set([this.#last, ...this.#remaining()].flatMap((step) => [step, ...step.needs]));
    const kept = new Set([...used].map(this.#options.nameOf));
    for (const name of this.#folder.names()) if (!kept.has(name)) this.#folder.remove(name);
  }

  async #makePiece(step: Step): Promise<void> {
    this.#tellStep(step);
    const make = await step.begin(this.#contextOf(step));
    await this.#folder.make(this.#options.nameOf(step), (folder) => make(folder, step.name));
  }

  async #makeParts(step: Step, partsOf: NonNullable<Step['parts']>): Promise<void> {
    this.#tellStep(step);
    const parts = await partsOf(this.#contextOf(step));
    const name = this.#options.nameOf(step);
    const there = this.#folder.partsIn(name);
    const missing = parts.filter((part) => !there.has(part));
    if (missing.length > 0) {
      const make = await step.begin(this.#contextOf(step));
      let [begun, made] = [0, parts.length - missing.length];
      await inParallel(missing, this.#threads.atOnce, async (part) => {
        this.#tellStep(step, made / parts.length);
        this.#options.progress(step.label ?? `Make ${step.name}`, begun++, missing.length);
        await this.#folder.makePart(name, part, (folder) => make(folder, part));
        made++;
      });
    }
    this.#folder.completeParts(name, parts);
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
  #tellStep(step: Step, fractionOfParts = 0): void {
    const place = `step ${this.#all.indexOf(step) + 1} of ${this.#all.length}`;
    const tenths = Math.floor(10 * fractionOfParts);
    this.#options.tellStep(tenths > 0 ? `${place}, ${10 * tenths} %` : place);
  }

  #isComplete(step: Step): boolean {
    return this.#folder.isComplete(this.#options.nameOf(step), step.parts !== undefined);
  }

  /** Returns steps to run, without missing steps that no other of these needs. */
  #remaining(step = this.#last, found = new Set<Step>()): Set<Step> {
    if (this.#isComplete(step) || found.has(step)) return found;
    found.add(step);
    for (const need of step.needs) this.#remaining(need, found);
    return found;
  }
}
