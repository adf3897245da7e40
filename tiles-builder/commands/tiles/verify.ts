import type { CAC } from 'cac';
import { EXIT } from '../../problem.ts';
import { type Verification, verifyDataset } from '../../verify/verify-dataset.ts';
import type { Screen } from '../screen.ts';
import { describeManifest } from './describe-manifest.ts';

export function addVerify(cli: CAC, { progress, print }: Screen): void {
  cli
    .command('verify <folder>', 'Read a dataset back as the Worker will, every tile of it')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const verification = await verifyDataset(folder, progress, Date.now());
      print(options, verification, describe(verification));
      if (verification.faults.length > 0) process.exitCode = EXIT.input;
    });
}

function describe({ manifest, built_at, faults, checks }: Verification): string[] {
  return [
    `Dataset ${manifest.version}, built ${built_at}:`,
    ...describeManifest(manifest),
    ...checks.map((check) => `  ok: ${check}`),
    ...faults.map((fault) => `  FAULT: ${fault}`),
    faults.length === 0 ? 'Every tile reads back as the Worker will read it.' : `${faults.length} faults.`,
  ];
}
