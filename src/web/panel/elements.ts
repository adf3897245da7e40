/** Finds and creates HTML elements. */
export function byId<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element as E;
}

/** Changes a text only if it differs, so that screen readers repeat none. */
export function setText(id: string, text: string): void {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

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
