/** Asks PROJ for coordinate reference systems and control points, by a Python script (python3-pyproj). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PlatformProblem } from '../../base/failures/problem.ts';
import type { ControlPoint } from './reference-systems.ts';

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
