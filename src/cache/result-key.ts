/** Cache keys and entity tags of results. */
import { sha256Hex } from '../format/sha256.ts';

export type ResultKind = 'count' | 'isochrone' | 'density';

/** A strong ETag. */
export async function etagOf(body: ArrayBuffer | string): Promise<string> {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  return `"${(await sha256Hex(content)).slice(0, 32)}"`;
}

/**
 * @param origin scheme and host of the service, as the cache works best under it
 * @param datasetVersions that the result may come from
 * @param question plain canonical data: all that the result depends on, no credentials
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
