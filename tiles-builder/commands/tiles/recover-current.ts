import type { CAC } from 'cac';
import { recoverCurrent } from '../../publish/recover-current.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { type BucketOptions, provesObjects, takesBucket, whereOf, withBucket } from './bucket-option.ts';
import { describeRecovery } from './describe-bucket.ts';

interface Options extends BucketOptions {
  readonly none?: boolean;
  readonly json?: boolean;
}

/** `tiles -- recover-current`: rebuilds `current`, the lost or damaged list of live versions, from whole versions. */
export function addRecoverCurrent(cli: CAC, { progress, print }: Screen): void {
  provesObjects(
    takesBucket(
      cli.command(
        'recover-current [...versions]',
        'Build the list of live versions anew where it is damaged or lost',
      ),
    ),
  )
    .option(
      '--none',
      'No version is to be live: where none is whole, so that datasets can be published again',
    )
    .example('npm run tiles -- recover-current riviera-0123456789abcdef --bucket population-tiles')
    .action(async (versions: readonly string[], options: Options) => {
      const { none = false } = options;
      if (none && versions.length > 0) throw new UsageError('give either versions or --none, not both');
      const live = none || versions.length > 0 ? versions : null;
      await withBucket(options, async (bucket) => {
        const summary = await recoverCurrent(bucket, live, Date.now(), progress);
        print(options, summary, describeRecovery(summary, whereOf(options)));
      });
    });
}
