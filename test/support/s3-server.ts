/** A bucket behind the S3 interface on loopback: keeps objects, checks what arrives, and cuts connections when told to. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { openS3Bucket } from '../../tiles-builder/publish/s3-bucket.ts';

const LATENCY_MS = 2;
/** Few, so that lists take several pages. */
const OBJECTS_PER_PAGE = 5;

/** Where a connection is cut: before anything is read, once all is stored but before the answer, or not. */
export type Cut = 'at-once' | 'unanswered' | null;

export interface S3Server {
  readonly bucket: Bucket;
  /** By path, `/BUCKET/KEY`. */
  readonly objects: Map<string, Buffer>;
  /** Paths in the order in which they were stored. */
  readonly written: string[];
  readonly writtenAt_ms: Map<string, number>;
  /** Requests that were being handled at the same time, at most. */
  mostAtOnce: number;
  /** Asked at each request. */
  cut: () => Cut;
  /** What becomes of a body on its way. */
  damage: (body: Buffer) => Buffer;
  close(): void;
}

export async function startS3Server(): Promise<S3Server> {
  let atOnce = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cut = state.cut();
    await setTimeout(LATENCY_MS);
    if (cut === 'at-once') return void request.socket.destroy();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) {
      return void response.writeHead(403).end('no signature');
    }
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const path = decodeURIComponent(pathname);
    if (request.method === 'PUT') {
      const body = state.damage(Buffer.concat(parts));
      const md5 = createHash('md5').update(body).digest('base64');
      if (md5 !== request.headers['content-md5']) return void response.writeHead(400).end('BadDigest');
      state.objects.set(path, body);
      state.written.push(path);
      state.writtenAt_ms.set(path, Date.now());
    }
    if (request.method === 'DELETE') state.objects.delete(path);
    if (cut === 'unanswered') return void request.socket.destroy();
    if (searchParams.has('list-type')) return void response.end(pageOf(state, path, searchParams));
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const object = state.objects.get(path);
    if (!object) return void response.writeHead(404).end();
    const etag = `"${createHash('md5').update(object).digest('hex')}"`;
    if (request.method === 'PUT') return void response.writeHead(200, { ETag: etag }).end();
    response.writeHead(200, { ETag: etag, 'Content-Length': object.byteLength }).end(object);
  };
  const server = createServer((request, response) => {
    state.mostAtOnce = Math.max(state.mostAtOnce, ++atOnce);
    answer(request, response)
      .catch(() => response.destroy())
      .finally(() => atOnce--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: S3Server = {
    bucket: openS3Bucket({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'tiles',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }),
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

/** A page of ListObjectsV2; the token is the number of objects on the pages before. */
function pageOf({ objects, writtenAt_ms }: S3Server, bucketPath: string, query: URLSearchParams): string {
  const prefix = `${bucketPath}${query.get('prefix') ?? ''}`;
  const listed = [...objects.keys()].filter((path) => path.startsWith(prefix)).sort();
  const start = Number(query.get('continuation-token') ?? 0);
  const end = start + OBJECTS_PER_PAGE;
  const contents = listed.slice(start, end).map((path) => {
    const modified = new Date(writtenAt_ms.get(path) ?? 0).toISOString();
    return `<Contents><Key>${path.slice(bucketPath.length)}</Key><LastModified>${modified}</LastModified></Contents>`;
  });
  const next = end < listed.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}
