import type { CAC } from 'cac';
import { recoverCurrent } from '../../publish/recover-current.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import {
  type BucketOptions,
  type GroupsOptions,
  provesObjects,
  takesBucket,
  takesGroups,
  whereOf,
  withBucket,
  withoutGroupsOf,
} from './bucket-option.ts';
import { describeRecovery } from './describe-bucket.ts';

interface Options extends BucketOptions, GroupsOptions {
  readonly none?: boolean;
  readonly json?: boolean;
}

/** `tiles -- recover-current`: rebuilds `current`, the lost or damaged list of live versions, from whole versions. */
export function addRecoverCurrent(cli: CAC, { progress, print }: Screen): void {
  const command = cli.command(
    'recover-current [...versions]',
    'Build the list of live versions again where it is damaged or lost',
  );
  takesGroups(provesObjects(takesBucket(command)))
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
        const summary = await recoverCurrent(bucket, live, {
          now_ms: Date.now(),
          progress,
          withoutGroupsOf: withoutGroupsOf(options),
        });
        print(options, summary, describeRecovery(summary, whereOf(options)));
      });
    });
}
