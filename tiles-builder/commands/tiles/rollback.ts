import type { CAC } from 'cac';
import { rollbackRegion } from '../../publish/rollback-region.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import {
  type BucketOptions,
  type GroupsOptions,
  provesObjects,
  takesBucket,
  takesGroups,
  withBucket,
  withoutGroupsOf,
} from './bucket-option.ts';
import { describeRollback } from './describe-bucket.ts';

interface Options extends BucketOptions, GroupsOptions {
  readonly to?: string;
  readonly json?: boolean;
}

/** `tiles -- rollback`: makes an earlier version live. */
export function addRollback(cli: CAC, { print }: Screen): void {
  const command = cli.command('rollback <region>', 'Make an earlier version of a region live again');
  takesGroups(provesObjects(takesBucket(command)))
    .option('--to <version>', 'The version, as `publish` named it')
    .example('npm run tiles -- rollback riviera --to riviera-0123456789abcdef --bucket population-tiles')
    .action(async (region: string, options: Options) => {
      const { to } = options;
      if (!to) throw new UsageError('rollback needs --to VERSION');
      await withBucket(options, async (bucket) => {
        const summary = await rollbackRegion(region, to, bucket, Date.now(), withoutGroupsOf(options));
        print(options, summary, describeRollback(summary));
      });
    });
}
