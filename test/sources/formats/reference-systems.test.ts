/** All codes against PROJ, at other places than before. */
import { expect, test } from 'vitest';
import { askProj, hasProj } from '../../../tiles-builder/sources/formats/ask-proj.ts';
import { projectionOf } from '../../../tiles-builder/sources/formats/projection.ts';
import { deviation_m, referenceSystems } from '../../../tiles-builder/sources/formats/reference-systems.ts';

const isMissing = !hasProj();
if (isMissing) process.stdout.write('Skipped: all codes beside PROJ (python3-pyproj is not installed)\n');

test.skipIf(isMissing)('every accepted code is within 5 m of PROJ', { timeout: 600_000 }, () => {
  const codes = [...referenceSystems().keys()];
  const byProj = askProj(codes, [0.125, 0.375, 0.625, 0.875]);
  expect(byProj.map(({ code }) => code)).toEqual(codes);
  const far = byProj.flatMap(({ code, accuracy_m, points }) => {
    const project = projectionOf('file', { code }, undefined);
    const most_m = deviation_m((place) => (project ? project(place) : [place[0], place[1]]), points);
    return most_m <= 5 && accuracy_m <= 5 ? [] : [[code, most_m, accuracy_m]];
  });
  expect(far).toEqual([]);
});
