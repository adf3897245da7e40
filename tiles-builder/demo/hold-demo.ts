/** One process at a time prepares and serves the demo. */
import { join } from 'node:path';
import * as v from 'valibot';
import { PlatformProblem } from '../failures/problem.ts';
import { type Hold, holderOf, takeHold } from '../files/hold.ts';

const holderSchema = v.object({ pid: v.number(), url: v.string() });

/**
 * @param url where this process is going to serve
 * @throws PlatformProblem where another process holds the folder, which is left as it is
 */
export function holdDemo(demoFolder: string, url: string): Hold {
  const file = join(demoFolder, 'lock');
  const hold = takeHold(file, { pid: process.pid, url });
  if (hold) return hold;
  throw new PlatformProblem(
    `another npm start runs in this folder${describeHolder(file)}`,
    'Use that one, or end it first. This one has changed nothing.',
  );
}

/** Who holds the folder, as far as it has said so yet. */
function describeHolder(file: string): string {
  const { success, output } = v.safeParse(holderSchema, holderOf(file));
  return success ? `: it serves ${output.url}, or is about to (process ${output.pid})` : '';
}
