import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  isUnfinished,
  leftoversIn,
  makeAtomically,
  removeLeftovers,
  replace,
  replacedOf,
  unfinishedOf,
} from '../../../tiles-builder/base/files/atomic-folder.ts';
import { HOST, STARTED } from '../../../tiles-builder/base/files/process-name.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { startOf } from '../../support/processes/process-start.ts';

test('a folder gets its name when complete, and nobody else may read the unfinished one', async () => {
  const parent = temporaryFolderOfTest();
  const folder = join(parent, 'made');
  await makeAtomically(folder, async (unfinished) => {
    expect(existsSync(folder)).toBe(false);
    expect(unfinished).toBe(unfinishedOf(folder));
    expect(statSync(unfinished).mode & 0o777).toBe(0o700);
    writeFileSync(join(unfinished, 'a'), 'first');
  });
  await makeAtomically(folder, async (unfinished) => writeFileSync(join(unfinished, 'a'), 'second'));
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('first');
  const failing = makeAtomically(join(parent, 'other'), async () => {
    throw new Error('no more room');
  });
  await expect(failing).rejects.toThrow('no more room');
  expect(readdirSync(parent)).toEqual(['made']);
});

test('a replacement leaves the replaced folder next to it, if there was one', () => {
  const parent = temporaryFolderOfTest();
  const path = join(parent, 'dataset');
  const finished = join(parent, 'new');
  writeFileSync(path, 'old');
  writeFileSync(finished, 'new');
  expect(replace(path, finished)).toBe(replacedOf(path));
  expect([readFileSync(path, 'utf8'), readFileSync(replacedOf(path), 'utf8')]).toEqual(['new', 'old']);
  rmSync(replacedOf(path));
  replace(path, join(parent, 'nothing'));
  expect([existsSync(path), readFileSync(replacedOf(path), 'utf8')]).toEqual([false, 'new']);
});

test('leftovers of ended processes are removed, and what they replaced is restored if nothing is in its place', () => {
  const parent = temporaryFolderOfTest();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const running = startOf(process.ppid);
  const names = {
    'a.unfinished': [HOST, ended, STARTED],
    'b.replaced': [HOST, ended, STARTED],
    'c.replaced': [HOST, ended, STARTED],
    'd.unfinished': [HOST, process.ppid, running],
    'e.unfinished': ['elsewhere', ended, STARTED],
    'f.unfinished': [HOST, process.pid, '1'],
    // The PID was reused.
    'g.unfinished': [HOST, process.ppid, '1'],
  } as const;
  for (const [name, words] of Object.entries(names)) mkdirSync(join(parent, `${name}-${words.join('-')}`));
  mkdirSync(join(parent, 'c'));
  mkdirSync(join(parent, 'plain'));
  const leftovers = leftoversIn(parent);
  const briefly = leftovers.map(({ path, madeFor, host: on, pid, isReplaced, isAbandoned }) => {
    expect(path.startsWith(`${madeFor}.`)).toBe(true);
    return [madeFor.slice(parent.length + 1), on, pid, isReplaced, isAbandoned];
  });
  expect(briefly.sort()).toEqual([
    ['a', HOST, ended, false, true],
    ['b', HOST, ended, true, true],
    ['c', HOST, ended, true, true],
    ['d', HOST, process.ppid, false, false],
    ['e', 'elsewhere', ended, false, false],
    ['f', HOST, process.pid, false, true],
    ['g', HOST, process.ppid, false, true],
  ]);
  expect(removeLeftovers(leftovers)).toHaveLength(5);
  const left = readdirSync(parent).sort();
  expect(left.filter((name) => !isUnfinished(name))).toEqual(['b', 'c', 'plain']);
  expect(left.filter(isUnfinished)).toEqual([
    `d.unfinished-${HOST}-${process.ppid}-${running}`,
    `e.unfinished-elsewhere-${ended}-${STARTED}`,
  ]);
  expect(leftoversIn(join(parent, 'nowhere'))).toEqual([]);
});
