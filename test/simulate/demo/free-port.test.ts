import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXIT } from '../../../tiles-builder/base/failures/problem.ts';
import { isPortFree, requireFreePort } from '../../../tiles-builder/simulate/demo/free-port.ts';

const LISTENER = `
  const server = require('net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port));
  setTimeout(() => process.exit(), Number(process.argv[1]));
`;

async function listen(forMs: number) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'port {1..2} ')));
  const process_ = spawn(process.execPath, ['-e', LISTENER, String(forMs)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    process_.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const [port] = await once(process_.stdout, 'data');
  return { port: Number(port), folder, pid: process_.pid! };
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a port that another program has is refused with its name and folder', async () => {
  const { port, folder, pid } = await listen(60_000);
  await expect(requireFreePort(port, '/elsewhere')).rejects.toMatchObject({
    message: `port ${port} is taken by node (process ${pid}, in ${folder})`,
    advice: `End what listens there, or choose another: npm start -- --port ${port + 1}`,
    exitCode: EXIT.platform,
  });
});

onLinux('a port of another npm start is refused with its folder and process', async () => {
  const { port, folder } = await listen(60_000);
  mkdirSync(join(folder, '.demo'));
  const say = (url: string): void => writeFileSync(join(folder, '.demo/lock.json'), JSON.stringify({ pid: 7, url }));
  say(`http://localhost:${port}`);
  await expect(requireFreePort(port, '/elsewhere')).rejects.toThrow(
    `port ${port} is taken by the npm start in ${folder} (process 7)`,
  );
  // On another port, or damaged.
  for (const url of ['http://localhost:1', 'nonsense']) {
    say(url);
    await expect(requireFreePort(port, '/elsewhere')).rejects.toThrow(`port ${port} is taken by node`);
  }
}); // biome-ignore format: a line

onLinux('what an earlier npm start in the folder has left is waited for', async () => {
  const { port, folder } = await listen(1_500);
  expect(await isPortFree(port)).toBe(false);
  await requireFreePort(port, folder);
  expect(await isPortFree(port)).toBe(true);
});

test('but not for ever', async () => {
  const { port, folder } = await listen(60_000);
  await expect(requireFreePort(port, folder, 500)).rejects.toThrow(`port ${port} is taken by `);
});
