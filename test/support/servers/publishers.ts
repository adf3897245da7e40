/** Loopback stand-in for publishers of open data: their paths below `/HOST`, headers, and habits of unreliable servers. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PublishedFile {
  bytes: Uint8Array;
  /** `Last-Modified`. */
  modified: string;
  contentType?: string;
  /** Without an ETag, publishers have a date alone. */
  hasEtag?: boolean;
  /** Some servers answer a range of whatever they have now. */
  ignoresIfRange?: boolean;
  /** Some servers answer GET alone. */
  refusesHead?: boolean;
  /** `Content-Length` of HEAD, where it is not the true one. */
  statedBytes?: number;
  /** Answers in place of the file, one a request; after them the file. */
  readonly habits?: Habit[];
}

export type Habit =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Closes the connection after these bytes of the answer, while the file maybe becomes another; or says nothing more. */
  | { readonly breaksAfter: number; readonly becomes?: Uint8Array }
  | { readonly silentAfter: number };

export interface Publishers {
  /** For `--mirror`: addresses of all hosts. */
  readonly mirror: readonly [string, string];
  /** By address without `https://`. */
  readonly files: Map<string, PublishedFile>;
  /** `GET example.org/file bytes=0-`. */
  readonly requests: string[];
  mostAtOnce: number;
  close(): Promise<void>;
}

export const published = (
  content: Uint8Array | string,
  more: Partial<PublishedFile> = {},
): PublishedFile => ({
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  modified: 'Thu, 26 Nov 2026 21:21:00 GMT',
  ...more,
});

export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha1').update(bytes).digest('hex').slice(0, 12)}"`;

export async function startPublishers(): Promise<Publishers> {
  const files = new Map<string, PublishedFile>();
  const requests: string[] = [];
  let atOnce = 0;
  const server = createServer((request, response) => {
    publishers.mostAtOnce = Math.max(publishers.mostAtOnce, ++atOnce);
    response.on('close', () => atOnce--);
    answer(request, response);
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', headers } = request;
    const path = decodeURIComponent(request.url!.slice(1)).replace(/\?.*$/, '');
    requests.push([method, path, headers.range].filter(Boolean).join(' '));
    const file = files.get(path);
    if (file === undefined) return void response.writeHead(404).end('gone');
    const habit = method === 'GET' ? file.habits?.shift() : undefined;
    if (habit !== undefined && 'status' in habit) {
      response.writeHead(habit.status, habit.headers).end(habit.body ?? '');
      return;
    }
    if (method === 'HEAD' && file.refusesHead) return void response.writeHead(405).end();
    if (method === 'HEAD' && file.statedBytes !== undefined) {
      response.writeHead(200, { 'content-length': file.statedBytes }).end();
      return;
    }
    const part = writeHead(file, headers, response);
    if (part === null || method === 'HEAD') response.end();
    else if (habit === undefined) response.end(part);
    else if ('silentAfter' in habit) response.write(part.subarray(0, habit.silentAfter));
    else {
      response.write(part.subarray(0, habit.breaksAfter), () =>
        // A client discards what it has not read when the connection ends.
        setTimeout(() => request.socket.end(), 50),
      );
      if (habit.becomes) file.bytes = habit.becomes;
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const publishers: Publishers = {
    mirror: ['https://', `http://127.0.0.1:${port}/`],
    files,
    requests,
    mostAtOnce: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return publishers;
}

/** @returns bytes that follow; `null` beyond the end of the file */
function writeHead(
  {
    bytes,
    modified,
    contentType = 'application/octet-stream',
    hasEtag = true,
    ignoresIfRange,
  }: PublishedFile,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): Uint8Array | null {
  const isSame = ignoresIfRange || [etagOf(bytes), modified].includes(String(headers['if-range']));
  const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
  if (from > 0 && from >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` });
    return null;
  }
  const part = bytes.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    // RFC 9110, 15.3.7: after If-Range, a part repeats no other header than the ETag.
    ...(from === 0 && { 'last-modified': modified }),
    'content-type': contentType,
    'content-length': part.length,
    ...(hasEtag && { etag: etagOf(bytes) }),
    ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  return part;
}
