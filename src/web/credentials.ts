/** The visitor's key: kept by this tab until it is closed, or by the browser for 30 days if the visitor wants that. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

const STORED_AS = 'population-count.credentials';
const KEPT_FOR_MS = 30 * 24 * 3_600_000;

/** Of this tab, else of the browser unless they have expired. */
export function storedCredentials(): Credentials | null {
  return read(sessionStorage) ?? read(localStorage);
}

/** Whether the browser keeps a key after its tabs are closed. */
export const isKeptByBrowser = (): boolean => read(localStorage) !== null;

/** @param inBrowser whether the browser keeps them for 30 days, for all its tabs */
export function storeCredentials(credentials: Credentials | null, inBrowser: boolean): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(STORED_AS);
  if (!credentials) return;
  if (inBrowser) {
    localStorage.setItem(STORED_AS, JSON.stringify({ ...credentials, until_ms: Date.now() + KEPT_FOR_MS }));
  } else sessionStorage.setItem(STORED_AS, JSON.stringify(credentials));
}

/**
 * Takes a key out of the fragment of an address, as `npm start` prints it, for this tab; a key that is stored already stays.
 * @returns the fragment without the key
 */
export function takeCredentials(fragment: string): string {
  const [path, query = ''] = fragment.split('?', 2);
  const parameters = new URLSearchParams(query);
  const [key, ...secret] = (parameters.get('key') ?? '').split(':');
  if (secret.length === 0) return fragment;
  if (!storedCredentials()) storeCredentials({ key, secret: secret.join(':') }, false);
  parameters.delete('key');
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** Calls whenever another tab has stored or removed the browser's key. */
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

/** HTTP Basic (RFC 7617). */
export function authorizationOf({ key, secret }: Credentials): string {
  const bytes = new TextEncoder().encode(`${key}:${secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
