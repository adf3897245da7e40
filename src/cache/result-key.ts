import { toHex } from '../request/key-document.ts';

/** What a result is of. */
export type ResultKind = 'count' | 'isochrone';

async function sha256Hex(content: ArrayBuffer | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The entity tag of a body. */
export const etagOf = async (body: ArrayBuffer | string): Promise<string> =>
  `"${(await sha256Hex(body)).slice(0, 32)}"`;

/**
 * The address of a result in the cache. Everything that the result depends on belongs in `question`, and nothing else:
 * no credentials, no spelling.
 * @param origin scheme and host of the service: the cache works best under its own host
 * @param codeVersion the deployed version of the code
 * @param datasetVersions the versions that the result may come from
 * @param question the question in canonical form, plain data
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
