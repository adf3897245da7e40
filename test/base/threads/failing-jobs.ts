import { readFileSync } from 'node:fs';
import { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';
import { PlatformProblem } from '../../../tiles-builder/base/failures/problem.ts';

export const double = (number: number): number => 2 * number;

export const FAILURES: Readonly<Record<string, () => never>> = {
  'a full disk': () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
      path: '/data/steps/sites',
    });
  },
  'a file that is missing': () => {
    readFileSync('/nowhere/at-all');
    throw new Error('it is there');
  },
  'bad input': () => {
    throw new BadInput('census.csv', 'line 3', 'has no people', 'Add them.');
  },
  'a problem of the platform': () => {
    throw new PlatformProblem('the volume is gone');
  },
  'a defect': () => {
    throw new RangeError('7 is no cell');
  },
};

export const failAs = (name: string): never => FAILURES[name]();
