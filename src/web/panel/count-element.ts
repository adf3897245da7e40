import type { Total } from '../count-result.ts';
import { counted } from '../text/wording.ts';
import { create } from './elements.ts';

/** HTML `data` element of a count: supported digits as text, exact as value. */
export function countElement(total: Total): HTMLElement {
  const data = create('data', '', counted(total));
  data.value = String(total.people);
  return create('strong', '', data);
}
