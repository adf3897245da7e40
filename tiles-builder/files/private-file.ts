import { rmSync, writeFileSync } from 'node:fs';

/** Writes a file that its owner alone may read, whoever could read what was there before. */
export function writePrivateFile(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}
