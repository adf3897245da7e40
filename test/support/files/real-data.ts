/** Real extracts, censuses and locations, stored outside the project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

export const realDataFolder = join(import.meta.dirname, '../../../../shared/data');

const skipReason = !existsSync(realDataFolder)
  ? `there is no folder ${realDataFolder}`
  : process.env.REAL_DATA !== '1'
    ? 'they take minutes; set REAL_DATA=1 to run them'
    : null;

/** A suite that is skipped, with the reason printed, where that data is absent or was not asked for. */
export function describeOnRealData(name: string, suite: () => void): void {
  // Bypasses the console, which is silent unless a test fails.
  if (skipReason) process.stdout.write(`Skipped: ${name} (${skipReason})\n`);
  describe.skipIf(skipReason !== null)(name, suite);
}
