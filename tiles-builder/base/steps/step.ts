/**
 * Defines content-addressed steps of a build: a step writes a folder atomically, named by a hash of its inputs and code, and is
 * skipped while that folder exists.
 */
import { createHash } from 'node:crypto';
import type { Progress } from '../records.ts';
import type { JobThreads } from '../threads/job-threads.ts';

export interface Step {
  /** Letters and dashes, unique within a build. */
  readonly name: string;
  /** `import.meta.url` of the file that defines the step; its imports are the step's code. */
  readonly module: string;
  /** All inputs but code and required steps, as plain data without paths. */
  readonly from?: unknown;
  readonly needs: readonly Step[];
  /**
   * Parts, which become subfolders, made as many at a time as threads can process: an interrupted build resumes with those that
   * are missing. Absent for a step of one piece.
   */
  readonly parts?: (context: StepContext) => Promise<readonly string[]>;
  /** Reported while parts are made; by default the step's name. */
  readonly label?: string;
  /** Prepares what the parts share. */
  readonly begin: (context: StepContext) => Promise<MakePart>;
}

/** Steps that another one is made from, by what it calls them. */
export type Steps<Names extends string> = Readonly<Record<Names, Step>>;

/** Fills an empty folder. */
export type MakePart = (folder: string, part: string) => Promise<void>;

export interface StepContext {
  /**
   * Returns the folder of a required step.
   * @throws Error for another step
   */
  readonly folderOf: (step: Step) => string;
  /**
   * Lists the parts of a required step, ascending by name.
   * @throws Error as `folderOf`
   */
  readonly partsOf: (step: Step) => readonly string[];
  /** All steps of this process share these threads. */
  readonly threads: JobThreads;
  readonly progress: Progress;
}

const NAME_DIGITS = 16;

export function nameSteps(hashOfModule: (module: string) => string): (step: Step) => string {
  const names = new Map<Step, string>();
  const nameOf = (step: Step): string => {
    let name = names.get(step);
    if (name === undefined) {
      const madeFrom = JSON.stringify([hashOfModule(step.module), step.from, step.needs.map(nameOf)]);
      const hash = createHash('sha256').update(`${step.name}\n${madeFrom}`).digest('hex');
      name = `${step.name}-${hash.slice(0, NAME_DIGITS)}`;
      names.set(step, name);
    }
    return name;
  };
  return nameOf;
}

/** Lists the step and all that it needs, transitively, in dependency order. */
export function stepsOf(last: Step): Step[] {
  const steps = new Set<Step>();
  const add = (step: Step): void => {
    for (const need of step.needs) add(need);
    steps.add(step);
  };
  add(last);
  return [...steps];
}
