/** What the recipe of the container names exists: files, options, ports, folders. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { HEALTH_PATH } from '../../src/endpoints.ts';
import { LOCAL_STATE } from '../../tiles-builder/publish/local-runtime.ts';

const project = join(import.meta.dirname, '../..');
const page = readFileSync(join(project, 'src/web/docs/container.md'), 'utf8');
const recipe = /```Dockerfile\n(.*?)```/s.exec(page)![1].replaceAll('\\\n', ' ');
const wordsAfter = (instruction: string): string =>
  new RegExp(`^${instruction} +(.*)$`, 'm').exec(recipe)![1];
const command: string[] = JSON.parse(wordsAfter('CMD'));
const port = wordsAfter('EXPOSE');

test('the image has the oldest Node.js that the commands take, and installs and builds as the project does', () => {
  const [, version] = /node:([\d.]+)-/.exec(wordsAfter('FROM'))!;
  expect(packageJson.engines.node).toBe(`>=${version}.0`);
  const run = [...recipe.matchAll(/npm (?:run )?([a-z-]+)/g)].map(([, name]) => name);
  expect(run).toEqual(['ci', 'page']);
  expect(packageJson.scripts).toHaveProperty('page');
});

test('its command is a file of the project, and takes the options that it is given', () => {
  const [program, file, dev, ...options] = command;
  expect([program, dev]).toEqual(['node', 'dev']);
  expect(existsSync(join(project, file))).toBe(true);
  const help = execFileSync(process.execPath, [join(project, file), 'dev', '--help'], {
    cwd: project,
    encoding: 'utf8',
  });
  const names = options.filter((word) => word.startsWith('--'));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(help).toMatch(new RegExp(`${name}\\b`));
});

test('one port is exposed, served, checked and published', () => {
  expect(command[command.indexOf('--port') + 1]).toBe(port);
  expect(recipe).toContain(`fetch('http://localhost:${port}${HEALTH_PATH}')`);
  expect(page).toContain(`-p 127.0.0.1:${port}:${port}`);
  expect(page).toContain(`curl -fsS http://127.0.0.1:${port}${HEALTH_PATH}`);
});

test('the health check is a program that ends with 0 where the service answers, with 1 where nothing does', () => {
  const [program, ...options]: string[] = JSON.parse(/HEALTHCHECK.*CMD (\[.*\])/.exec(recipe)![1]);
  expect(program).toBe('node');
  const elsewhere = options.map((option) => option.replace(port, '1'));
  expect(() => execFileSync(process.execPath, elsewhere)).toThrow(expect.objectContaining({ status: 1 }));
});

test('the volume is where the local bucket lies, and what is left out of the image is not of the project', () => {
  const [folder] = relative(project, LOCAL_STATE).split('/');
  expect(wordsAfter('VOLUME')).toBe(join(wordsAfter('WORKDIR'), folder));
  expect(page).toContain(`-v population-state:${wordsAfter('VOLUME')} `);
  const ignored = readFileSync(join(project, '.gitignore'), 'utf8').split('\n');
  const [, list] = /List (.*) in `\.dockerignore`/.exec(page)!;
  const names = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  for (const name of names) expect([...ignored, '.git/']).toContain(`${name}/`);
});
