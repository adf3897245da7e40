/** Measures memory and disk of all processes of a command. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolderOfTest } from '../support/files/temporary-folder.ts';
import { bytesIn, watchCommand } from './watch-command.ts';

const MB = 2 ** 20;

const watchScript = (folder: string, script: string): ReturnType<typeof watchCommand> =>
  watchCommand(['--input-type=module', '--eval', script], {
    folder,
    stepOf: (line) => line.match(/^end of (.+)$/)?.[1] ?? null,
    said: () => {},
  });

const HOLD = `Buffer.alloc(120 * ${MB}, 1); await new Promise((done) => setTimeout(done, 1_000));`;

test.skipIf(process.platform !== 'linux')('memory of a process and of those it starts adds up', async () => {
  const alone = await watchScript(temporaryFolderOfTest(), `const held = ${HOLD}`);
  const both = await watchScript(
    temporaryFolderOfTest(),
    `import { spawn } from 'node:child_process';
     const child = spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(`const held = ${HOLD}`)}]);
     const closed = new Promise((done) => child.on('close', done));
     const held = ${HOLD}
     await closed;`,
  );
  expect(alone.whole.max_rss_mb).toBeGreaterThan(120);
  expect(both.whole.max_rss_mb).toBeGreaterThan(alone.whole.max_rss_mb + 110);
});

test.skipIf(process.platform !== 'linux')(
  'files count with and without a name, by the step that holds them',
  async () => {
    const folder = temporaryFolderOfTest();
    writeFileSync(join(folder, 'there-before'), Buffer.alloc(9 * MB));
    const { steps, whole, lastLine } = await watchScript(
      folder,
      `import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
     const pause = () => new Promise((done) => setTimeout(done, 1_300));
     const file = ${JSON.stringify(folder)} + '/';
     const unnamed = openSync(file + 'unnamed', 'w');
     rmSync(file + 'unnamed');
     writeSync(unnamed, Buffer.alloc(20 * ${MB}));
     await pause();
     console.error('end of the first');
     closeSync(unnamed);
     writeFileSync(file + 'named', Buffer.alloc(7 * ${MB}));
     await pause();
     console.error('end of the second');
     console.log('{}');`,
    );
    expect(steps.map(({ step, disk_mb }) => [step, Math.round(disk_mb)])).toEqual([
      ['the first', 20],
      ['the second', 7],
    ]);
    expect(Math.round(whole.disk_mb)).toBe(20);
    expect(lastLine).toBe('{}');
  },
);

test.skipIf(process.platform !== 'linux')(
  'a command that fails is reported with its last words',
  async () => {
    await expect(
      watchScript(temporaryFolderOfTest(), `console.error('no room'); process.exitCode = 3`),
    ).rejects.toThrow(/ended with 3: no room/);
  },
);

test('what a folder holds is added up, and a folder that has gone meanwhile holds nothing', () => {
  const folder = temporaryFolderOfTest();
  mkdirSync(join(folder, 'in/it'), { recursive: true });
  writeFileSync(join(folder, 'in/it/file'), Buffer.alloc(MB, 1));
  writeFileSync(join(folder, 'file'), Buffer.alloc(2 * MB, 1));
  expect(bytesIn(folder) / MB).toBeCloseTo(3, 1);
  rmSync(join(folder, 'in'), { recursive: true });
  expect(bytesIn(folder) / MB).toBeCloseTo(2, 1);
  expect(bytesIn(join(folder, 'in'))).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'processor time of what a command starts counts while it runs',
  async () => {
    const busy = 'while (process.cpuUsage().user < 1e6);';
    const { whole } = await watchCommand(['-c', `'${process.execPath}' -e '${busy}' | cat`], {
      folder: temporaryFolderOfTest(),
      stepOf: () => null,
      said: () => {},
      program: 'sh',
    });
    expect(whole.cpu_s).toBeGreaterThan(0.2);
  },
);
