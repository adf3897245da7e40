const SAID_FOR_MS = 1_500;

/** Copies a text to the clipboard; the button's label confirms for 1.5 s. */
export async function copyFrom(
  element: HTMLButtonElement,
  text: string,
  words: { readonly copied: string; readonly notAllowed: string },
): Promise<void> {
  const label = element.dataset.label ?? element.textContent;
  element.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    element.textContent = words.copied;
  } catch {
    element.textContent = words.notAllowed;
  }
  setTimeout(() => {
    element.textContent = label;
  }, SAID_FOR_MS);
}
