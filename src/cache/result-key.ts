/** Makes cache keys of results from code, dataset versions, caller and question, and entity tags from bodies (SHA-256). */
import { sha256Hex } from '../format/sha256.ts';

export type ResultKind = 'count' | 'isochrone' | 'density';

export async function etagOf(body: ArrayBuffer | string): Promise<string> {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  return `"${(await sha256Hex(content)).slice(0, 32)}"`;
}

/**
 * @param origin scheme and host, under which the cache works best
 * @param question all that the result depends on, canonical as by `parseCountQuery`, and who asks, so that no caller can tell
 *   from the cache what another has asked; never a secret
 */
export async function resultKey(
  origin: string,
  kind: ResultKind,
  codeVersion: string,
  datasetVersions: readonly string[],
  question: unknown,
): Promise<string> {
  const digest = await sha256Hex(JSON.stringify([codeVersion, datasetVersions, question]));
  return `${origin}/results/${kind}/${digest}`;
}
