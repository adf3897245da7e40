/** Writes the CSV of accepted reference systems: codes where `proj4` deviates from PROJ by at most 5 m on a grid of points. */
import { writeFileSync } from 'node:fs';
import { askProj, type PointsByProj } from './ask-proj.ts';
import { byDefinition } from './projection.ts';
import {
  deviation_m,
  MOST_DEVIATION_M,
  REFERENCE_SYSTEMS_FILE,
  REFERENCE_SYSTEMS_HEADER,
} from './reference-systems.ts';

/** Control points at these shares of width and height: PROJ's operation may vary by country within an area of use. */
const SHARES = Array.from({ length: 17 }, (_, i) => (10 + 5 * i) / 100);

/** Writes only codes whose stated accuracy is at most 5 m. */
export function writeReferenceSystems(): number {
  const lines = askProj(null, SHARES)
    .filter(isAccepted)
    .map(({ code, points, definition }) =>
      [code.replace('EPSG:', ''), points[0], points.at(-1), `"${definition}"`].join(),
    );
  writeFileSync(REFERENCE_SYSTEMS_FILE, `${[REFERENCE_SYSTEMS_HEADER, ...lines].join('\n')}\n`);
  return lines.length;
}

function isAccepted({ code, accuracy_m, points, definition }: PointsByProj): boolean {
  if (accuracy_m > MOST_DEVIATION_M || points.length === 0) return false;
  try {
    return deviation_m(byDefinition(code, definition), points) <= MOST_DEVIATION_M;
  } catch {
    return false;
  }
}
