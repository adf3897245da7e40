/** Runs the Worker locally by `wrangler dev`: starts it, polls until it answers, and ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { HOST } from './free-port.ts';

const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 100;
/** Grace period before wrangler is killed. */
const END_WITHIN_MS = 5_000;

const ENVIRONMENT = {
  /** Miniflare would fetch metadata of requests from the internet. */
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  /** Traces on disk halve the throughput. */
  X_LOCAL_OBSERVABILITY: 'false',
};

export interface LocalService {
  readonly url: string;
  /** Resolves once the Worker answers; rejects where it ends first or times out, and ends it. */
  readonly ready: Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  readonly isStopping: () => boolean;
  readonly stop: () => Promise<void>;
}

export function startLocalService(projectFolder: string, port: number, logs: boolean): LocalService {
  const wrangler = join(
    dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
    'bin/wrangler.js',
  );
  const child = spawn(
    process.execPath,
    [
      wrangler,
      'dev',
      ...['--ip', HOST, '--port', String(port), '--inspector-port', '0'],
      ...['--log-level', logs ? 'log' : 'warn', '--show-interactive-dev-session', 'false'],
    ],
    { cwd: projectFolder, env: { ...process.env, ...ENVIRONMENT }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    await endChild(child, ended);
  };
  const ready = untilItAnswers(`http://${HOST}:${port}`, ended).catch(async (cause) => {
    await endChild(child, ended);
    throw cause;
  });
  return { url: `http://localhost:${port}`, ready, ended, isStopping: () => stopping, stop };
}

async function untilItAnswers(url: string, ended: Promise<number | null>): Promise<void> {
  let exitCode: number | null | undefined;
  void ended.then((code) => {
    exitCode = code;
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; ) {
    if (exitCode !== undefined) throw new PlatformProblem(`wrangler dev ended with code ${exitCode}`);
    const answered = await fetch(url, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
      async (response) => {
        await response.arrayBuffer();
        return true;
      },
      () => false,
    );
    if (answered) return;
    await sleep(ASK_EVERY_MS);
  }
  throw new PlatformProblem(`wrangler dev does not answer within ${READY_WITHIN_MS / 1000} s`);
}

async function endChild(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await ended;
  clearTimeout(force);
}
