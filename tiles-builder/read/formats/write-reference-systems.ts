/** Selects the coordinate reference systems that are accepted, and writes their definitions and control points. */
import { writeFileSync } from 'node:fs';
import { askProj, type PointsByProj } from './ask-proj.ts';
import { byDefinition } from './projection.ts';
import {
  deviation_m,
  MOST_DEVIATION_M,
  REFERENCE_SYSTEMS_FILE,
  REFERENCE_SYSTEMS_HEADER,
} from './reference-systems.ts';

/** Of the width and of the height of an area of use: PROJ may transform each country in it by another operation. */
const SHARES = Array.from({ length: 17 }, (_, i) => (10 + 5 * i) / 100);

/**
 * Accepts codes for which PROJ states an accuracy of 5 m or better, and which `proj4` puts within 5 m of where PROJ does at
 * all points of a grid over the area of use. Two of the points are written.
 * @returns the number of codes
 */
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
