/** Starts the documentation pages' script: search, copy buttons, and the service's own address in examples. */
import { copyFrom } from '../../copy-from.ts';
import { button } from '../../panel/elements.ts';
import { DEMO_ORIGIN } from './demo-origin.ts';
import { addSearch } from './search.ts';

const WORDS = { copied: 'Copied', notAllowed: 'Not allowed' };

addSearch(document.getElementById('search'));
for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('code')!;
  code.textContent = code.textContent.replaceAll(DEMO_ORIGIN, location.origin);
  const copy = button('Copy', '', () => void copyFrom(copy, code.textContent, WORDS));
  block.append(copy);
}
