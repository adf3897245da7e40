import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { projectFolder } from '../../support/processes/run-command.ts';

const PROGRAM = `
  import { isLocked, acquireLock } from '${join(projectFolder, 'tiles-builder/base/files/file-lock.ts')}';
  const name = process.argv[1];
  const lock = acquireLock(name, {});
  const second = acquireLock(name, {});
  const whileHeld = isLocked(name);
  lock.release();
  console.log(JSON.stringify({ second, whileHeld, after: isLocked(name) }));
`;

test.each(['lock', 'file:lock?mode=memory', ':memory:', '%41?b#c', "it's {a,b}*"])(
  'a file %j is locked once, by its name in the current folder',
  (name) => {
    const cwd = temporaryFolderOfTest();
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '-e', PROGRAM, name],
      { cwd, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ second: null, whileHeld: true, after: false });
  },
);
