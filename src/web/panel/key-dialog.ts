/** Asks the visitor for key and secret in a dialog, and stores them. */
import { type Credentials, isKeptByBrowser, storeCredentials, storedCredentials } from '../credentials.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

export class KeyDialog {
  readonly #dialog = byId<HTMLDialogElement>('key-dialog');
  readonly #key = byId<HTMLInputElement>('key');
  readonly #secret = byId<HTMLInputElement>('secret');
  readonly #keepInBrowser = byId<HTMLInputElement>('keep-key');
  readonly #open = byId<HTMLButtonElement>('open-key');
  readonly #forget = byId<HTMLButtonElement>('forget-key');
  readonly #fault = byId<HTMLElement>('key-fault');
  #isRefused = false;

  constructor(changed: () => void) {
    this.#open.addEventListener('click', () => this.open());
    byId('cancel-key').addEventListener('click', () => this.#dialog.close());
    this.#forget.addEventListener('click', () => {
      this.#keep(null);
      changed();
    });
    this.#key.addEventListener('input', () => this.#splitKey());
    byId('key-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#keep({ key: this.#key.value.trim(), secret: this.#secret.value.trim() });
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
    this.#keepInBrowser.checked = isKeptByBrowser();
    this.#fault.textContent = this.#isRefused ? `${texts.keyUnknown}. ${texts.keyUnknownAdvice}` : '';
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  judge(isRefused: boolean): void {
    this.#isRefused = isRefused;
    this.#render();
  }

  /** Keys contain no colon. */
  #splitKey(): void {
    const [key, ...secret] = this.#key.value.trim().split(':');
    if (secret.length === 0) return;
    this.#key.value = key;
    this.#secret.value = secret.join(':');
    this.#secret.focus();
  }

  #keep(credentials: Credentials | null): void {
    storeCredentials(credentials, this.#keepInBrowser.checked);
    this.accept();
  }

  /** Another key is stored. */
  accept(): void {
    this.#isRefused = false;
    this.#dialog.close();
    this.#render();
  }

  #render(): void {
    const has = storedCredentials() !== null;
    this.#open.textContent = this.#isRefused ? texts.keyRefused : has ? texts.keyHeld : texts.enterKey;
    this.#open.classList.toggle('attention', !has || this.#isRefused);
    this.#open.classList.toggle('refused', this.#isRefused);
    this.#forget.hidden = !has;
  }
}
