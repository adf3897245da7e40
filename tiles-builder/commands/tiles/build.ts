import type { CAC } from 'cac';
import { type BuildSummary, buildDataset } from '../../build/build-dataset.ts';
import { readConfig } from '../../config/config.ts';
import { clickhouseAddress } from '../clickhouse-address.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { describeManifest } from './describe-manifest.ts';

interface Options {
  readonly out?: string;
  readonly clickhouse?: string;
  readonly contracted?: string;
  readonly json?: boolean;
}

export function addBuild(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('build <config>', 'Build a dataset from the sources that a configuration names')
    .option(
      '--out <folder>',
      'Folder of the dataset; an earlier dataset in it is replaced when the build has succeeded',
    )
    .option('--clickhouse <url>', 'ClickHouse server for the locations, in place of the embedded engine')
    .option('--contracted <folder>', 'All shares of the roads, from `contract` with the same configuration')
    .example('npm run tiles -- build region.json --out region')
    .action(async (configFile: string, options: Options) => {
      const { out, contracted } = options;
      if (!out) throw new UsageError('build needs --out FOLDER');
      const clickhouse = clickhouseAddress(options.clickhouse, process.env);
      const summary = await buildDataset(readConfig(configFile), out, { progress, clickhouse, contracted });
      print(options, summary, describe(summary));
    });
}

function describe({ manifest, folder, seconds, warnings }: BuildSummary): string[] {
  return [
    `Dataset ${manifest.version} built in ${seconds.toFixed(1)} s:`,
    ...describeManifest(manifest),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `It is in ${folder}. Next: npm run tiles -- verify ${folder}, then npm run tiles -- publish ${folder} --local`,
  ];
}
