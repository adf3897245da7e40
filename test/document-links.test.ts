import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const documents = ['*.md', '.github/*.md', '{src,tiles-builder,test}/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((file) => !file.startsWith('src/web/docs/'));

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');

const githubAnchorsIn = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isDead(document: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const target = path === '' ? join(ROOT, document) : join(ROOT, document, '..', path!);
  if (!existsSync(target) || relative(ROOT, target).startsWith('..')) return true;
  return anchor !== undefined && !githubAnchorsIn(readFileSync(target, 'utf8')).includes(anchor);
}

test('documents outside the documentation are found', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'src/GLOSSARY.md', 'src/format/FORMAT.md']),
  );
});

test.each(documents)('every relative link of %s leads to a file and a heading', (document) => {
  const markdown = withoutCode(readFileSync(join(ROOT, document), 'utf8'));
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && isDead(document, link))).toEqual([]);
});
