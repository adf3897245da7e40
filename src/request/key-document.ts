/**
 * The one KV value that holds all callers' keys, secrets as salted hashes. One value costs the same to read whichever
 * key is asked for. Runtime-neutral: the Worker reads it, `npm run keys` writes it.
 */
import * as v from 'valibot';
import { MAX_SECRETS_PER_KEY } from '../limits.ts';

/** Name of the value in the KV namespace. */
export const KEY_DOCUMENT_NAME = 'keys';

const time = v.pipe(v.string(), v.isoTimestamp());

const secretHashSchema = v.object({
  /** 16 random bytes, hexadecimal. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** {@link hashSecret} of the secret. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  created_at: time,
});
export type SecretHash = v.InferOutput<typeof secretHashSchema>;

const keyEntrySchema = v.object({
  /** What the caller sends as user name or `apikey`. */
  key: v.pipe(v.string(), v.nonEmpty()),
  /** Who the caller is, for people and logs. */
  name: v.string(),
  /** The newest last; each of them opens the service. */
  secrets: v.pipe(v.array(secretHashSchema), v.maxLength(MAX_SECRETS_PER_KEY)),
  created_at: time,
  /** `null` while the key is valid. */
  revoked_at: v.nullable(time),
});
export type KeyEntry = v.InferOutput<typeof keyEntrySchema>;

export const keyDocumentSchema = v.object({ format: v.literal(1), keys: v.array(keyEntrySchema) });
export type KeyDocument = v.InferOutput<typeof keyDocumentSchema>;

/**
 * SHA-256 of salt and secret, hexadecimal. Secrets are 256 random bits, so that a slow password hash, which guards
 * guessable secrets, would add nothing but time to each request.
 */
export async function hashSecret(salt: string, secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}:${secret}`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
