/** Splits a page of documentation at its headings into sections of plain text, for the search index. */
import { Marked } from 'marked';
import type { Section } from '../../../src/web/docs/script/matching-sections.ts';
import { anchorGiver, type DocsPage, pathOfPage } from './render-page.ts';

export function sectionsOf({ name, title, markdown }: DocsPage): Section[] {
  const sections: Section[] = [];
  const anchorOf = anchorGiver();
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const path = `${pathOfPage(name)}#${anchorOf(token.text as string)}`;
      sections.push({ path, page: title, heading: plain(token.text as string), text: '' });
    } else if (token.type !== 'html') {
      const last = sections.at(-1);
      if (last) sections[sections.length - 1] = { ...last, text: `${last.text} ${plain(token.raw)}`.trim() };
    }
  }
  return sections;
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[`*|[\]#]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
