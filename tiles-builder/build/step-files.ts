/** The folder of a step: what goes into the dataset, what it says of that, and whatever later steps need beside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its files go into the dataset as they are. */
export const datasetPartOf = (folder: string): string => join(folder, 'dataset');

const FIGURES_FILE = 'figures.json';

/** @param figures plain data */
export function writeFigures(folder: string, figures: object): void {
  writeFileSync(join(folder, FIGURES_FILE), JSON.stringify(figures));
}

/** Of a step that is complete, and of this version of the code, as its name says. */
export const readFigures = <Figures extends object>(folder: string): Figures =>
  JSON.parse(readFileSync(join(folder, FIGURES_FILE), 'utf8')) as Figures;
