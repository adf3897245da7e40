/** Renders Markdown as a page of documentation in HTML, with marked: navigation, anchors of headings, links. */
import { html, raw } from 'hono/html';
import { Marked, type MarkedExtension, type Tokens } from 'marked';

export interface DocsPage {
  /** Name of the file without `.md`; `index` is served at /docs. */
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly markdown: string;
}

export const pathOfPage = (name: string): string => (name === 'index' ? '/docs' : `/docs/${name}`);

export function titleOf(markdown: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error('a page needs a heading of the first level');
  return title;
}

/** Gives anchors to headings; repeated ones get a number. */
export function anchorGiver(): (heading: string) => string {
  const given = new Map<string, number>();
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/<[^>]*>|[^\p{L}\p{N}\s/-]/gu, '')
      .trim()
      .replace(/[\s/]+/g, '-');
    const times = (given.get(anchor) ?? 0) + 1;
    given.set(anchor, times);
    return times === 1 ? anchor : `${anchor}-${times}`;
  };
}

type Markup = ReturnType<typeof html>;

/** Anchors headings; wide tables scroll, by keyboard too. */
const rendering = (anchorOf: (heading: string) => string): MarkedExtension => ({
  walkTokens(token) {
    // Links name files, to work in the repository too.
    if (token.type === 'link') {
      token.href = token.href.replace(/^([a-z-]+)\.md(?=#|$)/, (_: string, name: string) => pathOfPage(name));
    }
    if (token.type === 'link' || token.type === 'image')
      token.href = token.href.replace(/^pictures\//, '/docs/pictures/');
  },
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text, lang }: Tokens.Code): string {
      const language = lang ? html` class="language-${lang}"` : '';
      return String(html`<div class="code"><pre><code${language}>${text}</code></pre></div>\n`);
    },
    table(token: Tokens.Table): string {
      const cells = (row: Tokens.TableCell[], start: string, end: string): string =>
        row.map((cell) => `${start}${this.parser.parseInline(cell.tokens)}${end}`).join('');
      const head = cells(token.header, '<th scope="col">', '</th>');
      const rows = token.rows.map((row) => `<tr>${cells(row, '<td>', '</td>')}</tr>`).join('\n');
      const table = `<table><thead><tr>${head}</tr></thead>\n<tbody>${rows}</tbody></table>`;
      return `<div class="wide" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
    },
  },
});

export function renderPage(page: DocsPage, pages: readonly DocsPage[]): string {
  const linkTo = ({ name, title }: DocsPage): Markup => {
    const current = name === page.name ? raw(' aria-current="page"') : '';
    return html`<li><a href="${pathOfPage(name)}"${current}>${title}</a></li>\n`;
  };
  const links = [...Map.groupBy(pages, ({ group }) => group)].map(([group, own]) => {
    if (group === '') return html`<ul>${own.map(linkTo)}</ul>\n`;
    const isOpen = group === page.group ? raw(' open') : '';
    return html`<details${isOpen}><summary>${group}</summary><ul>${own.map(linkTo)}</ul></details>\n`;
  });
  const body = new Marked(rendering(anchorGiver())).parse(page.markdown, { async: false });
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Population Count</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip the navigation</a>
<header>
<a class="home" href="/">Population Count</a>
<div id="search" role="search"></div>
<nav aria-label="Documentation"><details class="pages"><summary>All pages</summary>
${links}</details></nav>
</header>
<main id="content" tabindex="-1">
${raw(body)}</main>
</body>
</html>
`);
}
