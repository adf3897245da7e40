/** Loopback S3 bucket that checks checksum and conditions, damages bodies and cuts connections. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Bucket } from '../../../tiles-builder/publish/bucket.ts';
import type { S3Access } from '../../../tiles-builder/publish/s3-access.ts';
import { openS3Bucket } from '../../../tiles-builder/publish/s3-bucket.ts';

const LATENCY_MS = 2;
const OBJECTS_PER_PAGE = 5;
const BUCKET = 'tiles';
/** The signature itself is the work of aws4fetch. */
const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/auto\/s3\/aws4_request, ?SignedHeaders=[\w;-]+, ?Signature=[0-9a-f]{64}$/;

/** Before reading, after storing, within the answer's body, or never. */
export type Cut = 'at-once' | 'unanswered' | 'within-body' | null;

export interface S3Server {
  readonly bucket: Bucket;
  readonly access: S3Access;
  checksChecksums: boolean;
  /** By path, `/BUCKET/KEY`. */
  readonly objects: Map<string, Buffer>;
  readonly written: string[];
  readonly writtenAt_ms: Map<string, number>;
  mostAtOnce: number;
  cut: (request: { readonly method: string; readonly path: string }) => Cut;
  /** In transit. */
  damage: (body: Buffer, path: string) => Buffer;
  close(): void;
}

export async function startS3Server(): Promise<S3Server> {
  let atOnce = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    const method = request.method ?? '';
    const cut = state.cut({ method, path });
    await setTimeout(LATENCY_MS);
    if (cut === 'at-once') return void request.socket.destroy();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const refusal: Refusal | null = SIGNED.test(request.headers.authorization ?? '')
      ? change(state, request, path, Buffer.concat(parts))
      : [403, 'SignatureDoesNotMatch'];
    if (refusal) return fail(request, response, refusal);
    if (cut === 'unanswered') return void request.socket.destroy();
    if (searchParams.has('list-type')) return void response.end(pageOf(state, path, searchParams));
    if (method === 'DELETE') return void response.writeHead(204).end();
    const object = state.objects.get(path);
    if (!object) return fail(request, response, [404, 'NoSuchKey']);
    const ETag = etagHeader(object);
    if (method === 'PUT') return void response.writeHead(200, { ETag }).end();
    response.writeHead(200, { ETag, 'Content-Length': object.byteLength });
    if (cut !== 'within-body') return void response.end(object);
    response.write(object.subarray(0, object.byteLength >> 1), () => request.socket.destroy());
  };
  const server = createServer((request, response) => {
    state.mostAtOnce = Math.max(state.mostAtOnce, ++atOnce);
    answer(request, response)
      .catch(() => response.destroy())
      .finally(() => atOnce--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const access: S3Access = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    accessKeyId: 'id',
    secretAccessKey: 'the-secret-of-tests',
  };
  const state: S3Server = {
    bucket: openS3Bucket(access),
    access,
    checksChecksums: true,
    objects: new Map(),
    written: [],
    writtenAt_ms: new Map(),
    mostAtOnce: 0,
    cut: () => null,
    damage: (body) => body,
    close: () => void server.close(),
  };
  return state;
}

type Refusal = readonly [status: number, code: string];

function fail({ method, headers }: IncomingMessage, response: ServerResponse, [status, code]: Refusal): void {
  // Real servers repeat credentials.
  const details = `<StringToSign>${headers.authorization}</StringToSign>`;
  response.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code>${details}</Error>`);
}

function change(
  state: S3Server,
  { method, headers }: IncomingMessage,
  path: string,
  body: Buffer,
): Refusal | null {
  if (!path.startsWith(`/${BUCKET}/`)) return [404, 'NoSuchBucket'];
  if (method === 'PUT') return put(state, path, body, headers);
  if (method === 'DELETE') state.objects.delete(path);
  return null;
}

function put(state: S3Server, path: string, sent: Buffer, headers: IncomingHttpHeaders): Refusal | null {
  const body = state.damage(sent, path);
  const md5 = createHash('md5').update(body).digest('base64');
  if (state.checksChecksums && md5 !== headers['content-md5']) return [400, 'BadDigest'];
  const refused = conditionFault(headers, state.objects.get(path));
  if (refused) return refused;
  state.objects.set(path, body);
  state.written.push(path);
  state.writtenAt_ms.set(path, Date.now());
  return null;
}

function conditionFault(headers: IncomingHttpHeaders, there: Buffer | undefined): Refusal | null {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !there) return [404, 'NoSuchKey'];
  const isChanged = ifMatch !== undefined && there !== undefined && etagHeader(there) !== ifMatch;
  return isChanged || (ifNoneMatch === '*' && there) ? [412, 'PreconditionFailed'] : null;
}

const etagHeader = (object: Buffer): string => `"${createHash('md5').update(object).digest('hex')}"`;

/** The token is the number of objects on previous pages. */
function pageOf({ objects, writtenAt_ms }: S3Server, bucketPath: string, query: URLSearchParams): string {
  const prefix = `${bucketPath}${query.get('prefix') ?? ''}`;
  const listed = [...objects]
    .filter(([path]) => path.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const start = Number(query.get('continuation-token') ?? 0);
  const end = start + OBJECTS_PER_PAGE;
  const contents = listed.slice(start, end).map(([path, object]) => {
    const etag = etagHeader(object);
    const modified = new Date(writtenAt_ms.get(path) ?? 0).toISOString();
    return (
      `<Contents><Key>${path.slice(bucketPath.length).replaceAll('&', '&amp;')}</Key>` +
      `<LastModified>${modified}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag>` +
      `<Size>${object.byteLength}</Size></Contents>`
    );
  });
  const goesOn = end < listed.length;
  const next = goesOn ? `<NextContinuationToken>${end}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${goesOn}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}
