/** Builds the documentation from `src/web/docs`: fills in inclusions and renders Markdown to HTML, with a search index. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { openApiDocument } from '../../../src/openapi/openapi-document.ts';
import { type ApiDocument, apiReference } from './api-reference.ts';
import { countriesTable } from './countries-table.ts';
import { limitsTable } from './limits-table.ts';
import { type DocsPage, pathOfPage, renderPage, titleOf } from './render-page.ts';
import { sectionsOf } from './sections-of.ts';

const projectFolder = join(import.meta.dirname, '../../..');
const docsFolder = join(projectFolder, 'src/web/docs');

/** Examples that callers save from `/docs/files`. */
export const DOWNLOADS = ['batch.py'];
/** The JavaScript client as one module, for pages without a bundler. */
export const CLIENT_BUNDLE = 'population-count.js';

/** Pages in the navigation, by reader; reference comes last. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  '': ['index'],
  'Call the API': [
    'start-calls',
    'get-a-key',
    'api',
    'examples',
    'gis',
    'sites',
    'map',
    'accuracy',
    'limits',
    'questions',
  ],
  'Run the service': ['start-service', 'deploy', 'container', 'publish', 'operate', 'manage-keys', 'costs'],
  'Bring data': ['start-data', 'build', 'sources', 'registers', 'locations', 'scale'],
  Privacy: ['privacy'],
  Appendices: [
    ...['reference', 'accuracy-figures', 'privacy-evidence', 'methods', 'steps', 'clickhouse'],
    ...['countries', 'placement', 'cache', 'recovery'],
  ],
};

/**
 * Reads pages in the order of the navigation.
 * @throws Error if pages and groups do not match
 */
export function readPages(): DocsPage[] {
  const files = readdirSync(docsFolder).filter((file) => file.endsWith('.md'));
  const pages = Object.entries(GROUPS).flatMap(([group, names]) =>
    names.map((name) => {
      const markdown = withInclusions(readFileSync(join(docsFolder, `${name}.md`), 'utf8'));
      return { name, group, title: titleOf(markdown), markdown };
    }),
  );
  const lost = files.filter((file) => !pages.some(({ name }) => `${name}.md` === file));
  if (lost.length > 0) throw new Error(`no group of the navigation names ${lost.join(', ')}`);
  return pages;
}

export async function buildDocs(folder: string): Promise<void> {
  const pages = readPages();
  for (const page of pages) {
    const file = join(folder, `${pathOfPage(page.name)}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderPage(page, pages));
    writeFileSync(join(folder, `${pathOfPage(page.name)}.md`), page.markdown);
  }
  writeFileSync(join(folder, 'llms.txt'), llmsText(pages));
  mkdirSync(join(folder, 'docs/files'));
  for (const file of DOWNLOADS)
    copyFileSync(join(projectFolder, 'test/examples', file), join(folder, 'docs/files', file));
  cpSync(join(docsFolder, 'pictures'), join(folder, 'docs/pictures'), { recursive: true });
  copyFileSync(join(docsFolder, 'style.css'), join(folder, 'docs/style.css'));
  copyFileSync(join(docsFolder, '../icon.svg'), join(folder, 'docs/icon.svg'));
  writeFileSync(join(folder, 'docs/search.json'), JSON.stringify(pages.flatMap(sectionsOf)));
  await buildModule(join(docsFolder, 'script/docs.ts'), join(folder, 'docs'), 'docs.js');
  const client = join(projectFolder, 'src/clients/javascript/index.ts');
  await buildModule(client, join(folder, 'docs/files'), CLIENT_BUNDLE);
}

/** Writes an index of the documentation for language models (llmstxt.org), with each page as Markdown. */
export function llmsText(pages: readonly DocsPage[]): string {
  const groups = Object.entries(GROUPS).map(([group, names]) => {
    const links = names.map((name) => {
      const { title } = pages.find((page) => page.name === name)!;
      return `- [${title}](${pathOfPage(name)}.md)`;
    });
    return `## ${group || 'Overview'}\n\n${links.join('\n')}\n`;
  });
  const summary = '> How many people live or work in a zone, or within a travel time of a place.';
  return ['# Population count', summary, '- [OpenAPI document](/openapi.json)', ...groups].join('\n\n');
}

const buildModule = async (entry: string, outDir: string, name: string): Promise<void> =>
  void (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: () => name },
    },
  }));

/** Replaces `{{reference}}`, `{{file PATH}}`, `{{limits}}` and `{{countries}}`. */
function withInclusions(markdown: string): string {
  return markdown
    .replace('{{reference}}', () =>
      apiReference(JSON.parse(JSON.stringify(openApiDocument())) as ApiDocument),
    )
    .replace('{{limits}}', () => limitsTable())
    .replace('{{countries}}', () => countriesTable())
    .replace(/^\{\{file (\S+)\}\}$/gm, (_, path: string) => {
      const language = path.slice(path.lastIndexOf('.') + 1);
      return `\`\`\`${language}\n${readFileSync(join(projectFolder, path), 'utf8').trimEnd()}\n\`\`\``;
    });
}
