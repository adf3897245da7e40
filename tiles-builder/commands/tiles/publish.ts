import type { CAC } from 'cac';
import { EXIT } from '../../problem.ts';
import { type PublishSummary, publishDataset } from '../../publish/publish-dataset.ts';
import { describeChange } from '../../publish/version-change/describe-change.ts';
import { ALL_CHANGES, type ChangeKind } from '../../publish/version-change/excesses.ts';
import { checkService, type ServiceCheck, serviceCredentials } from '../../verify/check-service.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { addWritableBucketOptions, type BucketOptions, whereOf, withBucket } from './bucket-option.ts';
import { megabytes } from './describe-manifest.ts';

interface Options extends BucketOptions {
  readonly accept?: string;
  readonly dryRun?: boolean;
  readonly checkUrl?: string;
  readonly json?: boolean;
}

export function addPublish(cli: CAC, { progress, endProgress, print }: Screen): void {
  addWritableBucketOptions(
    cli.command('publish <folder>', 'Upload a dataset and make it the live version of its region'),
  )
    .option('--accept <kinds>', `Changes that may be larger than is usual: ${ALL_CHANGES.join(',')}`)
    .option('--dry-run', 'Only show what would change and be uploaded')
    .option('--check-url <url>', 'Then ask the service there, as POPULATION_KEY and POPULATION_SECRET')
    .example(
      'npm run tiles -- publish riviera --bucket population-tiles --check-url https://count.example.org',
    )
    .action(async (folder: string, options: Options) => {
      const { checkUrl, dryRun = false } = options;
      const accept = readAccepted(options.accept);
      const credentials = checkUrl === undefined ? null : serviceCredentials(process.env);
      await withBucket(options, async (bucket) => {
        const summary = await publishDataset(folder, bucket, progress, {
          accept,
          dryRun,
          tellChange: (change) => {
            endProgress();
            if (!options.json) console.log(describeChange(change).join('\n'));
          },
        });
        const lines = describe(summary, whereOf(options));
        if (checkUrl === undefined || !credentials || dryRun) return print(options, summary, lines);
        if (!options.json) print(options, summary, lines);
        progress('Ask the service');
        const check = await checkService(checkUrl, credentials, folder);
        print(options, { ...summary, check }, [describeCheck(check)]);
        if (check.fault !== null) process.exitCode = EXIT.input;
      });
    });
}

function readAccepted(text = ''): ReadonlySet<ChangeKind> {
  const named = text.split(',').filter((kind) => kind !== '');
  const unknown = named.find((kind) => !ALL_CHANGES.some((known) => known === kind));
  if (unknown !== undefined) throw new UsageError(`--accept takes ${ALL_CHANGES.join(', ')}, not ${unknown}`);
  return new Set(ALL_CHANGES.filter((kind) => named.includes(kind)));
}

/** @param where the option that names the bucket */
function describe(summary: PublishSummary, where: string): string[] {
  const { region, version, replaced, wasLive, dryRun, uploaded, alreadyThere, liveRegions } = summary;
  const size = `${uploaded} objects (${megabytes(summary.bytes)})`;
  if (dryRun) {
    const instead = replaced === null ? '' : ` instead of ${replaced}`;
    const what = wasLive ? `${version} is live already` : `${version} would go live${instead}`;
    return [`${what}; ${size} would be uploaded, ${alreadyThere} are there already. Nothing was written.`];
  }
  const live = `Live regions: ${liveRegions.join(', ')}.`;
  if (wasLive) {
    const repaired =
      uploaded === 0 ? 'nothing has changed' : `${size} that were missing or damaged were uploaded again`;
    return [`${version} was live already: ${repaired}. ${live}`];
  }
  return [
    `${version} is live: ${size} uploaded, ${alreadyThere} were there already. ${live}`,
    ...(replaced === null
      ? []
      : [`To go back: npm run tiles -- rollback ${region} --to ${replaced} ${where}`]),
  ];
}

function describeCheck({ question, answered, waited_s, fault }: ServiceCheck): string {
  if (fault !== null) return `FAULT: ${fault}.`;
  const [lon, lat] = question.zone[0][0];
  return `The service answers from it after ${waited_s.toFixed(0)} s: ${answered} people (${question.layer}) around ${lon}, ${lat}, as in the folder.`;
}
