import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import { DOWNLOADS } from '../../tiles-builder/page/docs/build-docs.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown, WORKING_FACTOR } from '../support/datasets/street-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '../examples');
const folder = temporaryFolder();
const { lon, lat } = CALL_EXAMPLES.walk.parameters;
const town = streetTown({ region: 'quarter', near: [lon, lat], version: 'quarter-0000000000000009' });
const LIVING = 3;
const WORKING = LIVING * WORKING_FACTOR;

let service: HttpService;

beforeAll(async () => {
  service = await startHttpService('examples');
  for (const [key, bytes] of town.objects) await service.bucket.put(key, bytes);
  await service.bucket.put(CURRENT_KEY, await currentInMemory([town]));
});
afterAll(async () => {
  await service?.close();
});

const LANGUAGES: Readonly<Record<string, { command: string; probe: readonly [string, ...string[]] }>> = {
  '.ts': { command: process.execPath, probe: [process.execPath, '--version'] },
  '.sh': { command: 'sh', probe: ['curl', '--version'] },
  '.py': { command: 'python3', probe: ['python3', '--version'] },
  '.R': { command: 'Rscript', probe: ['Rscript', '-e', 'library(httr2); library(sf)'] },
};

/** `null` if the command runs here. */
async function missing(command: string, ...args: string[]): Promise<string | null> {
  return run(command, args, { timeout: 10_000 }).then(
    () => null,
    (cause) => `${command} ${args.join(' ')}: ${cause.code === 'ENOENT' ? 'not installed' : cause.stderr}`,
  );
}

const tested = new Set<string>();

/** @param check gets a function that runs the example and returns its output */
function testExample(
  file: string,
  title: string,
  check: (runExample: (...args: string[]) => Promise<string>) => Promise<void>,
): void {
  tested.add(file);
  test(`${file}, ${title}`, async ({ skip }) => {
    const { command, probe } = LANGUAGES[extname(file)];
    const reason = await missing(...probe);
    if (reason) skip(reason);
    const { key, secret } = service.credentials;
    const credentials = { API_KEY: key, API_SECRET: secret };
    await check(async (...args) => {
      const called = [join(examples, file), ...args];
      const env = { SERVICE_URL: service.url.origin, ...process.env, ...credentials };
      return (await run(command, called, { env, cwd: folder, timeout: 30_000 })).stdout;
    });
  });
}

test('every example is shown or served, and tested', () => {
  const docs = join(examples, '../../src/web/docs');
  const page = ['examples.md', 'gis.md'].map((name) => readFileSync(join(docs, name), 'utf8')).join('');
  const files = readdirSync(examples).filter((file) => !DOWNLOADS.includes(file));
  expect(files.filter((file) => !page.includes(`{{file test/examples/${file}}}`))).toEqual([]);
  expect([...tested].toSorted()).toEqual(files.toSorted());
});

testExample('count.ts', 'by fetch', async (runExample) => {
  expect(await runExample()).toMatch(new RegExp(`^${LIVING} people live .*\\n${WORKING} people work`));
});

testExample('count.sh', 'by curl', async (runExample) => {
  const answers = (await runExample())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([{ livingcount: LIVING }, { workingcount: WORKING }]);
});

testExample('count.py', 'which writes a layer for QGIS', async (runExample) => {
  expect(await runExample()).toMatch(new RegExp(`^${LIVING} people live .*\\n${WORKING} people work`));
  const layer = JSON.parse(readFileSync(join(folder, 'isochrone.geojson'), 'utf8'));
  expect(layer.features[0].properties).toEqual({ livingcount: LIVING, workingcount: WORKING, cut: false });
});

testExample(
  'layer.sh',
  'which writes a layer for QGIS, and none where nothing answers',
  async (runExample) => {
    const file = join(folder, 'isochrone.geojson');
    rmSync(file, { force: true });
    vi.stubEnv('SERVICE_URL', 'http://localhost:1');
    await expect(runExample()).rejects.toMatchObject({ code: expect.any(Number) });
    expect(existsSync(file)).toBe(false);
    vi.unstubAllEnvs();
    await runExample();
    const { properties } = JSON.parse(readFileSync(file, 'utf8'));
    expect(properties).toEqual({ livingcount: expect.any(Number), cut: false });
  },
);

testExample('count.R', 'with sf', async (runExample) => {
  expect(await runExample()).toContain(`${LIVING} people live`);
});

test('the documentation is served next to the API, under a policy that forbids foreign loads', async () => {
  for (const path of ['/docs', '/docs/deploy']) {
    const page = await fetch(new URL(path, service.url), { redirect: 'manual' });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*style-src 'self'/);
    expect(await page.text()).toContain('<main');
  }
  const index = await (await fetch(new URL('/llms.txt', service.url))).text();
  const links = Array.from(index.matchAll(/\]\((\/docs[^)]*\.md)\)/g), ([, link]) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(await (await fetch(new URL(link, service.url))).text()).toMatch(/^# /);
  for (const file of DOWNLOADS) {
    const served = await fetch(new URL(`/docs/files/${file}`, service.url));
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(served.headers.get('Content-Disposition')).toBe('attachment');
    expect(await served.text()).toBe(readFileSync(join(examples, file), 'utf8'));
  }
});
