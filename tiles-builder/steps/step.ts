/**
 * Steps of a build, content-addressed as in a build tool: a step writes a folder atomically, named by a hash of its inputs and
 * code, and is not run again while that folder exists.
 */
import { createHash } from 'node:crypto';
import type { Progress } from '../records.ts';
import type { JobThreads } from '../threads/job-threads.ts';

export interface Step {
  /** In letters and dashes, unique within a build. */
  readonly name: string;
  /** Of the file that defines the step, its `import.meta.url`: what it imports is the code that makes the step. */
  readonly module: string;
  /** All that the result follows from beside the code and the steps that are needed: plain data, without places of files. */
  readonly from: unknown;
  readonly needs: readonly Step[];
  /**
   * Where the step can be shared among machines: its parts, which become folders within that of the step. They follow
   * from what the step is made from, never from the number of machines. Absent where the step is one piece.
   */
  readonly parts?: (surroundings: Surroundings) => Promise<readonly string[]>;
  /** What is reported while parts are made; the name of the step where absent. */
  readonly label?: string;
  /** Whether a process makes several parts at a time, as many as its threads have work with. */
  readonly partsAtOnce?: 'several';
  /** Prepares what all parts that this process makes have in common. */
  readonly begin: (surroundings: Surroundings) => Promise<MakePart>;
}

/** Makes the step, or a part of it, into an empty folder. */
export type MakePart = (folder: string, part: string) => Promise<void>;

/** What a step finds. */
export interface Surroundings {
  /** The folder of a step that is needed. @throws Error where it is not among the needs */
  readonly folderOf: (step: Step) => string;
  /** The folders of the parts of a step that is needed, in the order of their names. @throws Error as `folderOf` */
  readonly partsOf: (step: Step) => readonly string[];
  /** Of this process, for all its steps. */
  readonly threads: JobThreads;
  readonly progress: Progress;
}

const NAME_DIGITS = 16;

/**
 * The names of the folders of steps.
 * @param hashOfModule a hash of the code that a module runs
 */
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

/** All steps that one needs, itself last, each after those that it needs. */
export function stepsOf(last: Step): Step[] {
  const steps = new Set<Step>();
  const add = (step: Step): void => {
    for (const need of step.needs) add(need);
    steps.add(step);
  };
  add(last);
  return [...steps];
}
