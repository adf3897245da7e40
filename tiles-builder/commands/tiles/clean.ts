import type { CAC } from 'cac';
import type { Cleaned } from '../../pipeline/clean-steps.ts';
import type { Screen } from '../screen.ts';

interface Options {
  readonly steps?: string;
  readonly json?: boolean;
}

/** `tiles -- clean`: removes steps and what killed builds left. */
export function addClean(cli: CAC, { print }: Screen): void {
  cli
    .command(
      'clean <folder>',
      'Remove the steps of a dataset, and what builds and other commands left when they were killed',
    )
    .option('--steps <folder>', 'Where the steps were kept, if not next to the dataset')
    .example('npm run tiles -- clean region')
    .action(async (folder: string, options: Options) => {
      const { cleanSteps } = await import('../../pipeline/clean-steps.ts');
      const cleaned = cleanSteps(folder, options.steps);
      print(options, cleaned, describe(cleaned));
    });
}

const describe = ({ removed, left }: Cleaned): string[] => [
  removed.length === 0 ? 'There was nothing to remove.' : `Removed ${removed.length} steps and leftovers:`,
  ...removed.map((path) => `  ${path}`),
  ...left.map(({ path, host, pid }) => `Left alone: ${path}, process ${pid} on ${host} may be at work on it`),
];
