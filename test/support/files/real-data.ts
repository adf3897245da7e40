import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

export const realDataFolder = join(import.meta.dirname, '../../../../shared/data');

const skipReason = !existsSync(realDataFolder)
  ? `there is no folder ${realDataFolder}`
  : process.env.REAL_DATA !== '1'
    ? 'they take minutes; set REAL_DATA=1 to run them'
    : null;

/** Skips with a message unless `REAL_DATA=1` and the data is present. */
export function describeOnRealData(name: string, suite: () => void): void {
  // Vitest silences the console.
  if (skipReason) process.stdout.write(`Skipped: ${name} (${skipReason})\n`);
  describe.skipIf(skipReason !== null)(name, suite);
}
