/** JSON files that are not the builder's own. */
import { readFileSync } from 'node:fs';

/**
 * The value in a JSON file, with or without a byte order mark.
 * @throws what the system says of the file, or a SyntaxError where it is not JSON
 */
export const readJson = (file: string): unknown => JSON.parse(new TextDecoder().decode(readFileSync(file)));
