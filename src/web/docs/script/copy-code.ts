import { copyFrom } from '../../copy-from.ts';
import { button } from '../../panel/elements.ts';

const WORDS = { copied: 'Copied', notAllowed: 'Not allowed' };

/** Adds a button to each piece of code that copies it to the clipboard. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll('.code')) {
    const copy = button(
      'Copy',
      '',
      () => void copyFrom(copy, block.querySelector('code')!.textContent, WORDS),
    );
    block.append(copy);
  }
}
