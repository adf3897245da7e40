/** Prepares the examples of the documentation: each can be copied, and asks the service that serves the page. */
import { copyFrom } from '../../copy-from.ts';
import { button } from '../../panel/elements.ts';
import { DEMO_ORIGIN } from './demo-origin.ts';

const WORDS = { copied: 'Copied', notAllowed: 'Not allowed' };

export function prepareExamples(origin: string): void {
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('code')!;
    code.textContent = code.textContent.replaceAll(DEMO_ORIGIN, origin);
    const copy = button('Copy', '', () => void copyFrom(copy, code.textContent, WORDS));
    block.append(copy);
  }
}
