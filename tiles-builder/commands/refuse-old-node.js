/** Loaded before a command: says in a sentence that this Node.js cannot read TypeScript, which an older one could not even load. */
import { readFileSync } from 'node:fs';

if (!process.features.typescript) {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  console.error(
    `Error: Node.js ${process.versions.node} cannot run this: it takes ${engines.node}\n` +
      'Run npm ci, which installs one on Linux, macOS and Windows; on other systems install it yourself.',
  );
  process.exit(3);
}
