/** Text whose encoding nobody names: UTF-8 where it is that, else what Windows wrote in western Europe. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Text that is not UTF-8 is hardly ever so by chance. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}
