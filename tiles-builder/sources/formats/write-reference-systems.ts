/** Writes the CSV of accepted reference systems: codes where `proj4` deviates from PROJ by at most 5 m on a grid of points. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PlatformProblem } from '../../base/failures/problem.ts';
import { byDefinition } from './projection.ts';
import {
  type ControlPoint,
  deviation_m,
  MOST_DEVIATION_M,
  REFERENCE_SYSTEMS_FILE,
  REFERENCE_SYSTEMS_HEADER,
} from './reference-systems.ts';

export interface PointsByProj {
  readonly code: string;
  readonly accuracy_m: number;
  readonly points: readonly ControlPoint[];
  /** PROJ string, with a Helmert shift to WGS84 where PROJ has one. */
  readonly definition: string;
}

const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('reference-systems.py', import.meta.url));
const MOST_OUTPUT_BYTES = 1 << 28;

export const hasProj = (): boolean => spawnSync(PYTHON, ['-c', 'import pyproj']).status === 0;

/**
 * @param codes `null` for all of EPSG
 * @param shares sampled shares of an area of use's width and height
 * @throws PlatformProblem without PROJ
 */
export function askProj(codes: readonly string[] | null, shares: readonly number[]): PointsByProj[] {
  const { status, stdout, stderr } = spawnSync(PYTHON, [SCRIPT], {
    encoding: 'utf8',
    input: JSON.stringify({ codes, shares }),
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  if (status !== 0) throw new PlatformProblem(`PROJ cannot be asked: ${stderr}`, 'Install python3-pyproj.');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PointsByProj);
}

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
