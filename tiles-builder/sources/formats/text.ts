/** Decodes bytes as UTF-8 if that is valid, otherwise as windows-1252. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}
