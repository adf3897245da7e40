/** Lets processes take turns at random, from a seed: each call of a process waits until it is its turn. */
import type { Random } from '../../tiles-builder/numbers/random.ts';

/** How likely a write goes on that nobody waits for, beside processes of weight 0.01 to 1. */
const LATE_WEIGHT = 0.02;

/** A process that is one of several, until it is done or ends in the middle of a call. */
export interface Turns {
  /** Waits for the next turn. */
  readonly turn: () => Promise<void>;
  /** Waits for a turn that comes even if the process has ended by then. */
  readonly turnOfNobody: () => Promise<void>;
  /** Ends the process here: none of its calls goes on. */
  readonly end: () => Promise<never>;
}

interface Waiting {
  /** `null` for what goes on whether its process has ended or not. */
  readonly process: number | null;
  readonly resume: () => void;
}

/**
 * Runs processes to their ends. What they do between two turns must not wait for anything outside, a timer or a file.
 * @param processes what each does
 * @param beforeTurn called before each turn
 */
export async function interleave(
  processes: readonly ((turns: Turns) => Promise<void>)[],
  random: Random,
  beforeTurn: () => void,
): Promise<void> {
  const waiting: Waiting[] = [];
  const ended = new Set<number>();
  const failures: unknown[] = [];
  // Some are slow, so that others do a lot in between.
  const weights = processes.map(() => 10 ** -random.between(0, 2));
  const wait = (process: number | null): Promise<void> =>
    new Promise((resume) => waiting.push({ process, resume }));
  for (const [number, work] of processes.entries()) {
    const turns: Turns = {
      turn: () => wait(number),
      turnOfNobody: () => wait(null),
      end: () => {
        ended.add(number);
        return new Promise(() => {});
      },
    };
    void wait(number)
      .then(() => work(turns))
      .catch((cause) => failures.push(cause));
  }
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (failures.length > 0) throw failures[0];
    const alive = waiting.filter(({ process }) => process === null || !ended.has(process));
    if (alive.length === 0) return;
    let total = 0;
    const index = random.pickIndex(
      Float64Array.from(alive, ({ process }) => (total += process === null ? LATE_WEIGHT : weights[process])),
    );
    const [next] = waiting.splice(waiting.indexOf(alive[index]), 1);
    beforeTurn();
    next.resume();
  }
}
