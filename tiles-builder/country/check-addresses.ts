/** Checks the addresses of the catalogue: asks publishers for headers of files, and compares them with what was downloaded. */
import { existsSync } from 'node:fs';
import { readJson } from '../base/files/read-json.ts';
import { type CatalogueEntry, sourcesOf } from './catalogue.ts';
import { headersAt, megabytes, Unreachable } from './download.ts';
import type { LockedSource } from './fetch-sources.ts';
import { cachedFile, type FetchOptions, fileNameOf, mirrored, type Source } from './fetch-sources.ts';
import { codesOf, filesOf, indexSource, sourceOf } from './plan.ts';

export interface AddressCheck {
  readonly address: string;
  readonly state: 'there' | 'changed' | 'unclear' | 'gone';
  readonly message: string;
}

/** @param iso country whose code addresses with a code take; Andorra's without one. Of several parts, the first is asked for. */
export function sourcesToCheck(entries: readonly CatalogueEntry[], iso: string | null): Source[] {
  const own = entries.flatMap((entry) => {
    const codes = codesOf(iso ?? 'AD', [entry], Object.keys(entry.parts ?? {})[0] ?? null);
    return sourcesOf(entry).flatMap(({ source }) =>
      filesOf(source).map((file) => sourceOf(source, file, codes)),
    );
  });
  return [indexSource, ...own];
}

export async function checkAddress(
  source: Source,
  { downloads, mirrors, pace }: FetchOptions,
): Promise<AddressCheck> {
  const { address } = source;
  try {
    const { bytes, etag, modified } = await headersAt(mirrored(address, mirrors), pace);
    const note = `${cachedFile(source, downloads)}.source.json`;
    const known = existsSync(note) ? (readJson(note) as LockedSource) : null;
    const facts = `${bytes === null ? 'of unknown size' : megabytes(bytes)}${modified === null ? '' : `, of ${modified}`}`;
    if (known !== null && bytes !== null && known.bytes !== bytes)
      return {
        address,
        state: 'changed',
        message: `${facts}; ${megabytes(known.bytes)} were downloaded on ${known.downloaded_at.slice(0, 10)}`,
      };
    const isOther = known !== null && known.etag !== null && etag !== null && known.etag !== etag;
    return isOther
      ? { address, state: 'changed', message: `${facts}, another ETag` }
      : { address, state: 'there', message: facts };
  } catch (cause) {
    if (!(cause instanceof Unreachable)) throw cause;
    return { address, state: cause.refusesHead ? 'unclear' : 'gone', message: cause.reason };
  }
}

export const describeCheck = ({ address, state, message }: AddressCheck): string =>
  `${{ there: '✓', changed: '!', unclear: '?', gone: '✗' }[state]} ${fileNameOf({ address })} (${address}): ${message}`;
