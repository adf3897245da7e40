/** Adds a search field over all documentation pages, which reads a JSON index. */
import { create } from '../../panel/elements.ts';
import { excerptOf, matchingSections, type Section } from './matching-sections.ts';

const INDEX_PATH = '/docs/search.json';

export function addSearch(place: HTMLElement | null): void {
  if (!place) return;
  const input = create('input', '');
  input.type = 'search';
  input.id = 'search-words';
  input.placeholder = 'Search';
  input.autocomplete = 'off';
  const label = create('label', 'visually-hidden', 'Search the documentation');
  label.htmlFor = input.id;
  const found = create('ul', '');
  const status = create('p', 'visually-hidden');
  status.setAttribute('role', 'status');
  const nothing = create('p', '', 'Nothing in the documentation has these words. Try others.');
  nothing.hidden = true;
  place.append(label, input, status, nothing, found);
  let sections: Promise<readonly Section[]> | undefined;
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') (found.firstElementChild?.firstElementChild as HTMLElement | null)?.click();
  });
  input.addEventListener('input', async () => {
    sections ??= fetch(INDEX_PATH).then((response) => response.json() as Promise<Section[]>);
    const query = input.value;
    const matches = matchingSections(await sections, query);
    if (input.value !== query) return;
    found.replaceChildren(...matches.map((section) => itemOf(section, query)));
    const isAsked = query.trim() !== '';
    nothing.hidden = !isAsked || matches.length > 0;
    status.textContent = isAsked ? `${matches.length} found` : '';
  });
}

function itemOf(section: Section, query: string): HTMLElement {
  const { path, page, heading } = section;
  const excerpt = create('small', 'excerpt', excerptOf(section, query));
  const ofPage = heading === page ? [] : [create('small', '', page)];
  const link = create('a', '', heading, ...ofPage, excerpt);
  link.href = path;
  return create('li', '', link);
}
