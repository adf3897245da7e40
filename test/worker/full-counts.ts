/** How often randomised tests are run: in full by `npm run bench`, a twentieth of it by `npm test`. */
import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** See test/vitest.config.ts. */
    readonly fullCounts: boolean;
  }
}

const FIXED_SEED = 7;
/** One seed that is always the same, and a fresh one that the name of the test tells. */
export const SEEDS = [FIXED_SEED, Math.floor(Math.random() * 2 ** 31)] as const;

/** Cases for each of SEEDS, so that all seeds together come to `full`. */
export const casesPerSeed = (full: number): number =>
  Math.ceil(full / SEEDS.length / (inject('fullCounts') ? 1 : 20));

/** Options of a test that runs them. */
export const LONG_TIMEOUT = { timeout: inject('fullCounts') ? 1_800_000 : 120_000 };

/** Prints figures where all cases are run: at a level that the Worker does not log at. */
export function tell(figures: string): void {
  if (inject('fullCounts')) console.log(figures);
}

/**
 * Keeps the Worker's line a request out of the output of tests with thousands of requests.
 * @returns those that tell a defect, as they come in
 */
export function silenceLog(): readonly string[] {
  const defects: string[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => {
      if (line.includes('"failure":"defect"')) defects.push(line);
    });
  }
  return defects;
}
