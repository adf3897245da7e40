import type { Total } from '../count-result.ts';
import { counted } from '../text/wording.ts';
import { create } from './elements.ts';

/** A count with supported digits; exact for programs. */
export function countElement(total: Total): HTMLElement {
  const data = create('data', '', counted(total));
  data.value = String(total.people);
  return create('strong', '', data);
}
