import { rmSync, writeFileSync } from 'node:fs';

/** Writes a file that its owner alone may read, whoever could read what was there before. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}
