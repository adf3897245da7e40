import { rmSync, writeFileSync } from 'node:fs';

/** Writes with mode 600, also over an existing file. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}
