import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { latLngToCell } from 'h3-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { checkService, serviceAt } from '../../tiles-builder/verify/check-service.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';

const CALLER = { API_KEY: 'pc_key', API_SECRET: 'the-secret' };
const PLACE = [52.5, 13.4] as const;
let server: Server;
let folder: string;
let version: string;
let asked: { readonly url: URL; readonly authorization: string }[];
/** In turn; the last one repeats. */
let answers: (() => { readonly status: number; readonly body: unknown })[];
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  folder = temporaryFolderOfTest();
  const cells = new Map([
    [latLngToCell(...PLACE, GRID_RESOLUTION), 40],
    [latLngToCell(52.7, 13.4, GRID_RESOLUTION), 30],
  ]);
  const { manifest, source } = countDataset({ living: tilesOf(cells) });
  ({ version } = writeFolder(folder, { manifest, objects: source.objects }));
  asked = [];
  answers = [() => of(version, 40)];
  server = createServer((request, response) => {
    asked.push({
      url: new URL(request.url ?? '', url()),
      authorization: request.headers.authorization ?? '',
    });
    const { status, body } = answers[Math.min(asked.length, answers.length) - 1]();
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
});

const of = (version: string, livingcount: number) => ({
  status: 200,
  body: { success: true, error: '', livingcount, details: { datasets: [{ version }] } },
});
const check = (wait_ms?: number): ReturnType<typeof checkService> =>
  checkService(serviceAt(url(), CALLER), folder, wait_ms);

test('asks as the caller about a small zone around the fullest place, and compares the count', async () => {
  expect(await check()).toMatchObject({ answered: 40, fault: null, question: { layer: 'living' } });
  const [{ url, authorization }] = asked;
  expect(authorization).toBe(`Basic ${btoa('pc_key:the-secret')}`);
  expect(url.pathname).toBe('/api/v1/livingcount');
  const [ring] = JSON.parse(url.searchParams.get('zone') ?? '').coordinates as [number, number][][];
  for (const [lon, lat] of ring) {
    expect(Math.hypot((lon - PLACE[1]) * 0.6, lat - PLACE[0])).toBeLessThan(0.001);
  }
});

test('waits until the version before is replaced', async () => {
  answers = [() => of('town-0000000000000001', 7), () => of(version, 40)];
  const { fault, waited_s } = await check();
  expect(fault).toBeNull();
  expect(waited_s).toBeGreaterThan(2);
});

test('another count than the folder has is a fault', async () => {
  answers = [() => of(version, 39)];
  expect((await check()).fault).toBe('the service counts 39 people in a zone where the dataset has 40');
});

test.for([
  ['another version', () => of('town-0000000000000001', 40), /it answers from town-0000000000000001/],
  [
    'a failure',
    () => ({ status: 401, body: { success: false, error: 'The credentials are not valid.' } }),
    /status 401: The credentials are not valid/,
  ],
  ['a page', () => ({ status: 200, body: '<html>' }), /not valid JSON/],
  ['another service', () => ({ status: 200, body: { count: 40 } }), /none of the service's/],
] as const)('%s to the end of the time is a fault', async ([_name, answer, sentence]) => {
  answers = [answer];
  const { answered, fault } = await check(100);
  expect(answered).toBeNull();
  expect(fault).toMatch(sentence);
  expect(fault).not.toContain('the-secret');
});

test('credentials come from the environment', () => {
  expect(serviceAt(url(), CALLER)).toMatchObject({ key: 'pc_key', secret: 'the-secret' });
  expect(() => serviceAt(url(), { API_KEY: 'a' })).toThrow(/API_KEY and API_SECRET/);
});
