/** Asks the visitor for key and secret in a dialog, and stores them. */
import {
  type Credentials,
  isKeptByBrowser,
  onCredentialsStored,
  storeCredentials,
  storedCredentials,
} from '../credentials.ts';
import { texts } from '../text/texts.ts';
import { byId } from './elements.ts';

export function keyDialog(changed: () => void) {
  const dialog = byId<HTMLDialogElement>('key-dialog');
  const [key, secret, keepInBrowser] = ['key', 'secret', 'keep-key'].map((id) => byId<HTMLInputElement>(id));
  const openButton = byId('open-key');
  let isRefused = false;

  const open = (): void => {
    const stored = storedCredentials();
    key.value = stored?.key ?? '';
    secret.value = stored?.secret ?? '';
    keepInBrowser.checked = isKeptByBrowser();
    byId('key-fault').textContent = isRefused ? `${texts.keyUnknown}. ${texts.keyUnknownAdvice}` : '';
    if (!dialog.open) dialog.showModal();
  };
  const store = (credentials: Credentials | null): void => {
    storeCredentials(credentials, keepInBrowser.checked);
    dialog.close();
    changed();
  };

  openButton.addEventListener('click', open);
  byId('cancel-key').addEventListener('click', () => dialog.close());
  byId('forget-key').addEventListener('click', () => store(null));
  key.addEventListener('input', () => {
    // Keys contain no colon.
    const [first, ...others] = key.value.trim().split(':');
    if (others.length === 0) return;
    key.value = first;
    secret.value = others.join(':');
    secret.focus();
  });
  byId('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    store({ key: key.value.trim(), secret: secret.value.trim() });
  });
  onCredentialsStored(changed);

  return {
    open,
    close: (): void => dialog.close(),
    isRefused: (): boolean => isRefused,
    show(isNowRefused: boolean): void {
      isRefused = isNowRefused;
      const has = storedCredentials() !== null;
      openButton.textContent = isRefused ? texts.keyRefused : has ? texts.keyHeld : texts.enterKey;
      openButton.classList.toggle('attention', !has || isRefused);
      openButton.classList.toggle('refused', isRefused);
      byId('forget-key').hidden = !has;
    },
  };
}
