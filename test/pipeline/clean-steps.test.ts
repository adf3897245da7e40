import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stepsFolderOf } from '../../tiles-builder/base/steps/steps-folder.ts';
import { cleanSteps } from '../../tiles-builder/pipeline/clean-steps.ts';

test('removes steps and leftovers of processes on any machine, but not the dataset and its neighbours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clean-steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataset = join(folder, 'out');
  const steps = stepsFolderOf(dataset);
  const left = 'unfinished-another.example-4194304-5';
  const step = join(steps, 'roads-0123456789abcdef');
  const ofOthers = [join(steps, `basemap-0123456789abcdef.${left}`), join(step, `7.${left}`)];
  const beside = `${dataset}.${left}`;
  for (const made of [dataset, ...ofOthers, beside]) {
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, 'file'), '');
  }
  const cleaned = cleanSteps(dataset);
  // Other tests use this folder, too.
  const removed = cleaned.removed.filter((path) => path.startsWith(folder));
  expect(removed.sort()).toEqual([...ofOthers, step].sort());
  expect(cleaned.left.map(({ path }) => path)).toEqual([beside]);
  expect(existsSync(steps)).toBe(false);
  expect(existsSync(join(dataset, 'file')) && existsSync(join(beside, 'file'))).toBe(true);
});
