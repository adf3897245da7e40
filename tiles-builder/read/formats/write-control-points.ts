/** Selects the coordinate reference systems that are accepted, and writes their control points. */
import { writeFileSync } from 'node:fs';
import projections from 'proj4-list';
import { askProj, type PointsByProj } from './ask-proj.ts';
import {
  CONTROL_POINTS_FILE,
  CONTROL_POINTS_HEADER,
  deviation_m,
  MOST_DEVIATION_M,
} from './control-points.ts';
import { byDefinition } from './projection.ts';

/** Of the width and of the height of an area of use: PROJ may transform each country in it by another operation. */
const SHARES = Array.from({ length: 17 }, (_, i) => (10 + 5 * i) / 100);

/**
 * Accepts codes for which PROJ states an accuracy of 5 m or better, and which `proj4` puts within 5 m of where PROJ does at
 * all points of a grid over the area of use. Two of the points are written.
 * @returns the number of codes
 */
export function writeControlPoints(): number {
  const lines = askProj(Object.keys(projections), SHARES)
    .filter(isAccepted)
    .map(({ code, points }) => [code.replace('EPSG:', ''), points[0], points.at(-1)].join());
  writeFileSync(CONTROL_POINTS_FILE, `${[CONTROL_POINTS_HEADER, ...lines].join('\n')}\n`);
  return lines.length;
}

function isAccepted({ code, accuracy_m, points }: PointsByProj): boolean {
  // proj4 has no datum-shift grids, and prints a line for each place that needs one.
  const needsGrid = /\+nadgrids=(?!@null)/.test(projections[code][1]);
  if (needsGrid || accuracy_m > MOST_DEVIATION_M || points.length === 0) return false;
  try {
    return deviation_m(byDefinition(code, projections[code][1]), points) <= MOST_DEVIATION_M;
  } catch {
    return false;
  }
}
