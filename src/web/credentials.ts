/**
 * Stores the visitor's key in sessionStorage (the tab) or in localStorage for 30 days, and takes a key out of the address
 * fragment.
 */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

const STORED_AS = 'population-count.credentials';
const KEPT_FOR_MS = 30 * 24 * 3_600_000;

export function storedCredentials(): Credentials | null {
  return read(sessionStorage) ?? read(localStorage);
}

export const isKeptByBrowser = (): boolean => read(localStorage) !== null;

/** @param inBrowser for 30 days and all tabs */
export function storeCredentials(credentials: Credentials | null, inBrowser: boolean): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(STORED_AS);
  if (!credentials) return;
  if (inBrowser) {
    localStorage.setItem(STORED_AS, JSON.stringify({ ...credentials, until_ms: Date.now() + KEPT_FOR_MS }));
  } else sessionStorage.setItem(STORED_AS, JSON.stringify(credentials));
}

/**
 * Takes the key out of the page's address and stores it in the tab, unless one is stored that the service has not refused.
 * @returns whether a key was stored
 */
export function takeCredentials(isRefused: boolean): boolean {
  const [path, query = ''] = location.hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  const [key, ...secret] = (parameters.get('key') ?? '').split(':');
  if (secret.length === 0) return false;
  parameters.delete('key');
  history.replaceState(null, '', parameters.size > 0 ? `${path}?${parameters}` : path);
  if (storedCredentials() && !isRefused) return false;
  storeCredentials({ key, secret: secret.join(':') }, false);
  return true;
}

/** Calls `then` after another tab has stored or forgotten the key that the browser keeps. */
export function onCredentialsStored(then: () => void): void {
  addEventListener('storage', ({ key }: StorageEvent) => {
    if (key === STORED_AS || key === null) then();
  });
}

function read(storage: Storage): Credentials | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORED_AS) ?? 'null');
    const {
      key,
      secret,
      until_ms = Number.POSITIVE_INFINITY,
    } = (stored ?? {}) as Partial<Credentials & { until_ms: number }>;
    if (until_ms < Date.now()) storage.removeItem(STORED_AS);
    else if (key && secret) return { key, secret };
  } catch {
    // Not written by this page.
  }
  return null;
}
