import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearestName } from './nearest-name.ts';
import { EXIT, Problem } from './problem.ts';
import { NOT_THERE } from './system-failure.ts';

/** Unusable input, thrown by all code that reads configuration or sources. The message names file, place and reason. */
export class BadInput extends Problem {
  override readonly name = 'BadInput';
  override readonly exitCode = EXIT.input;

  constructor(file: string, where: string | null, reason: string, advice: string | null = null) {
    const message = where === null ? `${file}: ${reason}` : `${file}, ${where}: ${reason}`;
    const said = advice ?? (reason === NOT_THERE ? nearestFile(file) : null);
    super(printable(message), said === null ? null : printable(said));
  }
}

function nearestFile(file: string): string | null {
  try {
    const nearest = nearestName(basename(file), readdirSync(dirname(file)));
    return nearest === null ? null : `Did you mean ${nearest}?`;
  } catch {
    return null;
  }
}

/** Files may contain line breaks and terminal codes. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
