/** Runs workerd by Miniflare with the local R2 buckets of `wrangler dev`, without a Worker. */
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { systemFailure } from '../base/failures/system-failure.ts';
import { BucketProblem } from './bucket.ts';
import { withinTime } from './within-time.ts';

/** workerd starts within this time, usually in less than a second. */
const START_MS = 60_000;
const END_MS = 10_000;

const projectFolder = join(import.meta.dirname, '../..');

export const LOCAL_STATE = join(projectFolder, '.wrangler/state/v3');

export interface LocalRuntime {
  readonly bucket: R2Bucket;
  /** First line of what workerd logged last, `null` for nothing. */
  readonly lastLog: () => string | null;
  readonly close: () => Promise<void>;
}

/** @throws BucketProblem if workerd does not start; ErrnoException if the system refuses its folder */
export async function startLocalRuntime(persistTo: string, binding: 'TILES' | 'KEYS'): Promise<LocalRuntime> {
  // Loading takes longer than most commands.
  const [{ convertV4MiniflareOptions, Miniflare }, { unstable_readConfig }] = await Promise.all([
    import('miniflare'),
    import('wrangler'),
  ]);
  const { r2_buckets } = unstable_readConfig({ config: join(projectFolder, 'wrangler.toml') });
  let logged: string | null = null;
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: '',
      r2Buckets: { [binding]: bucketName(binding, r2_buckets) },
      resourcePersistencePath: persistTo,
      resourceTmpPath: join(projectFolder, '.wrangler/tmp'),
      cf: false,
      handleStructuredLogs: ({ message }) => {
        logged = message.trim().split('\n', 1)[0];
      },
    }),
  );
  const close = (): Promise<void> => withinTime(END_MS, () => runtime.dispose());
  try {
    const bucket = await withinTime(START_MS, () => runtime.getR2Bucket(binding));
    return { bucket: bucket as unknown as R2Bucket, lastLog: () => logged, close };
  } catch (cause) {
    // Rejects also where workerd did not start.
    await close().catch(() => {});
    if (systemFailure(cause) !== null) throw cause;
    throw new BucketProblem(
      `The local bucket does not start (${(cause as Error).message}${logged === null ? '' : `; workerd: ${logged}`}).`,
      'Look at the disk of its folder, end other processes on it, and start the command again.',
      { cause },
    );
  }
}

interface R2BucketOfConfig {
  readonly binding: string;
  readonly bucket_name?: string;
  readonly preview_bucket_name?: string;
}

function bucketName(binding: string, buckets: readonly R2BucketOfConfig[]): string {
  const bucket = buckets.find((each) => each.binding === binding);
  const name = bucket?.preview_bucket_name ?? bucket?.bucket_name;
  if (name !== undefined) return name;
  throw new BucketProblem(
    `wrangler.toml names no bucket for the binding ${binding}.`,
    'Add it to [[r2_buckets]].',
  );
}
