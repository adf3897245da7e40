/** Computes SHA-256 of bytes, or of a text in UTF-8. */
export async function sha256(content: Uint8Array | string): Promise<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

export const sha256Hex = async (content: Uint8Array | string): Promise<string> =>
  toHex(await sha256(content));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
