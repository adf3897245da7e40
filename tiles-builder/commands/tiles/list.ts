import type { CAC } from 'cac';
import { type BucketListing, listBucket } from '../../publish/list-bucket.ts';
import type { Screen } from '../screen.ts';
import { addBucketOptions, type BucketOptions, withBucket } from './bucket-option.ts';
import { describeForeign } from './describe-foreign.ts';
import { megabytes } from './describe-manifest.ts';

export function addList(cli: CAC, { print }: Screen): void {
  addBucketOptions(cli.command('list', 'List the regions and versions in a bucket')).action(
    async (options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const listing = await listBucket(bucket);
        print(options, listing, describe(listing));
      });
    },
  );
}

function describe({ versions, bytes, unused, formats, foreign }: BucketListing): string[] {
  const width = Math.max(0, ...versions.map(({ version }) => version.length));
  return [
    ...versions.map(
      ({ version, state, since, built_at, bytes }) =>
        `${version.padEnd(width)}  ${state.padEnd(9)}  since ${since}  built ${built_at}  ${megabytes(bytes)}`,
    ),
    versions.length === 0
      ? 'The bucket holds no dataset.'
      : `Together ${megabytes(bytes)}, shared objects counted once.`,
    ...(unused.objects === 0
      ? []
      : [`Used by none: ${unused.objects} objects (${megabytes(unused.bytes)}); prune removes them.`]),
    ...formats.map(
      ({ format, objects, bytes }) => `Of format ${format}: ${objects} objects (${megabytes(bytes)}).`,
    ),
    ...describeForeign(foreign),
  ];
}
