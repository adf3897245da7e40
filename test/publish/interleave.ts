/** A seeded scheduler of concurrent processes. */
import type { Random } from '../../tiles-builder/base/numbers/random.ts';

/** Relative to 0.01 to 1 of processes. */
const LATE_WEIGHT = 0.02;

export interface Turns {
  readonly turn: () => Promise<void>;
  /** Comes even after the process has ended. */
  readonly turnOfNobody: () => Promise<void>;
  readonly end: () => Promise<never>;
}

interface Waiting {
  /** `null` for detached calls. */
  readonly process: number | null;
  readonly resume: () => void;
}

/** Between turns processes must not wait for timers or files. */
export async function interleave(
  processes: readonly ((turns: Turns) => Promise<void>)[],
  random: Random,
  beforeTurn: () => void,
): Promise<void> {
  const waiting: Waiting[] = [];
  const ended = new Set<number>();
  const failures: unknown[] = [];
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
