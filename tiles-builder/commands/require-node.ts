/** Which Node.js runs the commands: that of the lock file, or the user's own if it is as new. */
import packageJson from '../../package.json' with { type: 'json' };
import { PlatformProblem } from '../failures/problem.ts';

/** With it everything is tested. Node 24.18 takes a damaged Zstandard frame for a whole one. */
const OLDEST = packageJson.engines.node.replace('>=', '');

/** @throws PlatformProblem where a version is older */
export function requireNode(version: string = process.versions.node): void {
  if (compare(version, OLDEST) >= 0) return;
  throw new PlatformProblem(
    `Node.js ${version} is older than ${OLDEST}`,
    'Run the command by npm, which finds the one that npm ci has installed; on a system without a package of it install a newer one.',
  );
}

/** Negative where version `a` is older than `b`. */
function compare(a: string, b: string): number {
  const [of, than] = [a, b].map((version) => version.split('.').map(Number));
  const i = of.findIndex((number, i) => number !== than[i]);
  return i < 0 ? 0 : of[i] - than[i];
}
