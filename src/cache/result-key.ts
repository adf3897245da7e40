/** Cache keys and entity tags (ETag) of results. */
import { sha256Hex } from '../format/sha256.ts';

export type ResultKind = 'count' | 'isochrone' | 'density';

/** The strong ETag of a body. */
export async function etagOf(body: ArrayBuffer | string): Promise<string> {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  return `"${(await sha256Hex(content)).slice(0, 32)}"`;
}

/**
 * The cache key of a result. `question` must contain all that the result depends on, and nothing else: no credentials, no
 * spelling.
 * @param origin scheme and host of the service: the cache works best under its own host
 * @param codeVersion deployed version
 * @param datasetVersions that the result may come from
 * @param question canonical plain data
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
