/** All cases with `FULL_COUNTS=1`, else a fortieth. */
import { inject, vi } from 'vitest';
import type {} from '../support/project/provided.ts';

export const SEEDS = [Math.floor(Math.random() * 2 ** 31)] as const;

export const casesPerSeed = (full: number): number => Math.ceil(full / (inject('fullCounts') ? 1 : 40));

export const LONG_TIMEOUT = { timeout: inject('fullCounts') ? 1_800_000 : 120_000 };

/** At a level that the Worker does not use. */
export function tell(figures: string): void {
  if (inject('fullCounts')) console.log(figures);
}

/** @returns lines that tell a defect, as they come in */
export function silenceLog(): readonly string[] {
  const defects: string[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => {
      if (line.includes('"failure":"defect"')) defects.push(line);
    });
  }
  return defects;
}
