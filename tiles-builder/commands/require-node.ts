/** Refuses to run on a version of Node.js below package.json's `engines`. */
import packageJson from '../../package.json' with { type: 'json' };
import { PlatformProblem } from '../base/failures/problem.ts';

/** Node 24.18 accepts damaged Zstandard frames. */
const OLDEST = packageJson.engines.node.replace('>=', '');

/** @throws PlatformProblem for an older version */
export function requireNode(version: string = process.versions.node): void {
  if (compare(version, OLDEST) >= 0) return;
  throw new PlatformProblem(
    `Node.js ${version} is older than ${OLDEST}`,
    'Run the command by npm, which finds the one that npm ci has installed; on a system without a package of it install a newer one.',
  );
}

function compare(a: string, b: string): number {
  const [of, than] = [a, b].map((version) => version.split('.').map(Number));
  const i = of.findIndex((number, i) => number !== than[i]);
  return i < 0 ? 0 : of[i] - than[i];
}
