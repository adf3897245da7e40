import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { basicOf, type HttpService, startHttpService } from '../support/servers/http-service.ts';

const ANSWER_WITHIN_MS = 10_000;
const town = streetTown({ region: 'town', near: [10, 52], version: 'town-0000000000000001' });
const [lon, lat] = town.centre;
const PATH = '/api/v1/livingcount';
const WALK = `${PATH}?lon=${lon}&lat=${lat}&travel=pedestrian&time=150`;
let service: HttpService;

beforeAll(async () => {
  service = await startHttpService('raw');
  for (const [key, bytes] of town.objects) await service.bucket.put(key, bytes);
  await service.bucket.put(CURRENT_KEY, await currentInMemory([town]));
});
afterAll(() => service.close());

interface RawAnswer {
  readonly status: number;
  readonly isJson: boolean;
  readonly body: string;
}

function exchange(bytes: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(service.url.port), service.url.hostname);
    const parts: Buffer[] = [];
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (part) => parts.push(part));
    socket.once('error', (cause) => (parts.length > 0 ? undefined : reject(cause)));
    socket.once('close', () => {
      const text = Buffer.concat(parts).toString();
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]);
      const [head, ...rest] = text.split('\r\n\r\n');
      resolve({
        status,
        isJson: /content-type: application\/json/i.test(head!),
        body: rest.join('\r\n\r\n'),
      });
    });
    socket.write(bytes);
  });
}

interface RawRequest {
  readonly line?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const bytesOf = ({ line = `GET ${WALK} HTTP/1.1`, headers = [], body = '' }: RawRequest): Buffer => {
  const known = `Authorization: ${basicOf(service.credentials)}`;
  return Buffer.from(
    [line, 'Host: count.test', known, 'Connection: close', ...headers, '', body].join('\r\n'),
    'latin1',
  );
};

test.for<readonly [string, number, RawRequest]>([
  ['an absolute request target', 200, { line: `GET http://evil.example${WALK} HTTP/1.1` }],
  ['HTTP/1.0', 200, { line: `GET ${WALK} HTTP/1.0` }],
  ['TRACE', 405, { line: `TRACE ${WALK} HTTP/1.1` }],
  ['a GET with a body', 200, { headers: ['Content-Length: 7'], body: '{"a":1}' }],
  [
    'a body in pieces',
    405,
    { line: `POST ${WALK} HTTP/1.1`, headers: ['Transfer-Encoding: chunked'], body: '3\r\nabc\r\n0\r\n\r\n' },
  ],
  [
    'a body longer than it says',
    405,
    { line: `POST ${WALK} HTTP/1.1`, headers: ['Content-Length: 1'], body: 'abcGET / HTTP/1.1\r\n\r\n' },
  ],
  [
    'a length and pieces',
    405,
    {
      line: `POST ${WALK} HTTP/1.1`,
      headers: ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      body: '0\r\n\r\n',
    },
  ],
  ['a header of 30 KB', 200, { headers: [`X-Long: ${'x'.repeat(30_000)}`] }],
  ['300 headers', 200, { headers: Array.from({ length: 300 }, (_, i) => `X-${i}: ${i}`) }],
  ['credentials twice, the second ones wrong', 401, { headers: ['Authorization: Basic AAAA'] }],
  ['a range', 200, { headers: ['Range: bytes=0-3'] }],
  ['an upgrade', 200, { headers: ['Upgrade: h2c'] }],
  ['a fragment', 200, { line: `GET ${WALK}#/../current HTTP/1.1` }],
])('%s reaches the Worker: %i', async ([, status, request]) => {
  const answer = await exchange(bytesOf(request));
  expect([answer.status, answer.isJson || answer.body === ''], answer.body.slice(0, 300)).toEqual([
    status,
    true,
  ]);
});

test.for<readonly [string, number, RawRequest]>([
  ['OPTIONS of everything', 500, { line: 'OPTIONS * HTTP/1.1' }],
  ['backslashes', 400, { line: 'GET \\..\\..\\current HTTP/1.1' }],
  [
    'quotes and braces that are not encoded',
    400,
    { line: `GET ${PATH}?zone={"type":"Polygon","coordinates":[[[1,2]]]} HTTP/1.1` },
  ],
  ['CONNECT', 500, { line: 'CONNECT count.test:443 HTTP/1.1' }],
  ['an unknown method', 501, { line: `BREW ${WALK} HTTP/1.1` }],
  ['NUL in the URL', 400, { line: `GET ${PATH}?zone=\u0000 HTTP/1.1` }],
  ['Latin-1 in the URL', 400, { line: `GET ${PATH}?zone=\u00e9 HTTP/1.1` }],
  ['a URL of 70 KB', 414, { line: `GET ${PATH}?pad=${'x'.repeat(70_000)} HTTP/1.1` }],
  ['no request at all', 400, { line: 'hello' }],
])('%s is refused by the runtime before the Worker: %i', async ([, status, request]) => {
  const logged = service.logs().length;
  const answer = await exchange(bytesOf(request));
  expect([answer.status, answer.isJson], answer.body.slice(0, 300)).toEqual([status, false]);
  expect(service.logs().length).toBe(logged);
  expect((await exchange(bytesOf({}))).status).toBe(200);
});
