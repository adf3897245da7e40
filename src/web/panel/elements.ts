import { texts } from '../text/texts.ts';

/** The page's elements by id. */
export function byId<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element as E;
}

/** An element with a class and content. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

export function button(label: string, className: string, click: () => void): HTMLButtonElement {
  const element = create('button', className, label);
  element.type = 'button';
  element.addEventListener('click', click);
  return element;
}

const SAID_FOR_MS = 1_500;

/** Puts a text onto the clipboard, and says so on the button for a moment. */
export async function copyFrom(element: HTMLButtonElement, text: string): Promise<void> {
  const label = element.dataset.label ?? element.textContent;
  element.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    element.textContent = texts.copied;
  } catch {
    element.textContent = texts.notAllowed;
  }
  setTimeout(() => {
    element.textContent = label;
  }, SAID_FOR_MS);
}
