/** Commands on the versions in a bucket: list, rollback, withdraw, prune and recover-current. */
import type { CAC } from 'cac';
import { listBucket } from '../../publish/list-bucket.ts';
import { pruneVersions } from '../../publish/prune-versions.ts';
import { recoverCurrent } from '../../publish/recover-current.ts';
import { rollbackRegion, withdrawRegion } from '../../publish/rollback-region.ts';
import { wholeNumber } from '../number-option.ts';
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
import {
  describeListing,
  describePrune,
  describeRecovery,
  describeRollback,
  describeWithdrawal,
} from './describe-bucket.ts';

interface Options extends BucketOptions, GroupsOptions {
  readonly json?: boolean;
}

/** `tiles -- list`: lists the regions and versions in a bucket. */
export function addList(cli: CAC, { print }: Screen): void {
  takesBucket(cli.command('list', 'List the regions and versions in a bucket')).action(
    async (options: Options) => {
      await withBucket(options, async (bucket) => {
        const listing = await listBucket(bucket);
        print(options, listing, describeListing(listing));
      });
    },
  );
}

/** `tiles -- rollback`: makes an earlier version live. */
export function addRollback(cli: CAC, { print }: Screen): void {
  const command = cli.command('rollback <region>', 'Make an earlier version of a region live again');
  takesGroups(provesObjects(takesBucket(command)))
    .option('--to <version>', 'The version, as `publish` named it')
    .example('npm run tiles -- rollback riviera --to riviera-0123456789abcdef --bucket population-tiles')
    .action(async (region: string, options: Options & { readonly to?: string }) => {
      const { to } = options;
      if (!to) throw new UsageError('rollback needs --to VERSION');
      await withBucket(options, async (bucket) => {
        const summary = await rollbackRegion(region, to, bucket, Date.now(), withoutGroupsOf(options));
        print(options, summary, describeRollback(summary));
      });
    });
}

/** `tiles -- withdraw`: takes a region off the service. */
export function addWithdraw(cli: CAC, { print }: Screen): void {
  takesBucket(cli.command('withdraw <region>', 'Take a region out of what is live; its version is kept'))
    .example('npm run tiles -- withdraw riviera --bucket population-tiles')
    .action(async (region: string, options: Options) => {
      await withBucket(options, async (bucket) => {
        const summary = await withdrawRegion(region, bucket, Date.now());
        print(options, summary, describeWithdrawal(summary, whereOf(options)));
      });
    });
}

/** `tiles -- prune`: removes versions that are out of use, and objects older than a day that no version references. */
export function addPrune(cli: CAC, { progress, print }: Screen): void {
  takesBucket(cli.command('prune', 'Remove versions that are out of use'))
    .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
    .option('--dry-run', 'Only show what would be removed')
    .action(async (options: Options & { readonly keep: string | number; readonly dryRun?: boolean }) => {
      const keep = wholeNumber('--keep', options.keep, 0);
      const dryRun = options.dryRun ?? false;
      await withBucket(options, async (bucket) => {
        const summary = await pruneVersions(bucket, { keep, dryRun, now: Date.now, progress });
        print(options, summary, describePrune(summary));
      });
    });
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
    .action(async (versions: readonly string[], options: Options & { readonly none?: boolean }) => {
      const { none = false } = options;
      if (none && versions.length > 0) throw new UsageError('give either versions or --none, not both');
      const live = none || versions.length > 0 ? versions : null;
      await withBucket(options, async (bucket) => {
        const own = { now_ms: Date.now(), progress, withoutGroupsOf: withoutGroupsOf(options) };
        const summary = await recoverCurrent(bucket, live, own);
        print(options, summary, describeRecovery(summary, whereOf(options)));
      });
    });
}
