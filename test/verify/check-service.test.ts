import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkService, serviceAt } from '../../tiles-builder/verify/check-service.ts';

const VERSION = 'town-0000000000000002';
let server: Server;
let asked: string[];
/** In turn; the last one repeats. */
let answers: { readonly status: number; readonly body: unknown }[];
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  asked = [];
  answers = [of(VERSION)];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, body } = answers[Math.min(asked.length, answers.length) - 1];
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
});

const of = (version: string) => ({
  status: 200,
  body: { success: true, error: '', datasets: [{ version: 'other-0000000000000003' }, { version }] },
});
const check = (wait_ms?: number): ReturnType<typeof checkService> =>
  checkService(serviceAt(url()), VERSION, wait_ms);

test('asks for the health of the service, and waits until the version before is replaced', async () => {
  answers = [of('town-0000000000000001'), of(VERSION)];
  const { fault, waited_s } = await check();
  expect(fault).toBeNull();
  expect(waited_s).toBeGreaterThan(2);
  expect(asked).toEqual(['/healthz', '/healthz']);
});

test.for([
  ['another version', of('town-0000000000000001'), /it answers from .*town-0000000000000001/],
  [
    'a failure',
    { status: 503, body: { success: false, error: 'Not ready: region town: living pack missing.' } },
    /status 503: Not ready: region town/,
  ],
  ['a page', { status: 200, body: '<html>' }, /not valid JSON/],
  ['another service', { status: 200, body: { count: 40 } }, /none of the service's/],
] as const)('%s to the end of the time is a fault', async ([_name, answer, sentence]) => {
  answers = [answer];
  expect((await check(100)).fault).toMatch(sentence);
});

test('what is no address is refused', () => {
  expect(() => serviceAt('count.example.org')).toThrow(/is not the address of a service/);
});
