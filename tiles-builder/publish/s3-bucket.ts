/** Opens a bucket behind the S3 interface of R2: requests are signed by aws4fetch, and retried. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import {
  AnswerLost,
  type Bucket,
  BucketProblem,
  type Condition,
  type ListedObject,
  requireArrived,
  WriteConflict,
} from './bucket.ts';
import type { S3Access } from './s3-access.ts';
import { FailedTry, inSeveralTries } from './several-tries.ts';

const TIMEOUT_MS = 60_000;
const FIRST_WAIT_MS = 100;
const LIST_END = '</ListBucketResult>';
/** Statuses of a failed condition; 409 comes during another write. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412]);

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly tries: number;
  readonly body: Uint8Array;
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export function openS3Bucket(access: S3Access): Bucket {
  const { endpoint, bucket } = access;
  const { accessKeyId, secretAccessKey } = access;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'auto', retries: 0 });

  const ask = async (call: Call): Promise<Answer> => {
    const path = call.key.split('/').map(encodeURIComponent).join('/');
    try {
      return await inSeveralTries(
        async (tries) => ({ ...(await tryOnce(client, `${endpoint}/${bucket}/${path}`, call)), tries }),
        FIRST_WAIT_MS,
      );
    } catch (cause) {
      if (!(cause instanceof FailedTry)) throw cause;
      throw new AnswerLost(
        `${call.method} ${call.key || 'list'}: ${endpoint} does not answer (${cause.message}).`,
        'Check the connection and R2_ENDPOINT, and start the command again: it goes on where it ended.',
        { cause },
      );
    }
  };
  const refused = (call: Call, answer: Answer): BucketProblem => problemOf(access, call, answer);

  const read = async (call: Call): Promise<Answer | null> => {
    const answer = await ask(call);
    if (answer.status === 200) return answer;
    if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return null;
    throw refused(call, answer);
  };
  const list = async (prefix: string): Promise<readonly ListedObject[]> => {
    const listed: ListedObject[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const call: Call = { method: 'GET', key: '', query: `?${query}` };
      const answer = await ask(call);
      if (answer.status !== 200) throw refused(call, answer);
      const page = textOf(answer.body);
      const next = elementOf('NextContinuationToken', page);
      const goesOn = elementOf('IsTruncated', page) === 'true';
      if (
        !page.trimEnd().endsWith(LIST_END) ||
        goesOn !== (next !== undefined) ||
        (goesOn && next === token)
      ) {
        throw new BucketProblem(
          `The list of objects that ${endpoint} answers cannot be read.`,
          'Check that R2_ENDPOINT is the address of an S3 interface.',
        );
      }
      listed.push(...objectsIn(page));
      token = next;
    } while (token !== undefined);
    return listed;
  };

  return {
    trustsLists: true,
    get: async (key) => {
      const answer = await read({ method: 'GET', key });
      return answer && { bytes: answer.body, etag: answer.etag };
    },
    put: async (key, bytes, condition) => {
      const call: Call = { method: 'PUT', key, body: bytes, headers: headersOf(bytes, condition) };
      const answer = await ask(call);
      if (condition && isConflict(answer)) throw new WriteConflict(key);
      if (answer.status !== 200) throw refused(call, answer);
      requireArrived(key, bytes, answer.etag);
      return answer.etag;
    },
    list,
    remove: async (key) => {
      const call: Call = { method: 'DELETE', key };
      const answer = await ask(call);
      if (answer.status >= 300 && codeOf(answer) !== 'NoSuchKey') throw refused(call, answer);
      return answer.tries === 1;
    },
    close: async () => {},
  };
}

async function tryOnce(client: AwsClient, url: string, call: Call): Promise<Omit<Answer, 'tries'>> {
  const { method, query = '', headers, body } = call;
  try {
    const response = await client.fetch(url + query, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(headers && { headers }),
      ...(body && { body: new Uint8Array(body) }),
    });
    if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
    return {
      status: response.status,
      etag: response.headers.get('etag')?.replace(/^W\//, '').replaceAll('"', '') ?? '',
      body: new Uint8Array(await response.arrayBuffer()),
    };
  } catch (cause) {
    throw new FailedTry(reasonOf(cause as Error), { cause });
  }
}

/** `fetch failed` and `terminated` explain themselves in their cause. */
function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  if (error.message === 'terminated') return 'the connection was cut within the answer';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || (cause as NodeJS.ErrnoException).code || error.message;
}

const headersOf = (bytes: Uint8Array, condition?: Condition): Record<string, string> => ({
  'Content-MD5': createHash('md5').update(bytes).digest('base64'),
  ...(condition &&
    ('ifAbsent' in condition ? { 'If-None-Match': '*' } : { 'If-Match': `"${condition.ifEtag}"` })),
});

/** Some servers answer 404 for a conditional write. */
const isConflict = (answer: Answer): boolean =>
  CONFLICTS.has(answer.status) || (answer.status === 404 && codeOf(answer) === 'NoSuchKey');

function problemOf({ endpoint, bucket }: S3Access, { method, key }: Call, answer: Answer): BucketProblem {
  const { status } = answer;
  const code = codeOf(answer);
  if (code === 'NoSuchBucket' || (status === 404 && (method === 'PUT' || key === ''))) {
    return new BucketProblem(
      `There is no bucket ${bucket} at ${endpoint}.`,
      `Create it (npx wrangler r2 bucket create ${bucket}), or correct --bucket or R2_ENDPOINT.`,
    );
  }
  const reason = `${status}${code === undefined ? '' : ` ${code}`}`;
  if (status === 401 || status === 403) {
    return new BucketProblem(
      `${endpoint} refuses access to the bucket ${bucket} (${reason}).`,
      'Check R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY, that their token may read and write objects of this bucket, and the clock of this machine.',
    );
  }
  return new BucketProblem(
    `${method} ${key || 'list'}: ${endpoint} answers ${reason}.`,
    'Check that R2_ENDPOINT is the address of an S3 interface.',
  );
}

/** Error code of S3, for example NoSuchKey; the rest may repeat the request. */
const codeOf = ({ body }: Answer): string | undefined => /<Code>(\w+)<\/Code>/.exec(textOf(body))?.[1];

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const objectsIn = (page: string): ListedObject[] =>
  Array.from(page.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry]) => ({
    key: elementOf('Key', entry) ?? '',
    size_bytes: Number(elementOf('Size', entry)),
    etag: (elementOf('ETag', entry) ?? '').replaceAll('"', ''),
    writtenAt_ms: Date.parse(elementOf('LastModified', entry) ?? ''),
  }));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  '#39': "'",
};

/** Listings of S3 have no attributes or comments, and our names no other entities. */
const elementOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
