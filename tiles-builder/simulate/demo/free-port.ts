/** Requires a free port: waits for an earlier npm start to end, else throws with the program that listens (/proc). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { demoOwner } from './lock-demo.ts';

export const DEFAULT_PORT = 8787;
export const HOST = '127.0.0.1';
/** Grace period for what a killed npm start left. */
const LEFTOVERS_END_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 200;

/** @throws PlatformProblem where another program listens */
export async function requireFreePort(
  port: number,
  projectFolder: string,
  within_ms = LEFTOVERS_END_WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + within_ms;
  for (let unknown = 0; ; await sleep(LOOK_EVERY_MS)) {
    if (await isPortFree(port)) return;
    const owner = ownerOf(port);
    if (owner?.folder === projectFolder && Date.now() < deadline) continue;
    if (owner === null && unknown++ === 0) continue;
    throw new PlatformProblem(
      `port ${port} is taken by ${owner === null ? 'another program' : describe(owner, port)}`,
      `End what listens there, or choose another: npm start -- --port ${port + 1}`,
    );
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

interface Owner {
  readonly pid: number;
  readonly program: string;
  readonly folder: string;
}

function describe({ pid, program, folder }: Owner, port: number): string {
  const owner = demoOwner(folder);
  return owner !== null && Number(new URL(owner.url).port) === port
    ? `the npm start in ${folder} (process ${owner.pid})`
    : `${program} (process ${pid}, in ${folder})`;
}

/** On Linux; `null` if unknown, as for other users' processes. */
function ownerOf(port: number): Owner | null {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeners(table, port)));
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const number of namesIn(`/proc/${pid}/fd`)) {
      try {
        if (!sockets.has(readlinkSync(`/proc/${pid}/fd/${number}`))) continue;
        const [program] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return { pid: Number(pid), program: basename(program), folder: readlinkSync(`/proc/${pid}/cwd`) };
      } catch {}
    }
  }
  return null;
}

const LISTENING = '0A';

/** Source: proc_pid_net(5), /proc/pid/net/tcp */
function listeners(table: string, port: number): string[] {
  try {
    return readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
        const isOnPort = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16) === port;
        return isOnPort && state === LISTENING ? [`socket:[${inode}]`] : [];
      });
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
