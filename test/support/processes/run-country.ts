/** Runs `npm run country` in a copy of the project, and asks what it says to ask. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalService } from '../../../tiles-builder/simulate/demo/local-service.ts';
import { freePort } from '../servers/free-port.ts';
import { type CalledService, serviceAt } from '../servers/http-service.ts';

export interface CountryRun {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** @param mirror address that stands in for all publishers */
export function runCountry(project: string, mirror: string, ...words: readonly string[]): CountryRun {
  const command = join(project, 'tiles-builder/commands/country.ts');
  const child = spawn(process.execPath, [command, ...words, '--mirror', `https://=${mirror}`], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { child, said: () => said };
}

/** Serves the local bucket of a copy of the project, with the key that the command has made. */
export async function withCountryService(
  project: string,
  use: (service: CalledService) => Promise<void>,
): Promise<void> {
  const credentials = JSON.parse(readFileSync(join(project, '.demo/key.json'), 'utf8'));
  const service = startLocalService(project, await freePort(), false);
  try {
    await service.ready;
    await use(serviceAt(new URL(service.url), credentials));
  } finally {
    await service.stop();
  }
}
