/** Checks that a port is free: waits until what an earlier `npm start` has left ends, or throws. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformProblem } from '../../base/failures/problem.ts';

export const DEFAULT_PORT = 8787;
export const HOST = '127.0.0.1';
/** Grace period for what a killed `npm start` has left. */
const LEFTOVERS_END_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 200;

/** @throws PlatformProblem if another program listens */
export async function requireFreePort(port: number, within_ms = LEFTOVERS_END_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + within_ms;
  while (!(await isPortFree(port))) {
    if (Date.now() >= deadline) {
      throw new PlatformProblem(
        `port ${port} is taken by another program`,
        `End what listens there, or choose another: npm start -- --port ${port + 1}`,
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
