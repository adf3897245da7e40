/** The service without Cloudflare answers as the Worker does, and its image is made of what there is. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { CALLS_PER_ADDRESS } from '../../src/limits.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { openFolderBucket } from '../../tiles-builder/publish/folder-bucket.ts';
import { createKey } from '../../tiles-builder/publish/keys/manage-keys.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type HttpService, serviceAt, startHttpService } from '../support/servers/http-service.ts';
import { crossingPosition, type GridTown, writeGridTown } from '../support/towns/grid-town.ts';

const folder = temporaryFolder();
const [lon, lat] = crossingPosition([4, 4]);
let town: GridTown;
let worker: HttpService;
let selfHosted: HttpService;

beforeAll(async () => {
  town = await writeGridTown(join(folder, 'sources'));
  await buildDataset(readConfig(town.config), join(folder, 'dataset'), { progress: () => {} });
  worker = await startHttpService('self-hosted');
  selfHosted = await startSelfHosted(join(folder, 'state'));
  for (const { bucket } of [worker, selfHosted])
    await publishDataset(join(folder, 'dataset'), bucket, () => {});
});
afterAll(async () => {
  await worker?.close();
  await selfHosted?.close();
});

const STARTS_WITHIN_MS = 20_000;

/** Starts workerd on folders, as in the image. */
async function startSelfHosted(state: string): Promise<HttpService> {
  execFileSync('npm', ['run', 'self-hosted'], { cwd: projectFolder, stdio: 'pipe' });
  const bucket = openFolderBucket(join(state, 'tiles'));
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
    // The image has no certificates.
    env: { ADDRESS_HEADER: 'X-Forwarded-For', SSL_CERT_FILE: '/none', SSL_CERT_DIR: '/none' },
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
    ...serviceAt(url, credentials),
    bucket,
    close: async () => {
      workerd.kill('SIGTERM');
      await ended;
    },
  };
}

const answerOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('Content-Type'),
  tag: response.headers.get('ETag'),
  body: await response.text(),
});

test.each([
  ['/api/v1/livingcount', { lon, lat, travel: 'pedestrian', time: 600, details: 'true' }],
  ['/api/v1/workingcount', { lon, lat, travel: 'motorized', time: 300 }],
  ['/api/v1/livingcount', { lon, lat, travel: 'motorized', time: 4_000 }],
  ['/api/v1/livingcount', { lon: 0, lat: 0, travel: 'motorized', time: 60 }],
  ['/map/regions.json', {}],
  ['/map/grid-town-0000000000000000/names', { q: 'a' }],
  ['/openapi.json', {}],
  ['/nowhere', {}],
])('%s with %j is answered alike, also from memory', async (path, parameters) => {
  const expected = await answerOf(await worker.ask(path, parameters));
  const hostOf = (text: string): string =>
    text.replaceAll(worker.url.origin, 'HOST').replaceAll(selfHosted.url.origin, 'HOST');
  for (let times = 0; times < 2; times++) {
    const answer = await answerOf(await selfHosted.ask(path, parameters));
    expect({ ...answer, body: hostOf(answer.body) }).toEqual({ ...expected, body: hostOf(expected.body) });
  }
});

test('everybody is counted, and who has no key is not answered', async () => {
  const zone = JSON.stringify({ type: 'Polygon', coordinates: town.coverage });
  const answer = await selfHosted.ask('/api/v1/livingcount', { zone });
  expect(await answer.json()).toMatchObject({ livingcount: town.people });
  expect((await fetch(new URL('/api/v1/livingcount', selfHosted.url))).status).toBe(401);
  expect((await fetch(new URL('/healthz', selfHosted.url))).status).toBe(200);
});

test.each(['/', '/docs', '/docs/methods', '/docs/nowhere', '/index.html'])(
  'the page %s is served with the headers that Cloudflare sends',
  async (path) => {
    const [expected, answer] = await Promise.all(
      [worker, selfHosted].map(({ url }) => fetch(new URL(path, url))),
    );
    expect(answer.status).toBe(expected.status);
    expect(await answer.text()).toBe(await expected.text());
    for (const name of ['Content-Type', 'Content-Security-Policy', 'X-Content-Type-Options'])
      expect(answer.headers.get(name), name).toBe(expected.headers.get(name));
  },
);

test('the proxy, not the caller, says whose address is limited', async () => {
  const statusOf = async (headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(new URL('/map/regions.json', selfHosted.url), { headers });
    await answer.text();
    return answer.status;
  };
  const flood = { 'CF-Connecting-IP': '192.0.2.9', 'X-Forwarded-For': '192.0.2.9, 192.0.2.1' };
  // A minute may end among the calls, and its count with it: two minutes hold enough of them.
  let limited = false;
  for (let calls = 0; calls <= 2 * CALLS_PER_ADDRESS && !limited; calls += 50)
    limited = (await Promise.all(Array.from({ length: 50 }, () => statusOf(flood)))).includes(429);
  expect(limited).toBe(true);
  expect(await statusOf({ ...flood, 'X-Forwarded-For': '192.0.2.1, 192.0.2.2' })).toBe(200);
});

const containerfile = readFileSync(join(projectFolder, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ');
const wordsAfter = (instruction: string): string[] =>
  JSON.parse(new RegExp(`\\b${instruction} +(\\[.*\\])$`, 'm').exec(containerfile)![1]);

test('the image has the oldest Node.js that the commands take, and starts what was made', () => {
  const [, version] = /node:([\d.]+)-/.exec(containerfile)!;
  expect(packageJson.engines.node).toBe(`>=${version}.0`);
  for (const [, script] of containerfile.matchAll(/npm run ([a-z-]+)/g))
    expect(packageJson.scripts).toHaveProperty(script);
  const files = containerfile.match(/\/service\/[\w.]+/g)!;
  for (const file of files)
    expect(existsSync(file.replace('/service', join(projectFolder, '.self-hosted')))).toBe(true);
});

test('the Worker is of the same compatibility date', () => {
  const dateIn = (file: string, pattern: RegExp): string =>
    pattern.exec(readFileSync(join(projectFolder, file), 'utf8'))![1];
  expect(dateIn('src/self-hosted/config.capnp', /compatibilityDate = "(.*)"/)).toBe(
    dateIn('wrangler.toml', /compatibility_date = "(.*)"/),
  );
});

test('the health check ends with 0 where the service answers, with 1 where nothing does', () => {
  const [, program, ...options] = ['HEALTHCHECK', ...wordsAfter('HEALTHCHECK.*CMD')];
  const check = (port: string): unknown =>
    execFileSync(
      program,
      options.map((option) => option.replace('8787', port)),
      { stdio: 'pipe' },
    );
  expect(() => check(selfHosted.url.port)).not.toThrow();
  expect(() => check('1')).toThrow(expect.objectContaining({ status: 1 }));
});
