import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type Ended, fileOfScript, type Run, runProcess } from '../support/processes/run-command.ts';
import { writeTwoStreets } from '../support/towns/two-streets.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
let config: string;

beforeAll(() => {
  chmodSync(folder, 0o755);
  config = writeTwoStreets(at('sources'));
  mkdirSync(at('empty'));
  writeFileSync(at('broken.json'), '{ "name": ');
  writeFileSync(at('roads.geojson'), '{ "type": ');
  writeFileSync(at('of-broken.json'), '{ "name": "x", "roads": { "file": "roads.geojson" } }');
  writeFileSync(at('of-folder.json'), '{ "name": "x", "roads": { "file": "empty" } }');
});

const FRAME = /^\s+at .*(:\d+:\d+|<anonymous>|node:)/m;

function expectSentence({ code, said, stderr }: Ended, exitCode: number): void {
  expect(said).toMatch(/^Error: /);
  expect(said.split('\n').length).toBeLessThanOrEqual(2);
  for (const line of said.split('\n')) expect(line).toMatch(/[.?!…]$/);
  expect(stderr).not.toMatch(FRAME);
  expect(code, said).toBe(exitCode);
}

const run = (line: string, options?: Run): Promise<Ended> => {
  const [command, ...words] = line.split(' ');
  return runProcess(fileOfScript(command!), words, options);
};

describe('the command line', () => {
  test.each([
    ['tiles biuld x.json', 'there is no command biuld.\nDid you mean build?'],
    ['tiles build x.json --oot x', 'there is no option --oot.\nDid you mean --out?'],
    ['tiles build x.json', 'build needs --out FOLDER.'],
    ['tiles build', /^Error: missing required args .*\nnpm run tiles -- build --help shows what it takes\.$/],
    ['tiles build x.json --out a --out b', '--out <folder> is given more than once.'],
    ['tiles recover-current a --none --local', 'give either versions or --none, not both.'],
    ['tiles prune --local --keep half', '--keep takes a whole number from 0, not half.'],
    ['tiles build x.json --out x --threads 0', '--threads takes a whole number from 1, not 0.'],
    ['keys crate somebody', 'there is no command crate.\nDid you mean create?'],
    ['evaluate shfits x.json', 'there is no command shfits.\nDid you mean shifts?'],
    ['bench iscohrone', 'there is no command iscohrone.\nDid you mean isochrone?'],
    ['start --prot 8787', 'there is no option --prot.\nDid you mean --port?'],
    ['start --port 99999', '--port takes a number from 1 to 65535, not 99999.'],
    ['page here', /^Error: Unused args: `here`\.\nnpm run page -- --help shows what it takes\.$/],
  ])('%s', async (line, said) => {
    const ended = await run(line);
    expectSentence(ended, EXIT.usage);
    if (typeof said === 'string') expect(ended.said).toBe(`Error: ${said}`);
    else expect(ended.said).toMatch(said);
  });

  // Script's unset variable.
  test.each([
    [['prune', '--local', '--keep='], '--keep <versions>'],
    [['publish', 'x', '--local', '--check-url', ''], '--check-url <url>'],
  ])('an empty value: tiles %j', async (words, option) => {
    const ended = await runProcess(fileOfScript('tiles'), words);
    expectSentence(ended, EXIT.usage);
    expect(ended.said).toBe(`Error: ${option} is given an empty value.`);
  });

  test.each(['tiles', 'bench'])('%s alone lists its commands, and exits with a failure', async (line) => {
    const { code, stdout } = await run(line);
    expect(stdout).toContain('Commands:');
    expect(code).toBe(EXIT.usage);
  });

  test('--help is a success', async () => {
    for (const line of ['tiles --help', 'tiles build --help', 'start --help']) {
      const { code, stdout } = await run(line);
      expect(stdout).toContain('Usage:');
      expect(stdout).not.toMatch(/NaN|undefined|\[object|--\//);
      expect(code).toBe(0);
    }
  });
});

describe('files', () => {
  test.each([
    ['tiles build FOLDER/nowhere.json --out FOLDER/x', 'nowhere.json: is not there.'],
    ['tiles build FOLDER/broken.json --out FOLDER/x', 'broken.json: is not JSON: '],
    ['tiles build FOLDER/of-broken.json --out FOLDER/x', 'roads.geojson: is not JSON, or is cut off'],
    ['tiles build FOLDER/of-folder.json --out FOLDER/x', 'empty: is a folder, where a file is expected.'],
    ['tiles build FOLDER/sources/config.json --out FOLDER/sources', 'is a folder with other things in it'],
    [
      'tiles build FOLDER/sources/config.json --out FOLDER/broken.json/x',
      'broken.json is there already, and is no folder.',
    ],
    ['tiles verify FOLDER/nowhere', 'nowhere: is no folder of a dataset: manifest.json is not there.'],
    ['tiles verify FOLDER/empty', 'empty: is no folder of a dataset: manifest.json is not there.'],
  ])('%s', async (line, said) => {
    const ended = await run(line.replaceAll('FOLDER', folder));
    expectSentence(ended, EXIT.input);
    expect(ended.said).toContain(said);
    expect(readdirSync(folder).filter((name) => name.startsWith('x'))).toEqual([]);
  });

  test('that this user may not read', async ({ skip }) => {
    writeFileSync(at('secret.json'), '{}');
    chmodSync(at('secret.json'), 0);
    // The superuser may read everything.
    const through = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : [];
    if ((await run('tiles --help', { through })).code !== 0)
      skip('the superuser cannot give up its rights here');
    const ended = await run(`tiles build ${at('secret.json')} --out ${at('x')}`, { through });
    expectSentence(ended, EXIT.input);
    expect(ended.said).toContain('secret.json: may not be read or written by this user.');
  });
});

describe('disks', () => {
  test('that are small or read-only contain nothing incomplete afterwards', async ({ skip }) => {
    const disk = at('disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('nobody but the superuser may mount a small disk');
    }
    try {
      const full = await run(`tiles build ${config} --out ${disk}/dataset`);
      expectSentence(full, EXIT.platform);
      expect(full.said).toContain('the disk is full.');
      expect(
        readdirSync(disk, { recursive: true }).filter((path) => String(path).includes('unfinished')),
      ).toEqual([]);
      expect(readdirSync(disk)).not.toContain('dataset');
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const readOnly = await run(`tiles build ${config} --out ${disk}/dataset`);
      expectSentence(readOnly, EXIT.platform);
      expect(readOnly.said).toContain('is on a disk that can only be read.');
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('the environment', () => {
  test('without access to a bucket', async () => {
    const ended = await run(`tiles prune --bucket tiles`, { env: { R2_ENDPOINT: 'http://127.0.0.1:9' } });
    expectSentence(ended, EXIT.platform);
    expect(ended.said).toContain('R2_ACCESS_KEY_ID');
  });
});

describe('defects', () => {
  const plant = (body: string): string => {
    const code = `import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module';
      fs.open = async () => { ${body} }; syncBuiltinESMExports();`;
    return `data:text/javascript,${encodeURIComponent(code)}`;
  };

  test.each([
    ['of a step', "throw new TypeError('planted')"],
    [
      'outside of any step',
      "setTimeout(() => { throw new TypeError('planted') }); return new Promise(() => {})",
    ],
  ])('%s say that they are the program’s', async (_, body) => {
    const preload = plant(body);
    const ended = await run(`tiles doctor ${config}`, { preload });
    expectSentence(ended, EXIT.defect);
    expect(ended.said).toBe(
      'Error: This is a defect of the program: planted.\nRun it again with --verbose, and report what it prints.',
    );
    const verbose = await run(`tiles doctor ${config} --verbose`, { preload });
    expect(verbose.code).toBe(EXIT.defect);
    expect(verbose.stderr).toMatch(FRAME);
    expect(verbose.stderr).toContain('TypeError: planted');
  });
});

test('with --json, the last line on standard output is the failure', async () => {
  const lastLine = ({ stdout }: Ended): unknown => JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
  expect(lastLine(await run('tiles buidl --json'))).toEqual({
    error: 'there is no command buidl.',
    advice: 'Did you mean build?',
  });
  expect(lastLine(await run(`tiles build ${at('nowhere.json')} --out x --json`))).toEqual({
    error: `${at('nowhere.json')}: is not there.`,
    advice: null,
  });
});
