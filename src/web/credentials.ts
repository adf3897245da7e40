/** The visitor's key: kept by this tab until it is closed, and sent to this service alone. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

const STORED_AS = 'population-count.credentials';

export function storedCredentials(): Credentials | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
    const { key, secret } = (stored ?? {}) as Partial<Credentials>;
    return key && secret ? { key, secret } : null;
  } catch {
    return null;
  }
}

export function storeCredentials(credentials: Credentials | null): void {
  if (credentials) sessionStorage.setItem(STORED_AS, JSON.stringify(credentials));
  else sessionStorage.removeItem(STORED_AS);
}

/** HTTP Basic (RFC 7617). */
export function authorizationOf({ key, secret }: Credentials): string {
  const bytes = new TextEncoder().encode(`${key}:${secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
