/**
 * Downloads a file by HTTP: resumes what broke off (RFC 9110, Range with If-Range), retries with backoff, follows redirects to https
 * alone, and refuses web pages. `fetch` ends connections that are silent for five minutes.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformProblem } from '../base/failures/problem.ts';
import { isDiskFull } from '../base/failures/system-failure.ts';
import type { Progress } from '../base/records.ts';

/** What a publisher states about a file. */
export interface Headers {
  readonly bytes: number | null;
  readonly etag: string | null;
  /** Value of `Last-Modified`. */
  readonly modified: string | null;
}

export interface Downloaded extends Headers {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Pace {
  /** The wait doubles before each later try. */
  readonly firstWait_ms: number;
  /** Longest wait that `Retry-After` may ask for. */
  readonly longestWait_ms: number;
}

export const PACE: Pace = { firstWait_ms: 1_000, longestWait_ms: 600_000 };

/** A download ends after this many consecutive tries without a byte. */
const FRUITLESS_TRIES = 6;
/** A server that breaks off after every few bytes would be asked without end. */
const ALL_TRIES = 200;

export class Unreachable extends PlatformProblem {
  /** The server may still answer GET. */
  readonly refusesHead: boolean;
  readonly isGone: boolean;
  /** Follows the address. */
  readonly reason: string;

  constructor(address: string, status: number | null, reason: string) {
    const isGone = status === 404 || status === 410;
    super(
      `${address}: ${reason}`,
      isGone
        ? 'Publishers rename files: find where it is now, and give that address with --mirror OLD=NEW, or the file with --from FOLDER.'
        : 'Look after the network, and start again: what has arrived is kept. Or give the file with --from FOLDER, or a mirror with --mirror OLD=NEW.',
    );
    this.refusesHead = status !== null && [400, 403, 405].includes(status);
    this.isGone = isGone;
    this.reason = reason;
  }
}

/** A try that may succeed when repeated. */
class Interrupted extends Error {
  readonly wait_ms: number | null;

  constructor(reason: string, wait_ms: number | null = null) {
    super(reason);
    this.wait_ms = wait_ms;
  }
}

/**
 * Downloads to `file`, over `file.part`, which a later call continues.
 * @param finish checks the whole part before it becomes the file
 * @throws Unreachable; PlatformProblem for a wrong file, ErrnoException for a full disk
 */
export async function download(
  address: string,
  file: string,
  progress: Progress,
  pace: Pace = PACE,
  finish: (part: string, downloaded: Downloaded) => Promise<void> = async () => {},
): Promise<Downloaded> {
  mkdirSync(dirname(file), { recursive: true });
  let fruitless = 0;
  for (let tried = 1; ; tried++) {
    const before = partOf(file);
    try {
      const headers = await continuePart(address, file, progress);
      const downloaded = {
        ...headers,
        bytes: partOf(file),
        sha256: await hashOf(`${file}.part`, 'sha256'),
      };
      await finish(`${file}.part`, downloaded);
      renameSync(`${file}.part`, file);
      rmSync(`${file}.part.json`, { force: true });
      return downloaded;
    } catch (cause) {
      if (!(cause instanceof Interrupted)) throw cause;
      fruitless = partOf(file) > before ? 0 : fruitless + 1;
      if (fruitless === FRUITLESS_TRIES || tried === ALL_TRIES)
        throw new Unreachable(address, null, `${cause.message}, after ${tried} tries`);
      const wait_ms = cause.wait_ms ?? pace.firstWait_ms * 2 ** fruitless;
      if (wait_ms > pace.longestWait_ms)
        throw new Unreachable(
          address,
          null,
          `the server asks for ${Math.ceil(wait_ms / 60_000)} minutes of patience`,
        );
      await sleep(wait_ms);
    }
  }
}

const partOf = (file: string): number => statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0;

async function continuePart(address: string, file: string, progress: Progress): Promise<Headers> {
  const part = `${file}.part`;
  const known = readStart(file, address);
  const validator = known && validatorIn(known);
  const have = validator === null ? 0 : partOf(file);
  const stop = new AbortController();
  const range: Record<string, string> =
    validator !== null && have > 0 ? { range: `bytes=${have}-`, 'if-range': validator } : {};
  const response = await ask(address, { method: 'GET', headers: range, signal: stop.signal });
  try {
    // A run that was killed after the last byte has left the whole file.
    if (known && response.status === 416 && response.headers.get('content-range') === `bytes */${have}`)
      return known;
    const goesOn = response.status === 206;
    if (response.status === 416 || (goesOn && !(known && continues(response, have, known)))) {
      rmSync(part);
      throw new Interrupted('answers with another part than was asked for');
    }
    const headers = goesOn && known ? known : headersOf(response);
    const from = goesOn ? have : 0;
    const total = headers.bytes;
    if (/^text\/html/i.test(response.headers.get('content-type') ?? ''))
      throw new PlatformProblem(
        `${address}: answers with a web page in place of the file`,
        'Look at the address in a browser: the publisher may ask for something first, or have moved the file.',
      );
    writeFileSync(`${part}.json`, JSON.stringify({ address, ...headers }));
    const out = await open(part, goesOn ? 'a' : 'w');
    try {
      await receive(response, out, { have: from, total, step: stepOf(file, total) }, progress);
    } finally {
      await out.close();
    }
    const bytes = partOf(file);
    if (total !== null && bytes !== total) throw new Interrupted(`ends after ${bytes} of ${total} bytes`);
    return headers;
  } catch (cause) {
    if (isDiskFull(cause)) throw Object.assign(cause as Error, { path: part });
    throw cause;
  } finally {
    stop.abort();
  }
}

const stepOf = (file: string, total: number | null): string =>
  `Download ${basename(file)}${total === null ? '' : `, ${megabytes(total)}`}`;

export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}

async function receive(
  response: Response,
  out: FileHandle,
  { have, total, step }: { readonly have: number; readonly total: number | null; readonly step: string },
  progress: Progress,
): Promise<void> {
  let done = have;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await interrupting(async () => reader?.read());
    if (next === undefined || next.done) return;
    // A nearly full disk takes a part of what is written at once.
    await out.writeFile(next.value);
    done += next.value.length;
    progress(step, done, total ?? undefined);
  }
}

const MAX_REDIRECTS = 10;

/** Sends a request, and follows redirects, each of them to https alone. */
async function ask(address: string, request: RequestInit, redirects = MAX_REDIRECTS): Promise<Response> {
  const response = await interrupting(() =>
    fetch(address, {
      ...request,
      redirect: 'manual',
      // A checksum is of the file, not of its compressed transfer.
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'population-count-builder',
        ...request.headers,
      },
    }),
  );
  const { status } = response;
  if (response.ok || status === 416) return response;
  await response.body?.cancel();
  const location = response.headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    const next = new URL(location, address).href;
    if (!isSafe(next)) throw new Unreachable(address, status, `redirects to ${next}, which is not https`);
    if (redirects === 0) throw new Unreachable(address, status, 'redirects in a circle');
    return ask(next, request, redirects - 1);
  }
  if (status === 429 || status >= 500) throw new Interrupted(`answers ${status}`, retryAfter_ms(response));
  throw new Unreachable(
    address,
    status,
    status === 404 || status === 410 ? 'is not there any more' : `answers ${status}`,
  );
}

/** Plain HTTP is for servers of this machine. */
export function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  );
}

async function interrupting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // fetch reports what breaks off and what cannot be reached by this class.
    if (cause instanceof TypeError) throw new Interrupted(reasonIn(cause));
    throw cause;
  }
}

const reasonIn = (cause: TypeError): string =>
  cause.cause instanceof Error ? `breaks off (${cause.cause.message || cause.cause.name})` : cause.message;

function retryAfter_ms(response: Response): number | null {
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  const wait_ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isFinite(wait_ms) ? Math.max(0, wait_ms) : null;
}

function headersOf({ headers }: Response): Headers {
  const length = headers.get('content-length');
  return {
    bytes: length === null ? null : Number(length),
    etag: headers.get('etag'),
    modified: headers.get('last-modified'),
  };
}

/** Tells whether a part continues ours of the same file, as some servers ignore If-Range. */
function continues({ headers }: Response, have: number, known: Headers): boolean {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const isSame = (name: string, before: string | null): boolean =>
    before === null || (headers.get(name) ?? before) === before;
  return (
    Number(from) === have &&
    (total === '*' || known.bytes === null || Number(total) === known.bytes) &&
    isSame('etag', known.etag) &&
    isSame('last-modified', known.modified)
  );
}

/** If-Range takes no weak ETag. */
const validatorIn = ({ etag, modified }: Headers): string | null =>
  etag !== null && !etag.startsWith('W/') ? etag : modified;

/** Headers of the answer that began a part; `null` if it is of another address. */
function readStart(file: string, address: string): Headers | null {
  try {
    const { address: begun, ...headers } = JSON.parse(readFileSync(`${file}.part.json`, 'utf8'));
    return begun === address ? headers : null;
  } catch {
    return null;
  }
}

/**
 * What the publisher says of a file, by HEAD.
 * @throws Unreachable
 */
export async function headersAt(address: string, pace: Pace = PACE): Promise<Headers> {
  for (let tried = 1; ; tried++) {
    try {
      return headersOf(await ask(address, { method: 'HEAD' }));
    } catch (cause) {
      if (!(cause instanceof Interrupted)) throw cause;
      if (tried === 3) throw new Unreachable(address, null, cause.message);
      await sleep(Math.min(cause.wait_ms ?? pace.firstWait_ms * 2 ** tried, pace.longestWait_ms));
    }
  }
}

export async function hashOf(file: string, algorithm: 'sha256' | 'md5'): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
