import type { CAC } from 'cac';
import { readConfig } from '../../config/config.ts';
import { whole } from '../../numbers/whole-number.ts';
import { type ContractSummary, contractRoads } from '../../roads/hierarchy/contract-roads.ts';
import type { Share } from '../../roads/hierarchy/contract-steps.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { megabytes } from './describe-manifest.ts';

interface Options {
  readonly share?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function addContract(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('contract <config>', 'Contract one share of the roads, where several machines build one dataset')
    .option('--share <i/n>', 'Which of how many shares, counted from 0: 0/16 to 15/16')
    .option('--out <folder>', 'Folder of all shares')
    .example('npm run tiles -- contract region.json --share 0/16 --out shares')
    .action(async (configFile: string, options: Options) => {
      if (!options.out) throw new UsageError('contract needs --out FOLDER');
      const share = readShare(options.share);
      const summary = await contractRoads(readConfig(configFile), share, options.out, progress);
      print(options, summary, describe(summary));
    });
}

function readShare(text = ''): Share {
  const [, index, of] = text.match(/^(\d+)\/(\d+)$/) ?? [];
  if (Number(index) < Number(of)) return { index: Number(index), of: Number(of) };
  throw new UsageError('contract needs --share I/N, I from 0 to N - 1');
}

function describe({ folder, region, share, tiles, bytes, seconds }: ContractSummary): string[] {
  return [
    `Share ${share.index} of ${share.of} of ${region}: ${whole(tiles)} tiles (${megabytes(bytes)}) contracted in ${seconds.toFixed(1)} s.`,
    `With all shares in it: npm run tiles -- build CONFIG --out FOLDER --contracted ${folder}`,
  ];
}
