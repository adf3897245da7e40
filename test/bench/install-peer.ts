import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs an exact version of a package into a folder, unless present. */
export function installPeer(
  folder: string,
  name: string,
  version: string,
  progress: (step: string) => void,
): void {
  const installed = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return;
  progress(`Install ${name} ${version} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`], {
    cwd: folder,
    stdio: 'ignore',
  });
}
