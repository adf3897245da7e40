/** Reads the file of the secret for keyed rounding; refuses one under 32 bytes. */
import { readFileSync } from 'node:fs';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';

/** A secret has at least this many bytes. */
export const SECRET_BYTES = 32;

/** @throws BadInput also for a secret so short that it could be guessed */
export function readSecret(file: string): Uint8Array {
  let secret: Uint8Array;
  try {
    secret = readFileSync(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'cannot be read'));
  }
  if (secret.length < SECRET_BYTES) {
    throw new BadInput(
      file,
      null,
      `has ${secret.length} bytes, a secret needs ${SECRET_BYTES} at least`,
      'Make one with: openssl rand -out FILE 32',
    );
  }
  return secret;
}
