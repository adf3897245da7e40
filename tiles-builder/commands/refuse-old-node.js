/** Loaded before a command: says in a sentence that this Node.js is too old, of which some could not even load TypeScript. */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { node } = process.versions;
// Node 24.18 accepts damaged Zstandard frames.
const isOld = node.localeCompare(engines.node.replace('>=', ''), 'en', { numeric: true }) < 0;
if (isOld || !process.features.typescript) {
  console.error(
    `Error: Node.js ${node} cannot run this: it takes ${engines.node}\n` +
      'Run npm ci, which installs one on Linux, macOS and Windows; on other systems install it yourself.',
  );
  process.exit(3);
}
