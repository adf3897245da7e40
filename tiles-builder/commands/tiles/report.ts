import { resolve } from 'node:path';
import type { CAC } from 'cac';
import { LAYERS } from '../../../src/format/tile-sets.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import { manifestIn } from '../../dataset/dataset-folder.ts';
import { balancesOf } from '../../living/examine/examine-sources.ts';
import { readStateOf } from '../../publish/bucket-state.ts';
import { describeOverlaps, overlapsOf, type RegionOverlap } from '../../publish/region-overlaps.ts';
import type { ReportSummary } from '../../report/write-report.ts';
import { readConfig } from '../../sources/config/config.ts';
import type { Screen } from '../screen.ts';
import { type BucketOptions, namesBucket, takesBucket, withBucket } from './bucket-option.ts';

interface Options extends BucketOptions {
  readonly config?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `tiles -- report`: describes a dataset on one HTML page. */
export function addReport(cli: CAC, { progress, print }: Screen): void {
  takesBucket(
    cli.command(
      'report <folder>',
      'Show a dataset on one page: coverage, totals, density maps, errors, tile sizes; with a bucket, live regions that overlap it',
    ),
  )
    .option('--config <file>', 'The configuration that it was built from, to hold totals against the census')
    .option('--out <file>', 'The page; FOLDER.report.html beside the dataset unless named')
    .example('npm run tiles -- report riviera --config riviera.json --out riviera.html')
    .action(async (folder: string, options: Options) => {
      const { writeReport } = await import('../../report/write-report.ts');
      const config = options.config === undefined ? null : readConfig(options.config);
      const file = resolve(options.out ?? `${resolve(folder)}.report.html`);
      let overlaps: readonly RegionOverlap[] = [];
      if (namesBucket(options)) {
        await withBucket(options, async (bucket) => {
          const { regions } = await readStateOf(bucket);
          overlaps = await overlapsOf(manifestIn(folder), regions, bucket);
        });
      }
      const summary = await writeReport(folder, file, { config, overlaps }, progress);
      print(options, summary, [...describe(summary), ...describeOverlaps(overlaps)]);
    });
}

function describe({ file, people, examination }: ReportSummary): string[] {
  const totals = LAYERS.flatMap((layer) =>
    people[layer] === null ? [] : [`${layer} ${whole(people[layer])}`],
  );
  const balances = examination === null ? [] : balancesOf(examination);
  return [
    ...balances.map(({ message }) => `✓ ${message}`),
    `People in the tiles: ${totals.join(', ') || 'none'}`,
    `Open ${file} in a browser.`,
  ];
}
