import type { CAC } from 'cac';
import { EXIT } from '../../base/failures/problem.ts';
import { publishDataset } from '../../publish/publish-dataset.ts';
import { ALL_CHANGES, type ChangeKind, describeChange } from '../../publish/version-change.ts';
import { runningService } from '../../simulate/demo/lock-demo.ts';
import { checkService, serviceAt } from '../../verify/check-service.ts';
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
import { describePublish, describeServiceCheck } from './describe-bucket.ts';

interface Options extends BucketOptions, GroupsOptions {
  readonly accept?: string;
  readonly dryRun?: boolean;
  readonly checkUrl?: string;
  readonly json?: boolean;
}

/** `tiles -- publish`: uploads a dataset, makes it live and, on request, checks the service. */
export function addPublish(cli: CAC, { progress, endProgress, print }: Screen): void {
  const command = cli.command(
    'publish <folder>',
    'Upload a dataset and make it the live version of its region',
  );
  takesGroups(provesObjects(takesBucket(command)))
    .option('--accept <kinds>', `Changes that may be larger than is usual: ${ALL_CHANGES.join(',')}`)
    .option('--dry-run', 'Only show what would change and be uploaded')
    .option('--check-url <url>', 'Then wait until the service there has the version live')
    .example(
      'npm run tiles -- publish riviera --bucket population-tiles --check-url https://count.example.org',
    )
    .action(async (folder: string, options: Options) => {
      const { checkUrl, dryRun = false, json = false } = options;
      const accept = readAccepted(options.accept);
      const service = checkUrl === undefined ? null : serviceAt(checkUrl);
      await withBucket(options, async (bucket) => {
        const summary = await publishDataset(folder, bucket, progress, {
          accept,
          withoutGroupsOf: withoutGroupsOf(options),
          dryRun,
          reportChange: (change) => {
            endProgress();
            if (!json) console.log(describeChange(change).join('\n'));
          },
        });
        const lines = describePublish(summary, whereOf(options), runningService());
        if (!service || dryRun) return print(options, summary, lines);
        if (!json) print(options, summary, lines);
        const check = await checkService(service, summary.version);
        print(options, { ...summary, check }, describeServiceCheck(check));
        if (check.fault !== null) process.exitCode = EXIT.input;
      });
    });
}

function readAccepted(text = ''): ReadonlySet<ChangeKind> {
  const named = text.split(',').filter((kind) => kind !== '');
  const unknown = named.find((kind) => !ALL_CHANGES.some((known) => known === kind));
  if (unknown !== undefined) throw new UsageError(`--accept knows ${ALL_CHANGES.join(', ')}, not ${unknown}`);
  return new Set(ALL_CHANGES.filter((kind) => named.includes(kind)));
}
