/** What a step says of what it has made, in its folder: beside what `install-dataset` takes, and what later steps need. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FIGURES_FILE = 'figures.json';

/** @param figures plain data */
export function writeFigures(folder: string, figures: object): void {
  writeFileSync(join(folder, FIGURES_FILE), JSON.stringify(figures));
}

/** Of a step that is complete, and of this version of the code, as its name says. */
export const readFigures = <Figures extends object>(folder: string): Figures =>
  JSON.parse(readFileSync(join(folder, FIGURES_FILE), 'utf8')) as Figures;
