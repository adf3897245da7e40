import { rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read (mode 600), also over an existing one. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}
