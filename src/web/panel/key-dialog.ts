/** Where the visitor enters the key. */
import { type Credentials, storeCredentials, storedCredentials } from '../credentials.ts';
import { byId } from './elements.ts';

export class KeyDialog {
  readonly #dialog = byId<HTMLDialogElement>('key-dialog');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #secret = byId<HTMLInputElement>('secret');
  readonly #open = byId<HTMLButtonElement>('open-key');
  readonly #forget = byId<HTMLButtonElement>('forget-key');

  /** @param changed told whenever there is another key, or none any more */
  constructor(changed: () => void) {
    this.#open.addEventListener('click', () => this.open());
    byId('cancel-key').addEventListener('click', () => this.#dialog.close());
    this.#forget.addEventListener('click', () => {
      storeCredentials(null);
      this.#dialog.close();
      this.#render();
      changed();
    });
    // Both at once, as curl takes them and as the demo prints them.
    this.#key.addEventListener('paste', (event) => {
      const [key, ...secret] = event.clipboardData?.getData('text').trim().split(':') ?? [];
      if (!key || secret.length === 0) return;
      event.preventDefault();
      this.#key.value = key;
      this.#secret.value = secret.join(':');
    });
    byId('key-form').addEventListener('submit', (event) => {
      event.preventDefault();
      storeCredentials({ key: this.#key.value.trim(), secret: this.#secret.value.trim() });
      this.#dialog.close();
      this.#render();
      changed();
    });
    this.#render();
  }

  credentials(): Credentials | null {
    return storedCredentials();
  }

  open(): void {
    const stored = storedCredentials();
    this.#key.value = stored?.key ?? '';
    this.#secret.value = stored?.secret ?? '';
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #render(): void {
    const has = storedCredentials() !== null;
    this.#open.textContent = has ? 'Key ✓' : 'Enter key';
    this.#open.classList.toggle('attention', !has);
    this.#forget.hidden = !has;
  }
}
