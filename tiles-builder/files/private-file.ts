import { rmSync, writeFileSync } from 'node:fs';

/** Writes a file with mode 600, whatever the mode of the file that it replaces. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}
