/** Ends a process group by SIGTERM and, after eight seconds, SIGKILL. */
import { setTimeout as sleep } from 'node:timers/promises';

const END_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 50;

export async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  for (const deadline = Date.now() + END_WITHIN_MS; Date.now() < deadline; ) {
    await sleep(LOOK_EVERY_MS);
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, 'SIGKILL');
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? group : -group, signal);
  } catch {
    return false;
  }
}
