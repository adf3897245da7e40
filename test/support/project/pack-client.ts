/** Packs the JavaScript client and unpacks the archive where programs of a folder find it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../../src/clients/javascript');

/** @returns the archive */
export function packClientInto(folder: string): string {
  const options = { cwd: CLIENT, encoding: 'utf8' } as const;
  const packed = execFileSync(
    'npm',
    ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder],
    options,
  );
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }];
  const archive = join(folder, filename);
  const target = join(folder, 'node_modules/population-count');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', target]);
  return archive;
}
