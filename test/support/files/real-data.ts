import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

export const realDataFolder = join(import.meta.dirname, '../../../../shared/data');

const skipReason = !existsSync(realDataFolder)
  ? `there is no folder ${realDataFolder}`
  : process.env.REAL_DATA !== '1'
    ? 'they take minutes; set REAL_DATA=1 to run them'
    : null;

/** Cases whose mistakes a smaller case finds, too, run with `REAL_DATA=1 FULL_COUNTS=1`. */
export const runsAllPlaces = process.env.FULL_COUNTS === '1';
const LARGE = ['malta-2018', 'porto-roads-2015', 'rennes-2026'];

/** Whether a test that takes long on a large extract reads this one. */
export const runsOn = (extract: string): boolean => runsAllPlaces || !LARGE.includes(extract);

/** Skips with a message unless `REAL_DATA=1` and the data is present. */
export function describeOnRealData(name: string, suite: () => void): void {
  // Vitest silences the console.
  if (skipReason) process.stdout.write(`Skipped: ${name} (${skipReason})\n`);
  describe.skipIf(skipReason !== null)(name, suite);
}
