/** Links, commands and loads of the documentation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { EXIT } from '../../../tiles-builder/base/failures/problem.ts';
import { openScreen } from '../../../tiles-builder/commands/screen.ts';
import { tilesCommands } from '../../../tiles-builder/commands/tiles.ts';
import { buildDocs, DOWNLOADS, readPages } from '../../../tiles-builder/page/docs/build-docs.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import { fileOfScript, runProcess } from '../../support/processes/run-command.ts';

const folder = temporaryFolder();
await buildDocs(folder);
const pages = readPages();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
);
const project = join(import.meta.dirname, '../../..');

const FILES = ['README.md', 'CONTRIBUTING.md'].map((file) => readFileSync(join(project, file), 'utf8'));

const SERVED = ['/', '/openapi.json', ...DOWNLOADS.map((file) => `/docs/files/${file}`)];

describe.for(files)('%s', (file) => {
  const html = readFileSync(join(folder, file), 'utf8');

  test('every link within the service leads to a page', () => {
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!);
    const inside = links.filter((link) => link.startsWith('/') && !SERVED.includes(link));
    const lost = inside.filter((link) => {
      const [path, anchor] = link.split('#');
      const page = [path, `${path}.html`].map((name) => join(folder, name!)).find(existsSync);
      return !page || (anchor !== undefined && !readFileSync(page, 'utf8').includes(`id="${anchor}"`));
    });
    expect(lost).toEqual([]);
    expect(links.filter((link) => !/^(?:[/#]|https:)/.test(link))).toEqual([]);
    const anchors = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(anchors.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });

  test('loads nothing from elsewhere, and runs its own script alone', () => {
    expect(html).not.toMatch(/<(iframe|style)\b|<img(?! src="\/docs\/pictures\/)/);
    expect([...html.matchAll(/<script\b[^>]*>/g)].map(([script]) => script)).toEqual([
      '<script type="module" src="/docs/docs.js">',
    ]);
    expect([...html.matchAll(/<link [^>]*>/g)].map(([link]) => link)).toEqual([
      '<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">',
      '<link rel="stylesheet" href="/docs/style.css">',
    ]);
  });

  test('has one heading of the first level, each id once, and no inclusion left', () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).not.toContain('{{');
  });
});

test('the documentation stays short', () => {
  const words = pages.map(
    ({ name }) => readFileSync(join(project, 'src/web/docs', `${name}.md`), 'utf8').match(/\S+/g)!.length,
  );
  expect(words.reduce((a, b) => a + b)).toBeLessThanOrEqual(16_000);
});

test('every npm script that a page or the README names exists', () => {
  const texts = [...pages.map(({ markdown }) => markdown), ...FILES];
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name!)),
  );
  expect([...named].filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

const given = [...pages.map(({ markdown }) => markdown), ...FILES]
  .flatMap((text) => [
    ...text
      .replaceAll(/\\?\n\s+/g, ' ')
      .matchAll(/npm run (tiles|keys|evaluate|experiment) -- ([^`\n#&;]+)/g),
  ])
  .map(([, script, words]) => ({ script: script!, words: words!.trim() }));

async function helpOf(script: string, name: string): Promise<string> {
  if (script !== 'tiles') return (await runProcess(fileOfScript(script), [name, '--help'])).stdout;
  const cli = await tilesCommands(openScreen(), name);
  const { options } = cli.commands.find((command) => command.name === name)!;
  return [name, ...[...options, ...cli.globalCommand.options].map(({ rawName }) => rawName)].join(' ');
}

test.for(['tiles', 'keys', 'evaluate', 'experiment'])(
  'each option that pages give %s is one of that command',
  async (script) => {
    const commands = given.filter((command) => command.script === script);
    expect(commands.length).toBeGreaterThan(0);
    for (const [name, own] of Map.groupBy(commands, ({ words }) => words.split(' ')[0]!)) {
      const help = await helpOf(script, name);
      expect(help).toContain(name);
      const known = new Set(help.match(/--[a-z-]+/g));
      for (const { words } of own)
        for (const option of words.match(/--[a-z][a-z-]*/g) ?? []) expect(known, words).toContain(option);
    }
  },
);

test('every tiles command that a page or the README names exists', async () => {
  const texts = [...pages.map(({ markdown }) => markdown), ...FILES];
  const known = new Set((await tilesCommands(openScreen())).commands.map(({ name }) => name));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/npm run tiles -- ([a-z-]+)/g)].map(([, name]) => name!),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !named.includes(name))).toEqual([]);
});

test('the documentation lists the exit codes that commands end with', () => {
  const { markdown } = pages.find(({ markdown }) => markdown.includes('| code | means |'))!;
  const codes = [...markdown.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual([0, ...Object.values(EXIT)]);
});
