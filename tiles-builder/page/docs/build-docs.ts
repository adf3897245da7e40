/** The documentation: the Markdown of `src/web/docs` and the OpenAPI document as HTML files. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'vite';
import { openApiDocument } from '../../../src/openapi/openapi-document.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';
import { type DocsPage, pathOfPage, renderPage, titleOf } from './render-page.ts';
import { sectionsOf } from './sections-of.ts';

const projectFolder = join(import.meta.dirname, '../../..');
const docsFolder = join(projectFolder, 'src/web/docs');

/** First in the navigation; any others follow. */
const ORDER = [
  'index',
  'questions',
  'accuracy',
  'examples',
  'map',
  'build',
  'sources',
  'deploy',
  'operate',
  'costs',
  'scale',
  'clickhouse',
  'privacy',
  'accuracy-figures',
  'privacy-evidence',
];

/** The pages in the order of the navigation. */
export function readPages(): DocsPage[] {
  const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return readdirSync(docsFolder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => {
      const markdown = withInclusions(readFileSync(join(docsFolder, `${name}.md`), 'utf8'));
      return { name, title: titleOf(markdown), markdown };
    });
}

/** Writes the pages into the folder that is served: the index as docs.html, the others and what they load under docs/. */
export async function buildDocs(folder: string): Promise<void> {
  const pages = readPages();
  for (const page of pages) {
    const file = join(folder, `${pathOfPage(page.name)}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderPage(page, pages));
  }
  copyFileSync(join(docsFolder, 'style.css'), join(folder, 'docs/style.css'));
  copyFileSync(join(docsFolder, '../icon.svg'), join(folder, 'docs/icon.svg'));
  writeFileSync(join(folder, 'docs/search.json'), JSON.stringify(pages.flatMap(sectionsOf)));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: join(folder, 'docs'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: join(docsFolder, 'script/docs.ts'), formats: ['es'], fileName: () => 'docs.js' },
    },
  });
}

/** `{{reference}}` is the API's reference, `{{file PATH}}` the text of one of the project's files. */
function withInclusions(markdown: string): string {
  return markdown
    .replace('{{reference}}', () =>
      apiReference(JSON.parse(JSON.stringify(openApiDocument())) as ApiDocument),
    )
    .replace(/^\{\{file (\S+)\}\}$/gm, (_, path: string) => {
      const language = path.slice(path.lastIndexOf('.') + 1);
      return `\`\`\`${language}\n${readFileSync(join(projectFolder, path), 'utf8').trimEnd()}\n\`\`\``;
    });
}
