import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfSources } from '../files/hash-sources.ts';

/** Folders of the builder that neither simulate nor build. */
const WITHOUT_EFFECT = new Set(['commands', 'evaluate', 'keys', 'page', 'publish']);

/** Changes with the code, settings and libraries that the demo is simulated and built by. */
export function demoFingerprint(): string {
  const builder = readdirSync(join(import.meta.dirname, '..'))
    .filter((name) => !WITHOUT_EFFECT.has(name))
    .map((name) => join('tiles-builder', name));
  return hashOfSources([
    ...builder,
    'src/format',
    'src/geo',
    'src/isochrone',
    'src/limits.ts',
    'package-lock.json',
  ]);
}
