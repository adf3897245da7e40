import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  resize(size_kB: number): void;
  unmount(): void;
}

/** @returns `null` where this user may not mount one */
export function mountSmallDisk(size_kB: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = (...words: string[]): void => {
    execFileSync('mount', ['-t', 'tmpfs', ...words, 'tmpfs', folder], { stdio: 'pipe' });
  };
  try {
    mount('-o', `size=${size_kB}k`);
  } catch {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    resize: (size_kB) => mount('-o', `remount,size=${size_kB}k`),
    unmount: () => {
      execFileSync('umount', [folder], { stdio: 'pipe' });
      rmdirSync(folder);
    },
  };
}
