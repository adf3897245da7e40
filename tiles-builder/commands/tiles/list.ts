import type { CAC } from 'cac';
import { listBucket } from '../../publish/list-bucket.ts';
import type { Screen } from '../screen.ts';
import { type BucketOptions, takesBucket, withBucket } from './bucket-option.ts';
import { describeListing } from './describe-bucket.ts';

/** `tiles -- list`: regions and versions in a bucket. */
export function addList(cli: CAC, { print }: Screen): void {
  takesBucket(cli.command('list', 'List the regions and versions in a bucket')).action(
    async (options: BucketOptions & { readonly json?: boolean }) => {
      await withBucket(options, async (bucket) => {
        const listing = await listBucket(bucket);
        print(options, listing, describeListing(listing));
      });
    },
  );
}
