/** The search over all pages of the documentation. */
import { create } from '../../panel/elements.ts';
import { matchingSections, type Section } from './matching-sections.ts';

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
  place.append(label, input, status, found);
  let sections: Promise<readonly Section[]> | undefined;
  input.addEventListener('input', async () => {
    sections ??= fetch(INDEX_PATH).then((response) => response.json() as Promise<Section[]>);
    const query = input.value;
    const matches = matchingSections(await sections, query);
    if (input.value !== query) return;
    found.replaceChildren(...matches.map(itemOf));
    status.textContent = query.trim() === '' ? '' : `${matches.length} found`;
  });
}

function itemOf({ path, page, heading }: Section): HTMLElement {
  const link = create(
    'a',
    '',
    heading,
    ...(heading === page ? [] : [create('br', ''), create('small', '', page)]),
  );
  link.href = path;
  return create('li', '', link);
}
