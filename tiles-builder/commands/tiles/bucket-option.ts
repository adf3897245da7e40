/** Defines options that name a bucket (`--local`, `--bucket`) or have every byte read (`--read`), and opens the bucket. */
import type { Command } from 'cac';
import type { Bucket } from '../../publish/bucket.ts';
import { openLocalBucket } from '../../publish/local-bucket.ts';
import { openNamedBucket } from '../../publish/named-bucket.ts';
import { UsageError } from '../usage-error.ts';

export interface BucketOptions {
  readonly local?: boolean;
  readonly bucket?: string;
  readonly read?: boolean;
}

export const takesBucket = (command: Command): Command =>
  command
    .option('--local', 'The local R2 that `npm start` and `wrangler dev` read')
    .option(
      '--bucket <name>',
      'This R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY; a folder if it has a slash',
    );

/** Adds the option by which every byte of objects is read. */
export const provesObjects = (command: Command): Command =>
  command.option(
    '--read',
    'Prove objects by every byte, as --local always does, and not by the list of the bucket',
  );

export interface GroupsOptions {
  readonly withoutGroupsOf?: string;
}

export const takesGroups = (command: Command): Command =>
  command.option(
    '--without-groups-of <versions>',
    'Although these versions, which were live, have other groups of areas or another secret',
  );

export const withoutGroupsOf = ({ withoutGroupsOf }: GroupsOptions): ReadonlySet<string> =>
  new Set(withoutGroupsOf?.split(','));

export const namesBucket = ({ local, bucket }: BucketOptions): boolean => Boolean(local || bucket);

export const LOCAL = '--local';

export const whereOf = ({ bucket }: BucketOptions): string =>
  bucket === undefined ? LOCAL : `--bucket ${bucket}`;

function openNamed(name: string, read: boolean): Bucket {
  const bucket = openNamedBucket(name);
  return { ...bucket, trustsLists: bucket.trustsLists && !read };
}

/** @throws UsageError unless exactly one bucket is named */
export async function withBucket(
  options: BucketOptions,
  use: (bucket: Bucket) => Promise<void>,
): Promise<void> {
  const { local, bucket: name, read = false } = options;
  if (Boolean(local) === Boolean(name)) {
    throw new UsageError('name a bucket: --local or --bucket NAME, one of them');
  }
  const bucket = name ? openNamed(name, read) : await openLocalBucket();
  try {
    await use(bucket);
  } finally {
    await bucket.close();
  }
}
