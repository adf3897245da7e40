/**
 * Reads and writes the key store: JSON documents (parts) with checksums, over which FNV-1a distributes the keys, with secrets as
 * salted SHA-256. `npm run keys` writes them.
 */
import * as v from 'valibot';
import { fnv1a } from '../format/fnv1a.ts';
import { sha256, sha256Hex } from '../format/sha256.ts';
import { MAX_SECRETS_PER_KEY } from '../limits.ts';

const FORMAT = 2;

/** The number of documents decides in which one a key is. */
export const KEY_PARTS = 32;

const time = v.pipe(v.string(), v.isoTimestamp());

export const SALT_BYTES = 16;
export const HASH_BYTES = 32;
const hexadecimal = (bytes: number) => v.pipe(v.string(), v.regex(/^[0-9a-f]*$/), v.length(2 * bytes));

const secretHashSchema = v.object({
  salt: hexadecimal(SALT_BYTES),
  sha256: hexadecimal(HASH_BYTES),
  created_at: time,
});
export type SecretHash = v.InferOutput<typeof secretHashSchema>;

export const keyEntrySchema = v.object({
  /** Callers send it as user name or `apikey`; it is printable ASCII. */
  key: v.pipe(v.string(), v.regex(/^[!-~]{1,255}$/)),
  name: v.string(),
  /** All of them are valid; the newest is the last. */
  secrets: v.pipe(v.array(secretHashSchema), v.maxLength(MAX_SECRETS_PER_KEY)),
  created_at: time,
  /** It is `null` while the key is valid. */
  revoked_at: v.nullable(time),
});
export type KeyEntry = v.InferOutput<typeof keyEntrySchema>;

const documentSchema = v.object({
  format: v.literal(FORMAT),
  parts: v.literal(KEY_PARTS),
  part: v.number(),
  keys: v.array(keyEntrySchema),
  /** The newest is the last. */
  writes: v.array(v.string()),
});

export interface KeyPart {
  readonly keys: readonly KeyEntry[];
  /** Ids of the last writes, the newest last, tell whether a write without a response was done. */
  readonly writes: readonly string[];
}

export class DamagedKeys extends Error {
  override readonly name = 'DamagedKeys';
}

export const keyPartName = (part: number): string => `keys/${part.toString(16).padStart(2, '0')}`;

export const partOfKey = (key: string): number => fnv1a(key) % KEY_PARTS;

export async function writeKeyPart(part: number, { keys, writes }: KeyPart): Promise<Uint8Array> {
  const document: v.InferInput<typeof documentSchema> = {
    format: FORMAT,
    parts: KEY_PARTS,
    part,
    keys: [...keys],
    writes: [...writes],
  };
  const checksum = await checksumOf(document);
  return new TextEncoder().encode(JSON.stringify({ checksum, ...document }));
}

export async function readKeyPart(part: number, bytes: Uint8Array): Promise<KeyPart> {
  const fail = (found: string): never => {
    throw new DamagedKeys(`${keyPartName(part)}: ${found}`);
  };
  const { checksum, ...document } = parseObject(bytes) ?? fail('not a JSON object');
  if (checksum !== (await checksumOf(document))) return fail('damaged, its checksum differs');
  const parsed = v.safeParse(documentSchema, document);
  if (!parsed.success) return fail(`${v.getDotPath(parsed.issues[0]) ?? 'top level'} is not as expected`);
  const { keys, writes } = parsed.output;
  if (parsed.output.part !== part || keys.some(({ key }) => partOfKey(key) !== part)) {
    return fail('holds the keys of another part');
  }
  return { keys, writes };
}

/** Hashes by SHA-256: secrets are 256 random bits and need no slow hash. */
export const hashSecret = (salt: string, secret: string): Promise<Uint8Array> => sha256(`${salt}:${secret}`);

const checksumOf = (json: unknown): Promise<string> => sha256Hex(JSON.stringify(json));

function parseObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' && !Array.isArray(json) ? (json as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
