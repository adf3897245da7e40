/** Finds Linux processes by a text in their environment. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

const LOOK_EVERY_MS = 50;

export function processesWith(mark: string): MarkedProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark)) return [];
      return [
        { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') },
      ];
    } catch {
      return [];
    }
  });
}

/** @throws Error after `within_ms` */
export async function until(
  condition: () => boolean,
  within_ms: number,
  otherwise: () => string,
): Promise<void> {
  for (const deadline = Date.now() + within_ms; !condition(); await sleep(LOOK_EVERY_MS)) {
    if (Date.now() > deadline) throw new Error(otherwise());
  }
}

export function killMarked(mark: string): void {
  for (const { pid } of processesWith(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}
