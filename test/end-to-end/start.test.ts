import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { isPortFree } from '../../tiles-builder/simulate/demo/free-port.ts';
import { DEMO_REGION } from '../../tiles-builder/simulate/demo/gothenburg.ts';
import { demoFingerprint } from '../../tiles-builder/simulate/demo/prepare-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { killMarked, processesWith, until } from '../support/processes/marked-processes.ts';
import { copyProject } from '../support/project/copy-project.ts';
import { freePort } from '../support/servers/free-port.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const SERVES_WITHIN_MS = 90_000;
const ENDS_WITHIN_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'start {a,b} é-'));
const mark = randomUUID();
let port: number;

beforeAll(async () => {
  copyProject(folder);
  mkdirSync(join(folder, '.demo'));
  const { config } = await writeGridTown(join(folder, '.demo/sources'));
  for (const [name, out] of Object.entries({ 'grid-town': 'own', [DEMO_REGION]: '.demo/dataset' })) {
    await buildDataset({ ...readConfig(config), name }, join(folder, out), { progress: () => {} });
  }
  writeFileSync(join(folder, '.demo/made-by'), demoFingerprint());
  port = await freePort();
});
afterEach(() => killMarked(mark));
afterAll(() => rmSync(folder, { recursive: true }));

const ROLES = {
  npm: /^npm start/,
  command: /commands\/start\.ts/,
  wrangler: /bin\/wrangler\.js dev/,
  workerd: /workerd serve .*entry=127/,
} as const;

const pidOf = (role: keyof typeof ROLES): number =>
  processesWith(mark).find(({ command }) => ROLES[role].test(command))!.pid;

const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

interface Start {
  readonly npm: ChildProcess;
  readonly said: () => string;
}

/** Resolves when it has printed a text. */
async function start(text: string): Promise<Start> {
  const npm = spawn('npm', ['start', '--', '--port', String(port)], {
    cwd: folder,
    env: { ...ENVIRONMENT, MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => { said += chunk; });
  await until(() => said.includes(text) || npm.exitCode !== null, SERVES_WITHIN_MS, () => said);
  expect(said).toContain(text);
  return { npm, said: () => said };
} // biome-ignore format: a line

const SERVES = 'Ctrl-C ends the service';

async function nothingIsLeft(): Promise<void> {
  await until(() => processesWith(mark).length === 0, ENDS_WITHIN_MS, () => JSON.stringify(processesWith(mark)));
  expect(await isPortFree(port)).toBe(true);
} // biome-ignore format: a line

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('leaves nothing where it is killed while it publishes', async () => {
    await start('Publish it to the local bucket');
    process.kill(pidOf('command'), 'SIGKILL');
    await nothingIsLeft();
  });

  test('serves, and leaves nothing after wrangler is killed', async () => {
    await start(SERVES);
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
    process.kill(pidOf('wrangler'), 'SIGKILL');
    await nothingIsLeft();
  });

  test('serves other regions of the local bucket without the demo, and exits cleanly on Ctrl-C', async () => {
    const publish = ['tiles-builder/commands/tiles.ts', 'publish', 'own', '--local'];
    execFileSync(process.execPath, publish, { cwd: folder, stdio: 'ignore' });
    rmSync(join(folder, '.demo/dataset'), { recursive: true });
    const { npm, said } = await start(SERVES);
    expect(said()).toMatch(/Served from the local bucket: grid-town-[0-9a-f]{16}\./);
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toContain('grid-town');
    expect(existsSync(join(folder, '.demo/dataset'))).toBe(false);
    const ended = new Promise((resolve) => npm.once('exit', (code) => resolve(code)));
    for (const role of ['npm', 'command'] as const) process.kill(pidOf(role), 'SIGINT');
    expect(await ended).toBe(0);
    expect(said()).not.toContain('Error');
    await nothingIsLeft();
  });
});
