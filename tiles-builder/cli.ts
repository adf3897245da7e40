/** `npm run tiles -- …`: examines sources; builds, verifies, reports on and publishes datasets. */
import { cac } from 'cac';
import packageJson from '../package.json' with { type: 'json' };
import { buildDataset } from './build-dataset.ts';
import { readConfig } from './config.ts';
import { contractRoads } from './contract-roads.ts';
import { examineConfig } from './doctor/examine-config.ts';
import type { Share } from './hierarchy/build-hierarchy.ts';
import type { Bucket } from './publish/bucket.ts';
import { openLocalBucket } from './publish/local-bucket.ts';
import { pruneVersions } from './publish/prune-versions.ts';
import { publishDataset } from './publish/publish-dataset.ts';
import { rollbackRegion } from './publish/rollback-region.ts';
import { s3AccessFromEnvironment } from './publish/s3-access.ts';
import { openS3Bucket } from './publish/s3-bucket.ts';
import { writeReport } from './report/write-report.ts';
import { reportProgress } from './report-progress.ts';
import { runCommand, UsageError } from './run-command.ts';
import {
  describeBuild,
  describeContraction,
  describeExamination,
  describePrune,
  describePublish,
  describeReport,
  describeRollback,
  describeVerification,
} from './summaries.ts';
import { verifyDataset } from './verify/verify-dataset.ts';

const cli = cac('npm run tiles --');
const progress = reportProgress(process.stderr);

/** Prints what a command found: sentences for a person, or one JSON object as the last line. */
function print(json: boolean | undefined, summary: object, sentences: readonly string[]): void {
  progress.end();
  console.log(json ? JSON.stringify(summary) : sentences.join('\n'));
}

cli
  .command('doctor <config>', 'Examine the sources that a configuration names, before a long build')
  .option('--clickhouse <url>', 'ClickHouse server that the build will use')
  .option('--json', 'Print one JSON object last')
  .action(async (configFile: string, options: { clickhouse?: string; json?: boolean }) => {
    const examination = await examineConfig(readConfig(configFile), progress.report, options.clickhouse);
    print(options.json, examination, describeExamination(examination));
    if (examination.findings.some(({ level }) => level === 'fault')) process.exitCode = 1;
  });

cli
  .command('build <config>', 'Build a dataset from the sources that a configuration names')
  .option(
    '--out <folder>',
    'Folder of the dataset; an earlier dataset in it is replaced when the build has succeeded',
  )
  .option('--clickhouse <url>', 'ClickHouse server for the locations, in place of the embedded engine')
  .option('--contracted <folder>', 'All shares of the roads, from `contract` with the same configuration')
  .option('--json', 'Print one JSON object last')
  .example('npm run tiles -- build region.json --out region')
  .action(async (configFile: string, options: BuildFlags) => {
    const { out, clickhouse, contracted } = options;
    if (!out) throw new UsageError('build needs --out FOLDER');
    const summary = await buildDataset(readConfig(configFile), out, {
      progress: progress.report,
      clickhouse,
      contracted,
    });
    print(options.json, summary, describeBuild(summary));
  });

interface BuildFlags {
  readonly out?: string;
  readonly clickhouse?: string;
  readonly contracted?: string;
  readonly json?: boolean;
}

cli
  .command('contract <config>', 'Contract one share of the roads, where several machines build one dataset')
  .option('--share <i/n>', 'Which of how many shares, counted from 0: 0/16 to 15/16')
  .option('--out <folder>', 'Folder of all shares')
  .option('--json', 'Print one JSON object last')
  .example('npm run tiles -- contract region.json --share 0/16 --out shares')
  .action(async (configFile: string, options: { share?: string; out?: string; json?: boolean }) => {
    if (!options.out) throw new UsageError('contract needs --out FOLDER');
    const share = readShare(options.share);
    const summary = await contractRoads(readConfig(configFile), share, options.out, progress.report);
    print(options.json, summary, describeContraction(summary));
  });

cli
  .command('verify <folder>', 'Read a dataset back as the Worker will, every tile of it')
  .option('--json', 'Print one JSON object last')
  .action(async (folder: string, options: { json?: boolean }) => {
    const verification = await verifyDataset(folder, progress.report, Date.now());
    print(options.json, verification, describeVerification(verification));
    if (verification.faults.length > 0) process.exitCode = 1;
  });

cli
  .command(
    'report <folder>',
    'Show a dataset on one page: coverage, totals, density maps, errors, tile sizes',
  )
  .option('--config <file>', 'The configuration that it was built from, to hold totals against the census')
  .option('--out <file>', 'The page', { default: 'report.html' })
  .option('--json', 'Print one JSON object last')
  .example('npm run tiles -- report riviera --config riviera.json --out riviera.html')
  .action(async (folder: string, options: { config?: string; out: string; json?: boolean }) => {
    const config = options.config === undefined ? null : readConfig(options.config);
    const summary = await writeReport(folder, options.out, config, progress.report);
    print(options.json, summary, describeReport(summary));
  });

cli
  .command('publish <folder>', 'Upload a dataset and make it the live version of its region')
  .option('--local', 'Into the local R2 that `npm start` and `wrangler dev` read')
  .option('--bucket <name>', 'Into this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY')
  .option('--json', 'Print one JSON object last')
  .action(async (folder: string, options: BucketOptions & { json?: boolean }) => {
    await withBucket(options, async (bucket) => {
      const summary = await publishDataset(folder, bucket, progress.report);
      print(options.json, summary, describePublish(summary, options.bucket));
    });
  });

cli
  .command('rollback <region>', 'Make an earlier version of a region live again')
  .option('--to <version>', 'The version, as `publish` named it')
  .option('--local', 'In the local R2 that `npm start` and `wrangler dev` read')
  .option('--bucket <name>', 'In this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY')
  .option('--json', 'Print one JSON object last')
  .example('npm run tiles -- rollback riviera --to riviera-0123456789abcdef --bucket population-tiles')
  .action(async (region: string, options: BucketOptions & { to?: string; json?: boolean }) => {
    const { to } = options;
    if (!to) throw new UsageError('rollback needs --to VERSION');
    await withBucket(options, async (bucket) => {
      const summary = await rollbackRegion(region, to, bucket);
      print(options.json, summary, describeRollback(summary));
    });
  });

cli
  .command('prune', 'Remove versions that are out of use')
  .option('--keep <versions>', 'Earlier versions of each region to keep, for going back', { default: 1 })
  .option('--dry-run', 'Only tell what would be removed')
  .option('--local', 'From the local R2 that `npm start` and `wrangler dev` read')
  .option('--bucket <name>', 'From this R2 bucket, by R2_ENDPOINT, R2_ACCESS_KEY_ID and R2_SECRET_ACCESS_KEY')
  .option('--json', 'Print one JSON object last')
  .action(async (options: BucketOptions & { keep: number; dryRun?: boolean; json?: boolean }) => {
    const { keep, dryRun = false } = options;
    if (!Number.isInteger(keep) || keep < 0) throw new UsageError('--keep wants a whole number of versions');
    await withBucket(options, async (bucket) => {
      const summary = await pruneVersions(bucket, {
        keep,
        dryRun,
        now_ms: Date.now(),
        progress: progress.report,
      });
      print(options.json, summary, describePrune(summary));
    });
  });

interface BucketOptions {
  readonly local?: boolean;
  readonly bucket?: string;
}

async function withBucket(options: BucketOptions, use: (bucket: Bucket) => Promise<void>): Promise<void> {
  if (Boolean(options.local) === Boolean(options.bucket)) {
    throw new UsageError('name a bucket: --local or --bucket NAME, one of them');
  }
  const bucket = options.bucket
    ? openS3Bucket(s3AccessFromEnvironment(options.bucket, process.env))
    : await openLocalBucket();
  try {
    await use(bucket);
  } finally {
    await bucket.close();
  }
}

function readShare(text = ''): Share {
  const [, index, of] = text.match(/^(\d+)\/(\d+)$/) ?? [];
  if (Number(index) < Number(of)) return { index: Number(index), of: Number(of) };
  throw new UsageError('contract needs --share I/N, I from 0 to N - 1');
}

cli.help();
cli.version(packageJson.version);
await runCommand(cli, progress.end);
