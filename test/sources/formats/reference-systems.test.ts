/** Codes against PROJ, at other places than before; all with FULL_COUNTS=1. */
import { expect, test } from 'vitest';
import { projectionOf } from '../../../tiles-builder/sources/formats/projection.ts';
import { deviation_m, referenceSystems } from '../../../tiles-builder/sources/formats/reference-systems.ts';
import { askProj, hasProj } from '../../../tiles-builder/sources/formats/write-reference-systems.ts';

const isMissing = !hasProj();
if (isMissing) process.stdout.write('Skipped: all codes beside PROJ (python3-pyproj is not installed)\n');

// All take five minutes.
const PARTS = process.env.FULL_COUNTS === '1' ? 1 : 40;
const part = Date.now() % PARTS;

test.skipIf(isMissing)(`every accepted code is within 5 m of PROJ, part ${part + 1} of ${PARTS}`, () => {
  const codes = [...referenceSystems().keys()].filter((_, i) => i % PARTS === part);
  expect(codes.length).toBeGreaterThan(50);
  const byProj = askProj(codes, [0.125, 0.375, 0.625, 0.875]);
  expect(byProj.map(({ code }) => code)).toEqual(codes);
  const far = byProj.flatMap(({ code, accuracy_m, points }) => {
    const project = projectionOf('file', { code }, undefined);
    const most_m = deviation_m((place) => (project ? project(place) : [place[0], place[1]]), points);
    return most_m <= 5 && accuracy_m <= 5 ? [] : [[code, most_m, accuracy_m]];
  });
  expect(far).toEqual([]);
});
