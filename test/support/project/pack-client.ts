/** Packs a client of `src/clients` and unpacks the archive where programs of a folder find it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const CLIENTS = join(import.meta.dirname, '../../../src/clients');

/** @returns the folder of the unpacked package */
export function packClientInto(folder: string, client: 'javascript' | 'mcp'): string {
  const options = { cwd: join(CLIENTS, client), encoding: 'utf8' } as const;
  const packed = execFileSync(
    'npm',
    ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder],
    options,
  );
  const [{ name, filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
    { name: string; filename: string },
  ];
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', target]);
  return target;
}
