/** Reads JSON files of others. */
import { readFileSync } from 'node:fs';

/**
 * Accepts a byte order mark.
 * @throws the system's error, or a SyntaxError
 */
export const readJson = (file: string): unknown => JSON.parse(new TextDecoder().decode(readFileSync(file)));
