/** Writes and reads the figures of a step as JSON in its folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FIGURES_FILE = 'figures.json';

export function writeFigures(folder: string, figures: object): void {
  writeFileSync(join(folder, FIGURES_FILE), JSON.stringify(figures));
}

export const readFigures = <Figures extends object>(folder: string): Figures =>
  JSON.parse(readFileSync(join(folder, FIGURES_FILE), 'utf8')) as Figures;
