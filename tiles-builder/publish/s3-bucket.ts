/** A bucket behind the S3 interface, as R2 offers it. Source: https://developers.cloudflare.com/r2/api/s3/api/ */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { PlatformProblem } from '../problem.ts';
import type { Bucket, ListedObject } from './bucket.ts';

const TIMEOUT_MS = 60_000;
/** A request is tried so often where the connection breaks or the other side is busy, */
const TRIES = 6;
/** each time after twice the wait, from this one on. */
const FIRST_WAIT_MS = 100;

/** Where the bucket is and who may write to it. */
export interface S3Access {
  /** For R2 `https://<account>.r2.cloudflarestorage.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Reads the access to a bucket from R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY. */
export function s3AccessFromEnvironment(bucket: string, environment: NodeJS.ProcessEnv): S3Access {
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) {
      throw new PlatformProblem(
        `the environment variable ${name} is missing`,
        'A bucket is reached by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY.',
      );
    }
    return value;
  };
  return {
    bucket,
    endpoint: required('R2_ENDPOINT'),
    accessKeyId: required('R2_ACCESS_KEY_ID'),
    secretAccessKey: required('R2_SECRET_ACCESS_KEY'),
  };
}

export function openS3Bucket({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Access): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'auto', retries: 0 });
  const call = async (
    method: string,
    key: string,
    body?: Uint8Array<ArrayBuffer>,
    query = '',
  ): Promise<Response | null> => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${endpoint.replace(/\/$/, '')}/${bucket}/${path}${query}`;
    const response = await inSeveralTries(() =>
      client.fetch(url, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body, headers: { 'Content-MD5': createHash('md5').update(body).digest('base64') } }),
      }),
    );
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    get: async (key) => {
      const response = await call('GET', key);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    md5: async (key) => {
      const response = await call('HEAD', key);
      // The entity tag of an object that was written in one piece is its MD5.
      return response && (response.headers.get('etag')?.replaceAll('"', '') ?? '');
    },
    put: async (key, bytes) => {
      const response = await call('PUT', key, new Uint8Array(bytes));
      if (!response) throw new Error(`There is no bucket ${bucket} at ${endpoint}`);
    },
    list: async (prefix) => {
      const listed: ListedObject[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (token !== undefined) query.set('continuation-token', token);
        const response = await call('GET', '', undefined, `?${query}`);
        if (!response) throw new Error(`There is no bucket ${bucket} at ${endpoint}`);
        const page = await response.text();
        listed.push(...objectsIn(page));
        token = textOf('NextContinuationToken', page);
      } while (token !== undefined);
      return listed;
    },
    remove: async (key) => {
      await call('DELETE', key);
    },
    close: async () => {},
  };
}

/** Objects of a page of ListObjectsV2. Names hold no character that XML would escape. */
const objectsIn = (page: string): ListedObject[] =>
  Array.from(page.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry]) => ({
    key: textOf('Key', entry!)!,
    writtenAt_ms: Date.parse(textOf('LastModified', entry!)!),
  }));

const textOf = (element: string, xml: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];

async function inSeveralTries(request: () => Promise<Response>): Promise<Response> {
  for (let tried = 1; ; tried++) {
    try {
      const response = await request();
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || tried === TRIES) return response;
      await response.body?.cancel();
    } catch (error) {
      if (tried === TRIES) throw error;
    }
    await setTimeout(FIRST_WAIT_MS * 2 ** (tried - 1));
  }
}
