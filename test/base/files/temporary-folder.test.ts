import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { HOST, STARTED } from '../../../tiles-builder/base/files/process-name.ts';
import {
  moveTemporaryDataInto,
  newTemporaryFolder,
  removeAbandonedFolders,
  temporaryFolder,
} from '../../../tiles-builder/base/files/temporary-folder.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { startOf } from '../../support/processes/process-start.ts';
import { projectFolder } from '../../support/processes/run-command.ts';

test('a process has one folder, named after it, that its owner alone may enter', () => {
  const own = temporaryFolder();
  expect(temporaryFolder()).toBe(own);
  expect(basename(own)).toMatch(/^population-count-[0-9a-f]{16}\.unfinished-/);
  expect(own.endsWith(`-${HOST}-${process.pid}-${STARTED}`)).toBe(true);
  expect(dirname(newTemporaryFolder('purpose'))).toBe(own);
  for (const path of [own, newTemporaryFolder('purpose')]) expect(statSync(path).mode & 0o777).toBe(0o700);
  rmSync(own, { recursive: true });
  expect(existsSync(newTemporaryFolder('again'))).toBe(true);
  expect(STARTED).toBe(startOf(process.pid));
});

test('it is where a build stores its steps, while the build runs', () => {
  const steps = temporaryFolderOfTest();
  const before = temporaryFolder();
  const remove = moveTemporaryDataInto(steps);
  expect(dirname(temporaryFolder())).toBe(steps);
  writeFileSync(join(newTemporaryFolder('purpose'), 'file'), '');
  removeAbandonedFolders();
  expect(existsSync(before)).toBe(true);
  remove();
  expect(readdirSync(steps)).toEqual([]);
  expect(temporaryFolder()).toBe(before);
});

const LEAVE = `
  import { moveTemporaryDataInto, newTemporaryFolder } from '${join(projectFolder, 'tiles-builder/base/files/temporary-folder.ts')}';
  import { writeFileSync } from 'node:fs';
  import { Worker } from 'node:worker_threads';
  writeFileSync(newTemporaryFolder('purpose') + '/file', '');
  if (process.env.STEPS) {
    moveTemporaryDataInto(process.env.STEPS);
    newTemporaryFolder('purpose');
  }
  const thread = new Worker(new URL('data:text/javascript,' + encodeURIComponent(
    "import { newTemporaryFolder } from 'file://${join(projectFolder, 'tiles-builder/base/files/temporary-folder.ts')}'; newTemporaryFolder('in-thread')",
  )));
  thread.on('exit', () => eval(process.argv[1]));
`;
const leave = (scratch: string, last: string, steps = '') =>
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', LEAVE, last], {
    env: { ...process.env, TMPDIR: scratch, STEPS: steps },
    encoding: 'utf8',
  });

test.each([
  ['ends', '', null],
  ['exits', 'process.exit(3)', null],
  ['throws', 'throw new Error()', null],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
] as const)('it is gone after a process %s, or the next one removes it', (_, last, signal) => {
  const scratch = temporaryFolderOfTest();
  const ended = leave(scratch, last);
  expect(ended.signal, ended.stderr).toBe(signal);
  const left = readdirSync(scratch);
  expect(left).toHaveLength(signal === null ? 0 : 1);
  if (signal === null) return;
  expect(readdirSync(join(scratch, left[0]!))).toHaveLength(2);
  expect(leave(scratch, '').status).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
});

test('nothing but abandoned folders of this kind is removed, and no link is followed', () => {
  const scratch = temporaryFolderOfTest();
  const kept = temporaryFolderOfTest();
  writeFileSync(join(kept, 'precious'), '');
  const ended = `${HOST}-4194304-${STARTED}`;
  const names = {
    abandoned: `population-count-0123456789abcdef.unfinished-${ended}`,
    running: `population-count-0123456789abcdef.unfinished-${HOST}-${process.ppid}-${startOf(process.ppid)}`,
    replaced: `population-count-0123456789abcdef.replaced-${ended}`,
    otherKind: `population-count.unfinished-${ended}`,
    otherName: 'population-count-0123456789abcdef',
    link: `population-count-fedcba9876543210.unfinished-${ended}`,
  };
  const { link, abandoned, ...left } = names;
  for (const name of Object.values(names)) if (name !== link) mkdirSync(join(scratch, name));
  symlinkSync(kept, join(scratch, link));
  symlinkSync(kept, join(scratch, abandoned, 'link'));
  expect(removeAbandonedFolders(scratch).sort()).toEqual(
    [join(scratch, abandoned), join(scratch, link)].sort(),
  );
  expect(readdirSync(scratch).sort()).toEqual(Object.values(left).sort());
  expect(readdirSync(kept)).toEqual(['precious']);
});
