/** The service without Cloudflare: workerd on folders, as in the image. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import { openFolderBucket } from '../../../tiles-builder/publish/folder-bucket.ts';
import { createKey } from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { projectFolder } from '../processes/run-command.ts';
import { freePort } from './free-port.ts';
import { basicOf, type HttpService } from './http-service.ts';

const STARTS_WITHIN_MS = 20_000;

/** @param state folder of tiles and keys */
export async function startSelfHosted(state: string): Promise<HttpService> {
  execFileSync('npm', ['run', 'self-hosted'], { cwd: projectFolder, stdio: 'pipe' });
  const bucket: Bucket = openFolderBucket(join(state, 'tiles'));
  const credentials = await createKey(openFolderBucket(join(state, 'keys')), 'self-hosted');
  const url = new URL(`http://127.0.0.1:${await freePort()}`);
  const folder = join(projectFolder, '.self-hosted');
  const folders = [`tiles=${state}/tiles`, `keys=${state}/keys`, `page=${folder}/page`];
  const options = [
    '--socket-addr',
    `http=${url.host}`,
    ...folders.flatMap((each) => ['--directory-path', each]),
  ];
  let logs = '';
  const workerd = spawn(join(folder, 'workerd'), ['serve', join(folder, 'config.capnp'), ...options], {
    env: { ADDRESS_HEADER: 'X-Forwarded-For' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [workerd.stdout, workerd.stderr]) stream.on('data', (bytes) => (logs += bytes));
  const ended = once(workerd, 'exit');
  const until_ms = Date.now() + STARTS_WITHIN_MS;
  while (!(await fetch(url).catch(() => null))) {
    if (Date.now() > until_ms || workerd.exitCode !== null) throw new Error(`workerd did not start: ${logs}`);
    await setTimeout(50);
  }
  return {
    url,
    bucket,
    credentials,
    ask: (path, parameters) => {
      const asked = new URL(path, url);
      for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value));
      return fetch(asked, { headers: { Authorization: basicOf(credentials) } });
    },
    logs: () => logs,
    close: async () => {
      workerd.kill('SIGTERM');
      await ended;
    },
  };
}
