/** Reads JSON with or without a byte order mark. */
import { readFileSync } from 'node:fs';

export const readJson = (file: string): unknown => JSON.parse(new TextDecoder().decode(readFileSync(file)));
