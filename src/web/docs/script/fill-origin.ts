import { DEMO_ORIGIN } from './demo-origin.ts';

/** Replaces the demo's origin in the examples by this service's. */
export function fillOrigin(within: ParentNode, origin: string): void {
  for (const code of within.querySelectorAll('.code code')) {
    const text = code.textContent;
    if (text.includes(DEMO_ORIGIN)) code.textContent = text.replaceAll(DEMO_ORIGIN, origin);
  }
}
